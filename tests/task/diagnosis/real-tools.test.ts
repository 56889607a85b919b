import { describe } from "vitest";
import { requireTool } from "../../support/tools";
import { findsCause } from "./provoke";
import { ANSIBLE, SCRIPTS, TERRAFORM } from "./provoked";

/** Each takes a second or two: `npm run test:long` provokes them all. */
const ANSIBLE_NOW = process.env.SIGNALBOX_TEST_LONG === "1" ? ANSIBLE : ANSIBLE.slice(0, 5);

describe("the cause is found in the real output", () => {
  requireTool("ansible-playbook").each(ANSIBLE_NOW)("of Ansible: $name", findsCause("ansible"));
  requireTool("terraform").each(TERRAFORM)("of Terraform: $name", findsCause("terraform"));
  requireTool("python3", "git", "openssl").each(SCRIPTS)("of a script: $name", findsCause("bash"));
});
