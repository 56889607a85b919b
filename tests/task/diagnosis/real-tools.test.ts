import { describe } from "vitest";
import { requireTool } from "../../support/tools";
import { findsCause } from "./provoke";
import { ANSIBLE, SCRIPTS, TERRAFORM } from "./provoked";

/** Each takes a second or two: ansible.long.test.ts provokes the others. */
const SOME = 5;

describe("the cause is found in the real output", () => {
  requireTool("ansible-playbook").each(ANSIBLE.slice(0, SOME))("of Ansible: $name", findsCause("ansible"));
  requireTool("terraform").each(TERRAFORM)("of Terraform: $name", findsCause("terraform"));
  requireTool("python3", "git", "openssl").each(SCRIPTS)("of a script: $name", findsCause("bash"));
});
