import { requireTool } from "../../support/tools";
import { findsCause } from "./provoke";
import { ANSIBLE } from "./provoked";

requireTool("ansible-playbook").each(ANSIBLE)(
  "the cause is found in the output of Ansible: $name",
  findsCause("ansible"),
);
