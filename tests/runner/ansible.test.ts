import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Job } from "@/lib/protocol/job";
import type { ConsoleTask } from "../support/console";
import { inventory } from "../support/job";
import { type Listening, listen } from "../support/listen";
import { runnerSite } from "../support/runner-site";
import { findTool, requireTool } from "../support/tools";

const site = runnerSite();
const withAnsible = requireTool("ansible-playbook", "ansible-galaxy");

function play(changes: Partial<Job> = {}): ConsoleTask {
  const { files: repository } = site;
  return site.console.add({ repository, app: "ansible", playbook: "site.yml", inventory: inventory(), ...changes });
}

async function textOf(task: ConsoleTask): Promise<string> {
  await site.console.finished(task);
  return stripVTControlCharacters(task.lines.join("\n"));
}

describe("the result of every host", () => {
  const HOSTS = [
    "fine ansible_connection=local",
    "broken ansible_connection=local",
    "away ansible_host=127.0.0.1 ansible_port=1 ansible_ssh_timeout=2",
  ].join("\n");
  const PLAY = `
- hosts: all
  gather_facts: false
  tasks:
    - { raw: "true", changed_when: true }
    - { debug: { msg: x }, when: false }
    - { command: "true", register: first }
    - { fail: { msg: no }, when: inventory_hostname == "broken" }
    - { debug: { msg: y } }
`;
  const RESULTS = [
    { host: "away", ok: 0, changed: 0, unreachable: 1, failed: 0, skipped: 0 },
    { host: "broken", ok: 2, changed: 2, unreachable: 0, failed: 1, skipped: 1 },
    { host: "fine", ok: 3, changed: 2, unreachable: 0, failed: 0, skipped: 2 },
  ];

  withAnsible("is reported as ok, changed, unreachable, failed or skipped", async () => {
    site.write("site.yml", PLAY);
    await site.start();
    const task = play({ inventory: inventory({ content: HOSTS }) });
    expect(await textOf(task)).toContain("PLAY RECAP");
    expect(task.finish).toMatchObject({ result: "error", exit_code: 4 });
    expect(task.progress.hosts).toEqual(RESULTS);
  });

  withAnsible("does not depend on the output's format, and keeps the plugins of its settings file", async () => {
    const conf = join(site.folder, "conf");
    for (const folder of [conf, join(site.files.url, "plugins")]) mkdirSync(folder);
    const plugins = "[defaults]\nstdout_callback = minimal\ncallback_plugins = ../$FILES/plugins\n";
    writeFileSync(join(conf, "ansible.cfg"), plugins.replace("$FILES", basename(site.files.url)));
    site.write(
      "plugins/mine.py",
      "from ansible.plugins.callback import CallbackBase\n\nclass CallbackModule(CallbackBase):\n    CALLBACK_NAME = 'mine'\n    def v2_playbook_on_stats(self, stats):\n        self._display.display('my own plugin')\n",
    );
    site.write("site.yml", PLAY);
    await site.start({ SIGNALBOX_RUNNER_FORWARD_ENV: "ANSIBLE_CONFIG", ANSIBLE_CONFIG: conf });
    const task = play({ inventory: inventory({ content: HOSTS }) });
    const text = await textOf(task);
    expect(text).not.toContain("RECAP");
    expect(text).toContain("my own plugin");
    expect(task.progress.hosts).toEqual(RESULTS);
  });
});

describe("a playbook whose hosts match nothing", () => {
  withAnsible("is a success marked as such", async () => {
    site.write("site.yml", "- hosts: web\n  gather_facts: false\n  tasks: [{ debug: { msg: x } }]\n");
    await site.start();
    const task = play();
    await site.console.finished(task);
    expect(task).toMatchObject({ status: "success", progress: { hosts: [] } });
    expect(task.lines).toContainEqual(
      "\u001b[33msignalbox: no task ran on any host; check the inventory, the limit and the tags\u001b[0m",
    );
  });

  withAnsible("is not reported for a run that only lists hosts", async () => {
    site.write("site.yml", "- hosts: all\n  gather_facts: false\n  tasks: [{ debug: { msg: x } }]\n");
    await site.start();
    const task = play({ task_arguments: ["--list-hosts"] });
    expect(await textOf(task)).not.toContain("no task ran");
    expect(task).toMatchObject({ status: "success" });
  });
});

describe("options", () => {
  const PLAY = `
- hosts: all
  gather_facts: false
  tasks:
    - { name: writes, copy: { content: "new\\n", dest: "{{ playbook_dir }}/out" }, tags: [write] }
    - { name: first, debug: { msg: "the first" }, tags: [one] }
    - { name: second, debug: { msg: "the second" }, tags: [two] }
    - { name: third, debug: { msg: "the third" }, tags: [two, three] }
`;

  withAnsible("a dry run with diff shows the changes and makes none", async () => {
    site.write("site.yml", PLAY);
    site.write("out", "old\n");
    await site.start();
    const task = play({ dry_run: true, diff: true, tags: "write" });
    const text = await textOf(task);
    expect(task.status, text).toBe("success");
    expect(text).toContain("-old\n+new");
    expect(site.read("out")).toBe("old\n");
    expect(task.progress.hosts).toMatchObject([{ host: "localhost", changed: 1 }]);
  });

  withAnsible("tags select tasks, skipped tags exclude some, debug is verbose", async () => {
    site.write("site.yml", PLAY);
    await site.start();
    const task = play({ tags: "one,two", skip_tags: "three", debug: true });
    const text = await textOf(task);
    expect(text).toContain("the first");
    expect(text).toContain("the second");
    expect(text).not.toMatch(/the third|TASK \[writes/);
    expect(text).toMatch(/task path:/);
  });

  withAnsible("template and task arguments are passed, and several vaults by their names", async () => {
    const encrypt = (id: string, password: string) => {
      const file = join(site.folder, `vault-${id}`);
      writeFileSync(file, password);
      return execFileSync(
        "ansible-vault",
        ["encrypt_string", "--vault-id", `${id}@${file}`, `of ${id}`, "--name", id],
        {
          env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: site.folder },
        },
      ).toString();
    };
    site.write("vars.yml", `${encrypt("dev", "dev-passw0rd")}\n${encrypt("prod", "prod-passw0rd")}\n`);
    site.write(
      "site.yml",
      '- hosts: all\n  gather_facts: false\n  vars_files: [vars.yml]\n  tasks: [{debug: {msg: "{{ dev }}, {{ prod }}, {{ a }}, {{ b }}"}}]\n',
    );
    await site.start();
    const task = play({
      vaults: [
        { name: "dev", password: "dev-passw0rd" },
        { name: "prod", password: "prod-passw0rd" },
      ],
      template_arguments: ["-e", "a=template"],
      task_arguments: ["-e", "b=task"],
    });
    expect(await textOf(task)).toContain("of dev, of prod, template, task");
  });

  const askScript = async (mode: string) => {
    const file = join(site.folder, "vault-prod");
    writeFileSync(file, "prod-passw0rd");
    const encrypted = execFileSync(
      findTool("ansible-vault") ?? "",
      ["encrypt_string", "--vault-id", `prod@${file}`, "of prod", "--name", "prod"],
      { env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: site.folder } },
    ).toString();
    site.write("vars.yml", `${encrypted}\n`);
    site.write(
      "site.yml",
      '- hosts: all\n  gather_facts: false\n  vars_files: [vars.yml]\n  tasks: [{debug: {msg: "{{ prod }}"}}]\n',
    );
    // Ansible passes the vault's name to programs whose name ends in -client.
    site.write("ask-client.sh", '#!/bin/sh\n[ "$1" = --vault-id ] && echo "$2-passw0rd"\n');
    execFileSync("chmod", [mode, join(site.files.url, "ask-client.sh")]);
    await site.start();
    return play({ vaults: [{ name: "prod", password: "", script: "ask-client.sh" }] });
  };

  withAnsible("a script of the repository tells the password of its vault", async () => {
    const task = await askScript("755");
    expect(await textOf(task)).toContain("of prod");
    expect(task.status).toBe("success");
  });

  withAnsible("a script that is not executable is never taken for the password", async () => {
    const task = await askScript("644");
    expect(await textOf(task)).toContain("the vault script ask-client.sh is missing or not executable");
    expect(task.finish).toMatchObject({ result: "error", reason: "repository_invalid" });
  });

  withAnsible("a become password is passed in a file", async () => {
    site.write(
      "site.yml",
      `- hosts: all\n  gather_facts: false\n  tasks: [{command: id -un, become: true, vars: {ansible_become_exe: "{{ playbook_dir }}/sudo"}}]\n`,
    );
    // Prompts like sudo, and reports the answer.
    site.write(
      "sudo",
      '#!/bin/sh\nwhile [ $# -gt 0 ]; do case $1 in -p) prompt=$2; shift 2;; -u) shift 2;; -*) shift;; *) break;; esac; done\nprintf %s "$prompt" >&2; read -r password; printf %s "$password" >"$(dirname "$0")/got"; exec "$@"\n',
    );
    execFileSync("chmod", ["755", join(site.files.url, "sudo")]);
    await site.start();
    const become = { type: "login_password", login: "root", password: "becoming-r00t" } as const;
    const task = play({
      inventory: inventory({ become_key: become }),
      // Tests often run as root, which would not become root otherwise.
      env: { ANSIBLE_BECOME_ALLOW_SAME_USER: "1" },
    });
    const text = await textOf(task);
    expect(task.status, text).toBe("success");
    expect(site.read("got")).toBe("becoming-r00t");
  });
});

describe("requirements", () => {
  let folder: string;
  let galaxy: Listening;
  const asked: string[] = [];
  let answering = true;
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (!answering) return void request.socket.destroy();
    response.writeHead(200, { "content-type": "application/gzip" });
    response.end(readFileSync(join(folder, basename(request.url ?? ""))));
  });

  beforeAll(async () => {
    galaxy = await listen(server);
    folder = mkdtempSync(join(tmpdir(), "signalbox-galaxy-"));
    if (!findTool("ansible-galaxy")) return;
    makeCollection(folder);
    makeRole(folder);
  });
  afterAll(() => galaxy.stop());

  withAnsible("are installed once for the same text, and then need no network", async () => {
    mkdirSync(join(site.files.url, "collections"));
    site.write(
      "collections/requirements.yml",
      `collections:\n  - name: ${galaxy.url}/acme-tools-1.0.0.tar.gz\n    type: url\n`,
    );
    site.write("requirements.yml", `roles:\n  - src: ${galaxy.url}/greet.tar.gz\n    name: greet\n`);
    site.write(
      "site.yml",
      "- hosts: all\n  gather_facts: false\n  roles: [greet]\n  tasks: [{debug: {msg: \"{{ 'x' | acme.tools.shout }}\"}}]\n",
    );
    await site.start();
    const first = play();
    const text = await textOf(first);
    expect(first.status, text).toBe("success");
    expect(text).toContain("greetings from the role");
    expect(text).toContain('"msg": "X!"');
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(first.progress.stages?.map(({ name }) => name)).toEqual([
      "prepare",
      "repository",
      "collections",
      "requirements",
      "run",
    ]);

    answering = false;
    asked.length = 0;
    const second = play();
    expect(await textOf(second)).toContain("greetings from the role");
    expect(second.status).toBe("success");
    expect(asked).toEqual([]);
    expect(readdirSync(join(site.dataDir, "requirements"))).toHaveLength(2);
    expect(readdirSync(site.files.url).sort()).toEqual(["collections", "requirements.yml", "site.yml"]);

    site.write("requirements.yml", `roles:\n  - src: ${galaxy.url}/greet.tar.gz\n    name: greet\n    version: v2\n`);
    const third = play();
    await site.console.finished(third);
    expect(third.finish).toMatchObject({ result: "error", reason: "exit_code" });
    await site.console.until("the directories are removed", () => site.attempts().length === 0);
    expect(readdirSync(join(site.dataDir, "requirements"))).toHaveLength(2);
    answering = true;
  });

  withAnsible("next to a repository's own roles don't replace those", async () => {
    mkdirSync(join(site.files.url, "vendor/own/tasks"), { recursive: true });
    site.write("vendor/own/tasks/main.yml", '- debug: { msg: "my own role" }\n');
    site.write("ansible.cfg", "[defaults]\nroles_path = vendor\n");
    site.write("requirements.yml", `- src: ${galaxy.url}/greet.tar.gz\n  name: greet\n`);
    site.write("site.yml", "- hosts: all\n  gather_facts: false\n  roles: [own, greet]\n");
    await site.start();
    const text = await textOf(play());
    expect(text).toContain("my own role");
    expect(text).toContain("greetings from the role");
    expect(readdirSync(join(site.files.url, "vendor"))).toEqual(["own"]);
  });
});

/** A packed collection with a filter. */
function makeCollection(folder: string): void {
  const source = join(folder, "collection");
  mkdirSync(join(source, "plugins/filter"), { recursive: true });
  writeFileSync(
    join(source, "galaxy.yml"),
    "namespace: acme\nname: tools\nversion: 1.0.0\nreadme: README.md\nauthors: [Test]\n",
  );
  writeFileSync(join(source, "README.md"), "x\n");
  writeFileSync(
    join(source, "plugins/filter/shout.py"),
    "class FilterModule(object):\n    def filters(self):\n        return {'shout': lambda text: text.upper() + '!'}\n",
  );
  execFileSync("ansible-galaxy", ["collection", "build", source, "--output-path", folder], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: folder },
    stdio: "ignore",
  });
}

function makeRole(folder: string): void {
  const source = join(folder, "greet");
  for (const part of ["tasks", "meta"]) mkdirSync(join(source, part), { recursive: true });
  writeFileSync(join(source, "tasks/main.yml"), "- debug: { msg: greetings from the role }\n");
  writeFileSync(join(source, "meta/main.yml"), "galaxy_info: { author: Test }\n");
  execFileSync("tar", ["czf", join(folder, "greet.tar.gz"), "-C", folder, "greet"]);
}
