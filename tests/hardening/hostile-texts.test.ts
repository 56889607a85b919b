import { beforeAll, describe, expect, test } from "vitest";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { toAppError } from "@/lib/operation/errors";
import { createTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { eventsBody, host, result, step } from "../support/events";
import { HandRunner } from "../support/hand-runner";
import { planChange, taskPlan } from "../support/plan";
import { type TaskSite, taskSite } from "../support/task-site";

Object.assign(process.env, {
  SIGNALBOX_ALERT_WEBHOOK_URL: "https://alerts.example.com/hook",
  SIGNALBOX_ALERT_WEBHOOK_SECRET: "a secret of some length",
});

/** Whatever a program prints or a runner reports: a task has to end, and what it left can be read. */
const db = await freshDatabase();
let site: TaskSite;
let runner: HandRunner;

beforeAll(async () => {
  site = await taskSite(db);
  await db.update(projects).set({ alert: true });
  const capabilities = ["state", "drift", "plan", "events", "results", "outputs"];
  runner = await HandRunner.start(db, { capabilities });
});

const HIGH = "\ud83d";
const LOW = "\ude00";
const FACES = "😀".repeat(20_000);

/** Postgres refuses NUL in any text, and halves of characters in JSON; a cut may make such a half anywhere. */
const HOSTILE: readonly string[] = [
  "a\0b",
  HIGH,
  LOW,
  `${LOW}${HIGH}`,
  `the end is ${HIGH}`,
  `\\u0000 \\ud83d`,
  "\uffff\ufffe\ufeff\u2028\u2029\u202e\u001b[31m\u0007\u0085\u009b",
  "__proto__",
  "x".repeat(70_000),
  FACES,
  ...[299, 300, 499, 500, 999, 1_000, 1_999, 2_000].map((length) => `${"x".repeat(length)}${FACES}`),
];
/** The words that lead a diagnosis to name the text, so that it is cut as a subject, too. */
const LINES = {
  bash: (text: string) => [text, `ERROR ${text}`, `${text.slice(0, 199)}: command not found`],
  ansible: (text: string) => [`fatal: [${text}]: FAILED! => {"msg": "'${text.slice(0, 199)}' is undefined"}`],
  terraform: (text: string) => [`Error: Reference to undeclared ${text}`, `  on ${text.slice(0, 300)} line 2`],
};
type App = keyof typeof LINES;

const templates = new Map<App, number>();

async function take(app: App = "bash") {
  const { w, r } = site;
  const of = { ansible: { inventory_id: r.inventoryId, playbook: "site.yml" }, terraform: { playbook: "" }, bash: {} };
  const template_id = templates.get(app) ?? (await site.template({ app, ...of[app] }));
  templates.set(app, template_id);
  await w.call(createTask, "owner", { projectId: w.projectId }, { template_id });
  return runner.take();
}

/** A call may be refused as invalid; it must not fail. */
async function answered(call: Promise<unknown>): Promise<void> {
  const code = await call.then(
    () => null,
    (error) => toAppError(error).code,
  );
  expect([null, "invalid"]).toContain(code);
}

async function ends(ref: Awaited<ReturnType<typeof take>>, changes: object = {}) {
  const finished = await runner.finish(ref, "error", { exit_code: 2, reason: "exit_code", ...changes });
  expect(finished).toMatchObject({ finished: true, status: "error" });
  return site.look(ref.task_id);
}

describe("a task with hostile texts ends", () => {
  test.each(["bash", "ansible", "terraform"] as const)(
    "in the lines of a log of %s",
    async (app) => {
      for (const text of HOSTILE) {
        const ref = await take(app);
        await runner.log(ref, ["begin", ...LINES[app](text).map((line) => line.slice(0, 16_000))], 0);
        expect((await ends(ref)).failure?.lines.length).toBeGreaterThan(0);
      }
      expect((await db.select().from(outbox)).length).toBeGreaterThan(0);
    },
    120_000,
  );

  test("in the results of hosts, which stay readable", async () => {
    for (const text of HOSTILE) {
      const ref = await take("ansible");
      await runner.log(ref, ["PLAY", "TASK"], 0);
      const short = text.slice(0, 2_500);
      const items = [{ state: "failed", label: short, message: short, diff: short }];
      const texts = { message: `'${short}' is undefined`, diff: short, delegated_to: short, line: 1 };
      const events = [step(0), host(0), result(0, 0, "failed", texts), result(0, 0, "failed", { items, line: 1 })];
      await runner.events(ref, eventsBody(ref.attempt, 0, events));
      expect((await ends(ref)).failure?.lines.length).toBe(2);
    }
  }, 120_000);

  test("in names of steps and hosts", async () => {
    for (const text of HOSTILE) {
      const ref = await take("ansible");
      await runner.log(ref, ["PLAY"], 0);
      for (const named of [{ play: text }, { name: text }, { file: text }])
        await answered(runner.events(ref, eventsBody(ref.attempt, 0, [{ ...step(0), ...named }])));
      await answered(runner.events(ref, eventsBody(ref.attempt, 0, [host(0, text)])));
      await ends(ref);
    }
  }, 120_000);

  test("in facts, on their way and with the end", async () => {
    const hash = "a".repeat(40);
    for (const text of HOSTILE) {
      const commit = { hash, parents: [], author: "", time: "2026-01-01T00:00:00Z", subject: "", paths: [], files: 1 };
      const counts = { ok: 1, changed: 0, unreachable: 0, failed: 0, skipped: 0 };
      const item = { address: "a", type: "b", action: "update", outside: false };
      const drift = { drifted: true, count: 1 };
      const start = new Date().toISOString();
      const facts: object[] = [
        { commit_message: text },
        ...["author", "time", "subject"].map((field) => ({
          commits: { commits: [{ ...commit, [field]: text }], more: false },
        })),
        { commits: { commits: [{ ...commit, paths: [text] }], more: false } },
        { hosts: [{ host: text, ...counts }] },
        { drift: { ...drift, items: [{ ...item, address: text }] } },
        { drift: { ...drift, items: [{ ...item, type: text }] } },
        { stages: [{ name: text, first_line: 0, start, end: null }] },
        { new_known_hosts: `${text} ssh-ed25519 AAAA` },
      ];
      const ref = await take();
      for (const fact of facts) {
        await answered(runner.progress(ref, fact));
        await answered(runner.finish(ref, "error", { total_lines: 1, facts: fact }));
      }
      await ends(ref);
    }
  }, 120_000);

  test("in all else that a run can leave", async () => {
    for (const text of HOSTILE) {
      const ref = await take();
      const change = planChange({ address: text, module: text, type: text });
      const value = { kind: "value" as const, text };
      const attributes = [{ path: text, before: value, after: value }];
      const reported = { passed: 0, failed: 1, skipped: 0 };
      const named = { suite: "", name: "t", state: "failed" as const, seconds: null, message: "", details: "" };
      await answered(runner.summary(ref, text));
      await answered(runner.artifact(ref, text, Buffer.from("content")));
      await answered(runner.outputs(ref, [{ name: text, value: "x" }]));
      for (const content of [text, [text], { [text]: text }])
        for (const secret of [false, true])
          await answered(runner.outputs(ref, [{ name: "n", value: content, secret }]));
      await answered(runner.plan(ref, taskPlan({ resources: [change] })));
      await answered(runner.plan(ref, taskPlan({ outputs: [planChange({ attributes })] })));
      for (const field of ["suite", "name", "message", "details"])
        await answered(runner.tests(ref, { ...reported, tests: [{ ...named, [field]: text }] }));
      await ends(ref);
    }
  }, 120_000);
});
