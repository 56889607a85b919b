import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OwnProject } from "../own-project";

const PLAY = `
- name: Web
  hosts: all
  gather_facts: false
  tasks:
    - { name: look, command: "true", changed_when: false }
    - { name: write, copy: { dest: "{{ playbook_dir }}/out-{{ inventory_hostname }}", content: "new\\n" } }
    - { name: break, fail: { msg: "no room left" }, when: inventory_hostname == "web-2" }
`;

/** A template with a playbook for three local hosts, of which one fails, or with another for others. */
export async function makePlaybook(
  project: OwnProject,
  { play = PLAY, hosts = ["web-1", "web-2", "web-3"] } = {},
): Promise<number> {
  const git_url = mkdtempSync(join(tmpdir(), "signalbox-e2e-play-"));
  writeFileSync(join(git_url, "site.yml"), play);
  const [key] = await project.read<{ id: number }[]>("keys");
  const [environment] = await project.read<{ id: number }[]>("environment");
  const repository = await project.make("repositories", { name: "Play", git_url, git_branch: "", ssh_key_id: key?.id });
  const content = hosts.map((name) => `${name} ansible_connection=local`).join("\n");
  const inventory = await project.make("inventory", { name: "Hosts", type: "static", inventory: content });
  const ids = { repository_id: repository.id, environment_id: environment?.id, inventory_id: inventory.id };
  return (await project.make("templates", { name: "Web", app: "ansible", playbook: "site.yml", ...ids })).id;
}
