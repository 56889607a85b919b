import { chmodSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { Job } from "@/lib/protocol/job";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { ConsoleTask } from "../support/console";
import { inventory } from "../support/job";
import { runnerSite } from "../support/runner-site";
import { requireTool } from "../support/tools";

const site = runnerSite();
const withAnsible = requireTool("ansible-playbook");

const play = (changes: Partial<Job>): ConsoleTask =>
  site.console.add({
    repository: site.files,
    app: "ansible",
    playbook: "site.yml",
    inventory: inventory({ content: "localhost ansible_connection=local\nweb ansible_connection=local" }),
    ...changes,
  });

async function textOf(task: ConsoleTask): Promise<string> {
  await site.console.finished(task);
  return stripVTControlCharacters(task.lines.join("\n"));
}

const PLAY = `
- hosts: all
  gather_facts: false
  tasks:
    - { debug: { msg: "got {{ x }}" } }
    - { set_fact: { y: "{{ x }} again" } }
    - { debug: { msg: "{{ y }}" } }
    - { template: { src: t.j2, dest: "{{ playbook_dir }}/out" } }
`;

/** A file outside of the checkout that only the runner's operator may read. */
const secretFile = (): string => {
  const path = join(site.folder, "master-key");
  writeFileSync(path, "the-master-key-itself\n");
  return path;
};

describe("a task's arguments for Ansible", () => {
  withAnsible("are data: no lookup in them runs, wherever the playbook uses the value", async () => {
    const canary = join(site.folder, "canary");
    const secret = secretFile();
    const attack = `{{ lookup('pipe', 'touch ${canary}; cat ${secret}') }}{{ lookup('file', '${secret}') }}`;
    site.write("site.yml", PLAY);
    site.write("t.j2", "{{ x }}\n");
    await site.start();
    const tasks = [
      play({ task_arguments: ["-e", `x=${attack}`], limit: "localhost" }),
      play({ task_arguments: ["-e", `x="${attack}"`], limit: "localhost" }),
      play({ task_arguments: [`--extra-vars=${JSON.stringify({ x: attack })}`], limit: "localhost" }),
      play({ extra_vars: { x: attack }, untrusted_vars: ["x"], limit: "localhost" }),
    ];
    for (const task of tasks) {
      const text = await textOf(task);
      expect(task.status, text).toBe("success");
      expect(text).toContain("got {{ lookup('pipe'");
      expect(text).not.toContain("the-master-key-itself");
    }
    expect(existsSync(canary)).toBe(false);
    expect(site.read("out")).not.toContain("the-master-key-itself");
  });

  withAnsible("override the template's values, because they come last", async () => {
    site.write("site.yml", PLAY);
    site.write("t.j2", "{{ x }}\n");
    await site.start();
    const task = play({ template_arguments: ["-e", "x=template"], task_arguments: ["-e", "x=task", "-v"] });
    expect(await textOf(task)).toContain("got task");
    expect(task.status).toBe("success");
  });

  withAnsible("that read files or change connections start nothing", async () => {
    const secret = secretFile();
    site.write("site.yml", PLAY);
    await site.start();
    const attacks = [
      ["-e", `@${secret}`],
      [`--vault-password-file=${secret}`],
      ["-i", secret],
      ["--connection=local"],
      ["-e", "ansible_connection=local"],
    ];
    for (const task_arguments of attacks) {
      const task = play({ task_arguments });
      const text = await textOf(task);
      expect(task.finish, text).toMatchObject({ result: "error", reason: "settings_invalid" });
      expect(text).toMatch(/argument/);
      expect(text).not.toContain("the-master-key");
      expect(text).not.toContain("Running ansible-playbook");
    }
  });
});

describe("files of the runner", () => {
  withAnsible("can't be printed through a link in the repository or a limit", async () => {
    const secret = secretFile();
    site.write("site.yml", PLAY);
    symlinkSync(secret, join(site.files.url, "linked"));
    await site.start();
    const attacks: [attack: Partial<Job>, reason: TaskReason][] = [
      [{ limit: `@${secret}` }, "settings_invalid"],
      [{ limit: "@linked" }, "settings_invalid"],
      [{ limit: `all:@${secret}` }, "settings_invalid"],
      [{ playbook: "linked" }, "repository_invalid"],
      [{ inventory: inventory({ type: "file", content: "linked" }) }, "repository_invalid"],
    ];
    for (const [attack, reason] of attacks) {
      const task = play(attack);
      const text = await textOf(task);
      expect(task.finish, text).toMatchObject({ result: "error", reason });
      expect(text).toContain("outside of the repository");
      expect(text).not.toContain("the-master-key");
    }
  });

  test("can't be printed as a script or as a folder of a plan", async () => {
    const secret = secretFile();
    symlinkSync(secret, join(site.files.url, "linked.sh"));
    symlinkSync(site.folder, join(site.files.url, "infra"));
    await site.start();
    for (const attack of [{ playbook: "linked.sh" }, { app: "terraform", playbook: "infra" }]) {
      const task = site.console.add({ repository: site.files, ...attack });
      const text = await textOf(task);
      expect(task.finish, text).toMatchObject({ result: "error", reason: "repository_invalid" });
      expect(text).not.toContain("the-master-key");
    }
  });

  withAnsible("a limit can name a file in the repository", async () => {
    site.write("site.yml", PLAY);
    site.write("t.j2", "{{ x }}\n");
    site.write("hosts.retry", "web\n");
    await site.start();
    const task = play({ limit: "@hosts.retry", extra_vars: { x: 1 } });
    await textOf(task);
    expect(task.progress.hosts).toMatchObject([{ host: "web" }]);
  });
});

describe("a script's arguments", () => {
  test.each<[string, string, string]>([
    ["bash", "run.sh", 'printf "%s\\n" "$@"\n'],
    ["python", "run.py", "import sys\nprint('\\n'.join(sys.argv[1:]))\n"],
  ])("reach the script only, for %s", async (app, playbook, text) => {
    const args = ["-c", "--version", "--", "-i", "@/etc/passwd", "$(id)"];
    site.write(playbook, text);
    await site.start();
    const task = site.console.add({ repository: site.files, app, playbook, task_arguments: args });
    expect(await textOf(task)).toContain(args.join("\n"));
  });

  test("reach the script only, for an application that an administrator added", async () => {
    const program = join(site.folder, "interpreter");
    writeFileSync(program, '#!/bin/sh\nexec sh "$@"\n');
    chmodSync(program, 0o755);
    site.write("run", 'printf "%s\\n" "$@"\n');
    await site.start();
    const changes = { app: "mine", app_path: program, playbook: "run", task_arguments: ["-c", "id", "--"] };
    expect(await textOf(site.console.add({ repository: site.files, ...changes }))).toContain("-c\nid\n--");
  });
});
