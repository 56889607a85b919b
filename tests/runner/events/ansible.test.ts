import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { ResultEvent, TaskEvent } from "@/lib/protocol/events";
import type { Job } from "@/lib/protocol/job";
import type { ConsoleTask } from "../../support/console";
import { inventory } from "../../support/job";
import { runnerSite } from "../../support/runner-site";
import { requireTool } from "../../support/tools";

const site = runnerSite();
const withAnsible = requireTool("ansible-playbook");

const local = (...names: string[]) => names.map((name) => `${name} ansible_connection=local`).join("\n");
const HOSTS = `${local("web-1", "web-2")}\naway ansible_host=127.0.0.1 ansible_port=1 ansible_ssh_timeout=2`;

/** What became of a step on a host. */
type Row = ResultEvent & {
  play: string;
  name: string;
  file: string;
  file_line: number;
  is_handler: boolean;
  on: string;
};

async function run(playbook: string, changes: Partial<Job> & { hosts?: string } = {}): Promise<ConsoleTask> {
  const { hosts = HOSTS, ...rest } = changes;
  site.write("site.yml", playbook);
  await site.start();
  const task = site.console.add({
    repository: site.files,
    app: "ansible",
    playbook: "site.yml",
    inventory: inventory({ content: hosts }),
    ...rest,
  });
  await site.console.finished(task, 60_000);
  return task;
}

const eventsOf = (task: ConsoleTask): TaskEvent[] => task.events.map((text) => JSON.parse(text));

function rowsOf(task: ConsoleTask): Row[] {
  const events = eventsOf(task);
  const steps = new Map(events.flatMap((event) => (event.type === "step" ? [[event.number, event]] : [])));
  const hosts = new Map(events.flatMap((event) => (event.type === "host" ? [[event.number, event.name]] : [])));
  return events.flatMap((event) => {
    const step = event.type === "result" ? steps.get(event.step) : undefined;
    if (event.type !== "result" || !step) return [];
    const { play, name, file, file_line, is_handler } = step;
    return [{ ...event, play, name, file, file_line, is_handler, on: hosts.get(event.host) ?? "" }];
  });
}

const statesOf = (rows: Row[], name: string) =>
  Object.fromEntries(rows.filter((row) => row.name === name).map(({ on, state }) => [on, state]));

const plainLog = (task: ConsoleTask) => task.lines.map((line) => stripVTControlCharacters(line));

describe("the results of a playbook", () => {
  const PLAY = `
- name: Everything
  hosts: all
  gather_facts: false
  handlers:
    - { name: restart, command: "true" }
  tasks:
    - { name: change, command: "true", notify: restart }
    - { name: look, command: "true", changed_when: false }
    - { name: leave out, debug: { msg: x }, when: inventory_hostname == "web-2" }
    - { name: forgive, command: "false", ignore_errors: true }
    - name: careful
      block: [{ name: break, fail: { msg: "first\\nsecond" } }]
      rescue: [{ name: mend, debug: { msg: mended } }]
    - { name: rounds, command: "echo {{ item }}", loop: [a, b] }
    - { name: try, shell: "exit {{ item }}", loop: [0, 3], ignore_errors: true }
    - { name: elsewhere, command: "true", delegate_to: localhost }
    - { name: slow, command: sleep 1, async: 20, poll: 1 }
    - { include_tasks: more.yml, vars: { number: 1 } }
    - { include_role: { name: web } }
    - { name: give up, fail: { msg: no }, when: inventory_hostname == "web-2" }
`;

  withAnsible("have every state, their place in the code, rounds, message and line of the log", async () => {
    site.write("more.yml", "- { name: included, debug: { msg: '{{ number }}' } }\n");
    mkdirSync(join(site.files.url, "roles/web/tasks"), { recursive: true });
    writeFileSync(join(site.files.url, "roles/web/tasks/main.yml"), "- { name: serve, command: 'true' }\n");
    const task = await run(PLAY);
    const rows = rowsOf(task);
    const both = (state: string) => ({ "web-1": state, "web-2": state });
    expect(statesOf(rows, "change")).toEqual({ ...both("changed"), away: "unreachable" });
    expect(statesOf(rows, "look")).toEqual(both("ok"));
    expect(statesOf(rows, "leave out")).toEqual({ "web-1": "skipped", "web-2": "ok" });
    expect(statesOf(rows, "forgive")).toEqual(both("ignored"));
    expect(statesOf(rows, "break")).toEqual(both("rescued"));
    expect(statesOf(rows, "mend")).toEqual(both("ok"));
    expect(statesOf(rows, "slow")).toEqual(both("changed"));
    expect(statesOf(rows, "included")).toEqual(both("ok"));
    expect(statesOf(rows, "web : serve")).toEqual(both("changed"));
    expect(statesOf(rows, "give up")).toEqual({ "web-1": "skipped", "web-2": "failed" });
    expect(statesOf(rows, "restart")).toEqual({ "web-1": "changed" });

    const find = (name: string, on = "web-1") => rows.find((row) => row.name === name && row.on === on);
    expect(find("change")).toMatchObject({ play: "Everything", file: "site.yml", file_line: 8, is_handler: false });
    expect(find("included")).toMatchObject({ file: "more.yml", file_line: 1, message: "1" });
    expect(find("web : serve")).toMatchObject({ file: "roles/web/tasks/main.yml" });
    expect(find("restart")?.is_handler).toBe(true);
    expect(find("break")?.message).toBe("first\nsecond");
    expect(find("change", "away")?.message).toContain("Connection refused");
    expect(find("rounds")?.items).toEqual([
      { state: "changed", label: "a" },
      { state: "changed", label: "b" },
    ]);
    expect(find("forgive")?.exit_code).toBe(1);
    expect(find("change")).not.toHaveProperty("exit_code");
    expect(find("try")?.items?.map(({ exit_code }) => exit_code)).toEqual([undefined, 3]);
    expect(find("elsewhere")?.delegated_to).toBe("localhost");
    expect(find("slow")?.ms).toBeGreaterThanOrEqual(1_000);

    const log = plainLog(task);
    expect(log.join("\n")).toContain("PLAY RECAP");
    expect(task.lines.join("\n")).not.toContain("\u001b_");
    for (const { name, on, line = -1 } of rows.filter(({ name }) => !/include|slow/.test(name)))
      expect(log[line], `${name} on ${on}`).toContain(`[${on}`);
    const silent = rows.filter(({ name }) => name.includes("include_role"));
    expect(silent.map(({ on, line }) => ({ on, line })).sort((a, b) => a.on.localeCompare(b.on))).toEqual([
      { on: "web-1", line: undefined },
      { on: "web-2", line: undefined },
    ]);
    expect(task.finish?.events?.total).toBe(task.events.length);
  });

  withAnsible("follow the log's format nowhere, and differ under --diff", async () => {
    site.write("ansible.cfg", "[defaults]\nstdout_callback = minimal\n");
    const target = join(site.folder, "target");
    const copy = `- { name: write, copy: { dest: ${target}, content: "new\\n" } }`;
    const task = await run(`- hosts: all\n  gather_facts: false\n  tasks:\n    ${copy}\n`, {
      hosts: local("one"),
      diff: true,
    });
    const [row] = rowsOf(task);
    expect(row).toMatchObject({ state: "changed", name: "write" });
    expect(row?.diff).toContain("@@ -0,0 +1 @@\n+new");
  });
});

describe("strategies", () => {
  const TASKS = '[{ name: one, command: "true" }, { name: two, debug: { msg: x } }]';

  const FREE = ["free", "strategy: free", 6] as const;
  const OTHERS = [
    ["linear", "", 6],
    ["serial", "serial: 1", 6],
    ["host_pinned", "strategy: ansible.builtin.host_pinned", 6],
  ] as const;

  withAnsible.each(process.env.SIGNALBOX_TEST_LONG === "1" ? [FREE, ...OTHERS] : [FREE])(
    "%s: each host has one result of each step",
    async (_, setting, count) => {
      const play = `- name: P\n  hosts: all\n  gather_facts: false\n  ${setting}\n  tasks: ${TASKS}\n`;
      const task = await run(play, { hosts: local("a", "b", "c") });
      const rows = rowsOf(task);
      expect(rows.map(({ name, on }) => `${name} ${on}`).sort()).toEqual([
        "one a",
        "one b",
        "one c",
        "two a",
        "two b",
        "two c",
      ]);
      expect(rows).toHaveLength(count);
      expect(eventsOf(task).filter(({ type }) => type === "step")).toHaveLength(2);
      const log = plainLog(task);
      // Where hosts take turns, the headline is printed with the result.
      for (const { line = -1, on } of rows) expect(log.slice(line, line + 2).join("\n")).toContain(`[${on}]`);
    },
  );
});

describe("secrets", () => {
  withAnsible("are masked, and no_log hides the details", async () => {
    const play = `
- hosts: all
  gather_facts: false
  tasks:
    - { name: "say {{ word }}", debug: { msg: "the word is {{ word }}" } }
    - { name: hide, debug: { msg: "silent-treasure" }, no_log: true }
    - { name: rounds, debug: { msg: "{{ item }}" }, loop: [silent-treasure], no_log: true }
`;
    const task = await run(play, { hosts: local("one"), secret_vars: { word: "hidden-treasure" } });
    const [said, hidden, rounds] = rowsOf(task);
    expect(said).toMatchObject({ name: "say ****", message: "the word is ****" });
    expect(hidden).toMatchObject({ state: "ok", hidden: true });
    expect(rounds).toMatchObject({ hidden: true });
    expect(task.events.join("\n")).not.toMatch(/treasure/);
  });
});

withAnsible("a playbook that empties the file of its events is told about", async () => {
  const step = (n: number) => `    - { name: step ${n}, debug: { msg: "${n}" } }`;
  const empty = `    - { name: empty, shell: "sleep 1; : > $SIGNALBOX_EVENTS" }`;
  const steps = [step(1), step(2), empty, step(3)].join("\n");
  const task = await run(`- hosts: all\n  gather_facts: false\n  tasks:\n${steps}\n`, { hosts: local("a") });
  expect(rowsOf(task).map(({ name }) => name)).toEqual(["step 1", "step 2", "empty", "step 3"]);
  expect(plainLog(task)).toContainEqual(expect.stringContaining("some results of hosts may be missing"));
});

describe("older consoles", () => {
  withAnsible("get no events, and a log without marks", async () => {
    site.console.takesEvents = false;
    const task = await run("- hosts: all\n  gather_facts: false\n  tasks: [{ debug: { msg: x } }]\n", {
      hosts: local("a"),
    });
    expect(task.status).toBe("success");
    expect(task.events).toEqual([]);
    expect(site.console.calls.some(({ path }) => path.endsWith("/events"))).toBe(false);
    expect(task.lines.join("\n")).not.toContain("\u001b_");
    expect(task.finish?.events).toBeUndefined();
  });
});

describe("a console that fails", () => {
  const MANY = `
- hosts: all
  gather_facts: false
  tasks:
${Array.from({ length: 20 }, (_, n) => `    - { name: step ${n}, debug: { msg: "${n}" } }`).join("\n")}
`;
  const names = Array.from({ length: 20 }, (_, n) => `step ${n}`);

  withAnsible("gets each event once", async () => {
    site.console.fail(/\/events$/, "lose-answer", 2);
    site.console.fail(/\/events$/, "cut", 1);
    site.console.fail(/\/events$/, 503, 1);
    const task = await run(MANY, { hosts: local("a") });
    expect(rowsOf(task).map(({ name }) => name)).toEqual(names);
  });

  withAnsible("by refusing events has the task's log and result all the same", async () => {
    site.console.fail(/\/events$/, 404, 100);
    const task = await run(MANY, { hosts: local("a") });
    expect(task.status).toBe("success");
    expect(plainLog(task).join("\n")).toContain("TASK [step 19]");
    expect(plainLog(task)).toContainEqual(
      expect.stringContaining("the console does not take the results of this task's hosts"),
    );
  });
});

describe("a runner that is killed", () => {
  const SLOW = Array.from({ length: 12 }, (_, n) => `    - { name: step ${n}, command: sleep 0.2 }`);

  withAnsible("has sent, or sends when it is back, each event once and in order", async () => {
    site.write("site.yml", `- hosts: all\n  gather_facts: false\n  tasks:\n${SLOW.join("\n")}\n`);
    const runner = await site.start();
    const content = local("a", "b");
    const play = { app: "ansible", playbook: "site.yml", inventory: inventory({ content }) };
    const task = site.console.add({ repository: site.files, ...play });
    await site.console.until("some results are there", () => task.events.length >= 8, 60_000);
    // What is reported now stays in the spool.
    site.console.fail(/\/events$/, "cut", 1_000);
    const spooled = () => statSync(join(site.dataDir, "attempts", site.attempts()[0] ?? "", "events")).size;
    const before = spooled();
    await site.console.until("more are in the spool", () => spooled() > before, 60_000);
    await runner.kill("SIGKILL");
    const sent = task.events.length;
    site.console.clearFaults();
    await site.start();
    await site.console.finished(task, 60_000);
    expect(task.finish).toMatchObject({ result: "error", reason: "runner_restarted" });
    expect(task.events.length).toBeGreaterThan(sent);
    expect(task.finish?.events?.total).toBe(task.events.length);
    const seen = rowsOf(task).map(({ name, on }) => `${name} ${on}`);
    expect(new Set(seen).size).toBe(seen.length);
    const steps = [...new Set(rowsOf(task).map(({ name }) => name))];
    expect(steps).toEqual(SLOW.map((_, n) => `step ${n}`).slice(0, steps.length));
  });
});

test("a script costs no call for events", async () => {
  site.write("run.sh", "echo hello\n");
  await site.start();
  const task = site.console.add({ repository: site.files, app: "bash", playbook: "run.sh" });
  await site.console.finished(task);
  expect(site.console.calls.filter(({ path }) => path.endsWith("/events"))).toEqual([]);
});
