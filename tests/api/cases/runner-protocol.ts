import { runners } from "@/db/schema/runners";
import type { AttemptRef } from "@/lib/protocol/runner";
import { hashToken, randomToken } from "@/lib/secret/token";
import type { RouteCase } from "../support/conform";
import type { Place } from "../support/site";
import { newTask, newTemplate } from "./fixtures";

const RUNNERS = "/internal/runners";
const TASK = `${RUNNERS}/tasks/{taskId}`;
const token = randomToken();

const headers = async ({ site }: Place) => {
  await site.w.db
    .insert(runners)
    .values({ name: "by hand", token_hash: hashToken(token) })
    .onConflictDoNothing();
  return { "x-runner-token": token };
};
const instance_id = "an-instance-of-it";

/** A task that the runner has begun. */
const begun = async (place: Place) => {
  const send = async (path: string, body: object) =>
    (await place.site.call("anonymous", "POST", `${RUNNERS}/${path}`, { body, headers: await headers(place) })).body;
  await send("hello", hello);
  await newTask(place, { template_id: await newTemplate(place) });
  const { tasks } = (await send("poll", { instance_id, free: 1, attempts: [] })) as { tasks: AttemptRef[] };
  const [ref] = tasks;
  if (!ref) throw new Error("no task was offered");
  await send(`tasks/${ref.task_id}/begin`, { attempt: ref.attempt, instance_id, phase: "run" });
  return { taskId: ref.task_id, attempt: ref.attempt };
};
const hello = { protocol: 1, version: "1", hostname: "here", tools: { bash: "5" }, instance_id, attempts: [] };
const ofAttempt = (body: object): Pick<RouteCase, "target" | "body"> => ({
  target: begun,
  body: (_, { attempt }) => ({ attempt, ...body }),
});
const ofRunner = { access: "public", headers, status: 200 } as const;

/**
 * What only our own runners send, whose tests are tests/runner and tests/task: here for what others may send. Not the poll,
 * which takes its time.
 */
export const runnerProtocol: RouteCase[] = [
  {
    ...ofRunner,
    route: `POST ${RUNNERS}`,
    body: () => ({ registration_token: "x", name: "r", max_parallel_tasks: 1 }),
  },
  {
    ...ofRunner,
    route: `POST ${RUNNERS}/hello`,
    body: () => ({ ...hello, attempts: [{ task_id: 1, attempt: 1 }] }),
  },
  {
    ...ofRunner,
    route: `POST ${RUNNERS}/heartbeat`,
    body: () => ({ instance_id, attempts: [{ task_id: 1, attempt: 1 }] }),
  },
  { ...ofRunner, ...ofAttempt({ instance_id, phase: "run" }), route: `POST ${TASK}/begin` },
  {
    ...ofRunner,
    ...ofAttempt({ first_line: 0, time: "2030-01-01T00:00:00Z", offsets: [0], text: "line" }),
    route: `POST ${TASK}/log`,
  },
  {
    ...ofRunner,
    ...ofAttempt({
      commit_hash: "0123abc",
      commit_message: "m",
      plan: { add: 1, change: 0, destroy: 0 },
      hosts: [{ host: "h", ok: 1, changed: 0, unreachable: 0, failed: 0, skipped: 0 }],
      stages: [{ name: "s", first_line: 0, start: "2030-01-01T00:00:00Z", end: null }],
      new_known_hosts: "h ssh-ed25519 AAAA",
    }),
    route: `POST ${TASK}/progress`,
  },
  {
    ...ofRunner,
    ...ofAttempt({ result: "success", reason: null, exit_code: 0, total_lines: 5, checksum: 0 }),
    route: `POST ${TASK}/finish`,
  },
];
