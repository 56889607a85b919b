import { eq, sql } from "drizzle-orm";
import { probes } from "@/db/schema/probes";
import { runners } from "@/db/schema/runners";
import { schedules } from "@/db/schema/schedules";
import type { AttemptRef } from "@/lib/protocol/runner";
import { hashToken, randomToken } from "@/lib/secret/token";
import { settings } from "@/lib/settings/settings";
import { terraformState } from "../../state/states";
import { host, linesOf, result, step } from "../../support/events";
import { taskPlan } from "../../support/plan";
import { testReport } from "../../support/test-report";
import type { Ids, RouteCase } from "../support/conform";
import type { Place } from "../support/site";
import { keyOf, newTask, newTemplate } from "./fixtures";

const RUNNERS = "/internal/runners";
const TASK = `${RUNNERS}/tasks/{taskId}`;
const PROBE = `${RUNNERS}/probes/{probeId}`;
const CHECK = `${RUNNERS}/checks/{checkId}`;

const instance_id = "an-instance-of-it";
const tools = { bash: "5", git: "2" };
const hello = { protocol: 1, version: "1", hostname: "here", tools, instance_id, attempts: [] };
const noSuchAttempt = { task_id: 2_147_483_647, attempt: 1 };

const headers = ({ token }: Ids) => ({ "x-runner-token": String(token) });

async function send<Reply = unknown>({ site }: Place, ids: Ids, path: string, body: object): Promise<Reply> {
  const reply = await site.call("anonymous", "POST", `${RUNNERS}/${path}`, { body, headers: headers(ids) });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return reply.body as Reply;
}

/** A runner that nobody else uses, whose process has said hello. */
const greeted = async (place: Place) => {
  const token = randomToken();
  await place.site.w.db.insert(runners).values({ name: "by hand", token_hash: hashToken(token) });
  await send(place, { token }, "hello", hello);
  return { token };
};

/** A task that such a runner was offered. */
const claimed = async (place: Place) => {
  const { token } = await greeted(place);
  await newTask(place, { template_id: await newTemplate(place) });
  const { tasks } = await send<{ tasks: AttemptRef[] }>(place, { token }, "poll", {
    instance_id,
    free: 1,
    attempts: [],
  });
  const [ref] = tasks;
  if (!ref) throw new Error("no task was offered");
  return { token, taskId: ref.task_id, attempt: ref.attempt };
};

const begun = async (place: Place) => {
  const ids = await claimed(place);
  await send(place, ids, `tasks/${ids.taskId}/begin`, { attempt: ids.attempt, instance_id, phase: "run" });
  return ids;
};

/** The same for an application that keeps a state. */
const begunWithState = async (place: Place) => {
  const token = randomToken();
  await place.site.w.db.insert(runners).values({ name: "by hand", token_hash: hashToken(token) });
  await send(place, { token }, "hello", { ...hello, tools: { terraform: "1" }, capabilities: ["state"] });
  await newTask(place, { template_id: await newTemplate(place, { app: "terraform" }) });
  const { tasks } = await send<{ tasks: AttemptRef[] }>(place, { token }, "poll", {
    instance_id,
    free: 1,
    attempts: [],
  });
  const [ref] = tasks;
  if (!ref) throw new Error("no task was offered");
  const ids = { token, taskId: ref.task_id, attempt: ref.attempt };
  await send(place, ids, `tasks/${ids.taskId}/begin`, { attempt: ids.attempt, instance_id, phase: "run" });
  return ids;
};

/** A commit check that such a runner was offered, of a schedule that is due no other time. */
const checking = async (place: Place) => {
  const { token } = await greeted(place);
  const ssh_key_id = await keyOf(place);
  const source = { name: "watched", git_url: "https://example.com/a.git", git_branch: "main", ssh_key_id };
  const scheduleId = await place.make("schedules", {
    name: "watch",
    cron_format: "0 0 1 1 *",
    active: true,
    template_id: await newTemplate(place),
    repository_id: await place.make("repositories", source),
  });
  const isDue = { next_run_at: sql`now()` };
  await place.site.w.db.update(schedules).set(isDue).where(eq(schedules.id, scheduleId));
  const wanted = { instance_id, free: 0, free_checks: 1, attempts: [] };
  const { checks } = await send<{ checks: number[] }>(place, { token }, "poll", wanted);
  return { token, checkId: checks[0] ?? 0 };
};

/** A probe that such a runner was offered. */
const probing = async (place: Place) => {
  const token = randomToken();
  await place.site.w.db.insert(runners).values({ name: "by hand", token_hash: hashToken(token) });
  await send(place, { token }, "hello", { ...hello, capabilities: ["probe"] });
  const source = { kind: "repository", git_url: "https://example.com/a.git", git_branch: "main" };
  // A user may make twenty a minute.
  await place.site.w.db.update(probes).set({ created: sql`now() - interval '2 minutes'` });
  const probeId = await place.make("probes", { ...source, ssh_key_id: await keyOf(place) });
  await send(place, { token }, "poll", { instance_id, free: 0, free_probes: 4, attempts: [] });
  return { token, probeId };
};

/** A runner of Semaphore that has begun a task. */
const legacy = async (place: Place) => {
  settings().legacyRunners = true;
  const token = randomToken();
  await place.site.w.db.insert(runners).values({ name: "by hand", token_hash: hashToken(token) });
  const taskId = await newTask(place, { template_id: await newTemplate(place) });
  await place.site.call("anonymous", "GET", RUNNERS, { headers: headers({ token }) });
  return { token, taskId };
};

const ofRunner = { access: "public", status: 200, target: greeted, headers, usesUp: true } as const;
const ofAttempt = (body: object): Pick<RouteCase, "target" | "body"> => ({
  target: begun,
  body: (_, { attempt }) => ({ attempt, ...body }),
});

/** What only our own runners send, whose tests are tests/runner and tests/task: here for what others may send. */
export const runnerProtocol: RouteCase[] = [
  {
    access: "public",
    status: 200,
    route: `POST ${RUNNERS}`,
    body: () => ({ registration_token: "x", name: "r", max_parallel_tasks: 1 }),
  },
  { ...ofRunner, target: legacy, route: `GET ${RUNNERS}` },
  {
    ...ofRunner,
    target: legacy,
    body: (_, { taskId }) => ({
      Jobs: [
        {
          ID: taskId,
          Status: "success",
          LogRecords: [{ time: "2030-01-01T00:00:00.123456789+02:00", message: "line" }],
          Commit: { hash: "0123abc", message: "m" },
        },
      ],
    }),
    route: `PUT ${RUNNERS}`,
    takesMore: true,
  },
  { ...ofRunner, target: legacy, status: 204, route: `DELETE ${RUNNERS}` },
  { ...ofRunner, route: `POST ${RUNNERS}/hello`, body: () => ({ ...hello, attempts: [noSuchAttempt] }) },
  { ...ofRunner, route: `POST ${RUNNERS}/heartbeat`, body: () => ({ instance_id, attempts: [noSuchAttempt] }) },
  {
    ...ofRunner,
    route: `POST ${RUNNERS}/poll`,
    // Answered at once: the attempt is one to discard.
    body: () => ({ instance_id, free: 1, attempts: [noSuchAttempt], free_checks: 1 }),
  },
  { ...ofRunner, route: `POST ${RUNNERS}/drain`, body: () => ({ instance_id }) },
  { ...ofRunner, route: `POST ${RUNNERS}/unregister` },
  {
    ...ofRunner,
    target: claimed,
    body: (_, { attempt }) => ({ attempt, instance_id, phase: "run" }),
    route: `POST ${TASK}/begin`,
  },
  {
    ...ofRunner,
    ...ofAttempt({ first_line: 0, time: "2030-01-01T00:00:00Z", offsets: [0], text: "line" }),
    route: `POST ${TASK}/log`,
  },
  {
    ...ofRunner,
    ...ofAttempt({
      first_line: 0,
      time: "2030-01-01T00:00:00Z",
      offsets: [0, 0, 0],
      text: linesOf([step(0), host(0), result(0, 0)]).join("\n"),
    }),
    route: `POST ${TASK}/events`,
  },
  {
    ...ofRunner,
    ...ofAttempt({
      commit_hash: "0123abc",
      commit_message: "m",
      plan: { add: 1, change: 0, destroy: 0 },
      hosts: [{ host: "h", ok: 1, changed: 0, unreachable: 0, failed: 0, skipped: 0 }],
      stages: [{ name: "s", first_line: 0, start: "2030-01-01T00:00:00Z", end: null }],
      new_known_hosts: "h ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIaWodWfuVBQLVJSjJrhOLUSItBkbnkGMIYzySibZ1Tn",
    }),
    route: `POST ${TASK}/progress`,
  },
  {
    ...ofRunner,
    ...ofAttempt({ result: "success", reason: null, exit_code: 0, total_lines: 0, checksum: 0 }),
    route: `POST ${TASK}/finish`,
  },
  { ...ofRunner, ...ofAttempt({ plan: taskPlan() }), route: `POST ${TASK}/plan` },
  { ...ofRunner, ...ofAttempt({ text: "# Done" }), route: `POST ${TASK}/summary` },
  { ...ofRunner, ...ofAttempt({ report: testReport }), route: `POST ${TASK}/tests` },
  {
    ...ofRunner,
    ...ofAttempt({ outputs: [{ name: "zones", value: ["a", { b: 1 }], secret: false }] }),
    route: `POST ${TASK}/outputs`,
  },
  {
    ...ofRunner,
    ...ofAttempt({ path: "a.txt", size: 3, checksum: "0".repeat(64), offset: 0, content: "YWJj" }),
    route: `POST ${TASK}/artifacts`,
  },
  {
    ...ofRunner,
    target: begunWithState,
    body: (_, { attempt }) => ({ attempt, content: terraformState(), errored: true }),
    route: `POST ${TASK}/state`,
    takesMore: true,
  },
  { ...ofRunner, target: probing, body: () => ({ instance_id }), route: `POST ${PROBE}/begin` },
  {
    ...ofRunner,
    target: probing,
    body: () => ({ outcome: "passed", facts: { commit: "1".repeat(40) } }),
    route: `POST ${PROBE}/finish`,
  },
  { ...ofRunner, target: checking, body: () => ({ instance_id }), route: `POST ${CHECK}/begin` },
  {
    ...ofRunner,
    target: checking,
    body: () => ({
      commit: "1".repeat(40),
      problem: "",
      new_known_hosts: "h ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIaWodWfuVBQLVJSjJrhOLUSItBkbnkGMIYzySibZ1Tn",
    }),
    route: `POST ${CHECK}/finish`,
  },
  {
    ...ofRunner,
    target: checking,
    body: () => ({ commit: null, problem: "unreachable" }),
    route: `POST ${CHECK}/finish`,
  },
];
