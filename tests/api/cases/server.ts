import { expect } from "vitest";
import type { Bad, RouteCase } from "../support/conform";
import { anything, exactly, int, like, listOf, mapOf, nullable, object, text, time } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, look, newTask } from "./fixtures";
import { ActiveTask, App, AppOfList, NewRunner, Runner, RunnerTag } from "./shapes";

export const system: RouteCase[] = [
  { route: "GET /ping", access: "public", status: 200, reply: exactly("pong"), type: "text/plain; charset=utf-8" },
  { route: "GET /health/live", access: "public", status: 200, reply: object({ status: exactly("live") }) },
  { route: "GET /health/ready", access: "public", status: 200, reply: object({ status: exactly("ready") }) },
  { route: "GET /openapi.json", access: "public", status: 200, reply: mapOf(anything) },
  {
    route: "GET /info",
    access: "user",
    status: 200,
    reply: object({ ansible: text, use_remote_runner: exactly(true), version: like(/^\d+\.\d+\.\d+/), web_host: text }),
  },
  {
    route: "GET /runner.mjs",
    access: "public",
    status: 200,
    reply: like(/\/api\/internal\/runners/),
    type: "text/javascript; charset=utf-8",
  },
  {
    // The response to a plain request; handshakes are tested in tests/server.
    route: "GET /ws",
    access: "user",
    status: 400,
    reply: object({ error: text }),
  },
];

const app = {
  active: true,
  priority: 10,
  title: "Ruby",
  icon: "language-ruby",
  color: "red",
  dark_color: "pink",
  path: "/usr/bin/ruby",
  args: ["-w"],
};
let count = 0;
const newApp = async ({ site }: Place) => {
  const appId = `ruby.${++count}`;
  await site.call("admin", "PUT", `/apps/${appId}`, { body: app });
  return { appId };
};
const saved = async (place: Place, { appId }: Record<string, unknown>) =>
  expect(await look(place, `/apps/${appId}`)).toEqual({ ...app, title: "Changed" });
const badApp = (): Bad[] => [
  [{ path: "bin/ruby" }, "path: Must be an absolute path or the name of a program"],
  [{ priority: 1.5 }, "priority: Must be an integer"],
  [{ args: "-w" }, "args: Expected array"],
  [{ id: "other" }, "ID in body and URL must be the same"],
];
const saving = (method: "PUT" | "POST"): RouteCase => ({
  route: `${method} /apps/{appId}`,
  access: "admin",
  target: newApp,
  body: () => ({ ...app, title: "Changed" }),
  status: 204,
  event: ({ appId }) => ["app", null, `App ${appId} updated`],
  after: saved,
  bad: badApp,
  loose: ["appId"],
});

export const apps: RouteCase[] = [
  {
    route: "GET /apps",
    access: "user",
    status: 200,
    reply: listOf(AppOfList),
    after: (_, __, { body }) => {
      const found = (body as { id: string; priority: number }[]).filter(({ id }) => !id.includes("."));
      expect(found.map(({ id }) => id)).toEqual([
        ...["ansible", "terraform", "workflow", "tofu", "bash", "powershell", "python", "pulumi"],
      ]);
    },
  },
  {
    route: "GET /apps/{appId}",
    access: "admin",
    target: newApp,
    status: 200,
    reply: App,
    after: async ({ site }) => {
      const unknown = await site.call("admin", "GET", "/apps/nothing");
      expect(unknown).toMatchObject({ status: 404, body: { error: "app not found" } });
    },
    loose: ["appId"],
  },
  saving("PUT"),
  saving("POST"),
  {
    route: "POST /apps/{appId}/active",
    access: "admin",
    target: newApp,
    body: () => ({ active: false }),
    status: 204,
    event: ({ appId }) => ["app", null, `App ${appId} switched off`],
    after: async (place, { appId }) => expect(await look(place, `/apps/${appId}`)).toEqual({ ...app, active: false }),
    bad: () => [[{ active: "x" }, "Invalid request body"]],
    loose: ["appId"],
  },
  {
    route: "DELETE /apps/{appId}",
    access: "admin",
    target: newApp,
    status: 204,
    event: ({ appId }) => ["app", null, `App ${appId} deleted`],
    after: async ({ site }) => expect((await site.call("admin", "DELETE", "/apps/nothing")).status).toBe(204),
    loose: ["appId"],
  },
];

export const options: RouteCase[] = [
  {
    route: "POST /options",
    access: "admin",
    body: () => ({ key: "some.option", value: "v" }),
    status: 200,
    reply: object({ key: exactly("some.option"), value: exactly("v") }),
    event: () => ["option", null, "Option some.option set"],
    bad: () => [
      [{ key: "" }, "key: Letters, digits, _, . and - only"],
      [{ key: "server.key" }, "key: This option is reserved for the server"],
      [{ key: "apps.ruby.priority", value: "x" }, "value: Not a valid value of this option"],
    ],
  },
  {
    route: "GET /options",
    access: "admin",
    status: 200,
    reply: mapOf(text),
    after: (_, __, { body }) => expect(body).toMatchObject({ "some.option": "v" }),
  },
];

export const runner = {
  name: "r",
  webhook: "https://example.com/hook",
  max_parallel_tasks: 2,
  active: true,
  tags: ["gpu"],
};
const newRunner = async ({ site }: Place) => ({
  runnerId: idOf(await site.call("admin", "POST", "/runners", { body: runner })),
});
export const badRunner = (): Bad[] => [
  [{ name: "x".repeat(201) }, "name: At most 200 characters"],
  [{ webhook: "file:///etc/passwd" }, "webhook: Incorrect URL"],
  [{ max_parallel_tasks: -1 }, "max_parallel_tasks: Must be 0 or greater"],
];
const savingRunner = (method: "PUT" | "POST"): RouteCase => ({
  route: `${method} /runners/{runnerId}`,
  access: "admin",
  target: newRunner,
  body: (_, { runnerId }) => ({ ...runner, id: runnerId, name: "renamed" }),
  status: 204,
  event: ({ runnerId }) => ["runner", Number(runnerId), "Runner renamed updated"],
  after: async (place, { runnerId }) =>
    expect(await look(place, `/runners/${runnerId}`)).toMatchObject({ ...runner, name: "renamed" }),
  bad: () => [...badRunner(), [{ id: 1_000_000 }, "ID in body and URL must be the same"]],
});

export const runners: RouteCase[] = [
  { route: "GET /runners", access: "admin", target: newRunner, status: 200, reply: listOf(Runner) },
  {
    route: "POST /runners",
    access: "admin",
    body: () => runner,
    status: 201,
    reply: NewRunner,
    event: (_, reply) => ["runner", idOf(reply), "Runner r created"],
    bad: badRunner,
  },
  {
    route: "GET /runners/{runnerId}",
    access: "admin",
    target: newRunner,
    status: 200,
    reply: Runner,
    after: async ({ site }) => {
      const unknown = await site.call("admin", "GET", "/runners/1000000");
      expect(unknown).toMatchObject({ status: 404, body: { error: "Runner not found" } });
    },
  },
  savingRunner("PUT"),
  savingRunner("POST"),
  {
    route: "POST /runners/{runnerId}/registration-token",
    access: "admin",
    target: newRunner,
    status: 200,
    reply: object({ registration_token: like(/^[0-9a-f]{64}$/), runner_id: int, project_id: nullable(int) }),
    event: ({ runnerId }) => ["runner", Number(runnerId), "Runner r given a registration token"],
  },
  {
    route: "POST /runners/{runnerId}/active",
    access: "admin",
    target: newRunner,
    body: () => ({ active: false }),
    status: 204,
    event: ({ runnerId }) => ["runner", Number(runnerId), "Runner r switched off"],
    bad: () => [[{ active: "x" }, "active: Expected boolean"]],
  },
  ...(["drain", "resume"] as const).map(
    (verb): RouteCase => ({
      route: `POST /runners/{runnerId}/${verb}`,
      access: "admin",
      target: newRunner,
      status: 204,
      event: ({ runnerId }) => [
        "runner",
        Number(runnerId),
        `Runner r ${{ drain: "draining", resume: "resumed" }[verb]}`,
      ],
    }),
  ),
  {
    route: "DELETE /runners/{runnerId}/cache",
    access: "admin",
    target: newRunner,
    status: 204,
    event: ({ runnerId }) => ["runner", Number(runnerId), "Runner r asked to clear its cache"],
    after: async (place, { runnerId }) =>
      expect(await look(place, `/runners/${runnerId}`)).toMatchObject({ cleaning_requested: expect.any(String) }),
  },
  {
    route: "GET /runner_tags",
    access: "admin",
    target: newRunner,
    status: 200,
    reply: listOf(RunnerTag),
    after: (_place, _ids, { body }) =>
      expect(body).toContainEqual({ tag: "gpu", number_of_runners: expect.any(Number) }),
  },
  {
    route: "DELETE /runners/{runnerId}",
    access: "admin",
    target: newRunner,
    status: 204,
    event: ({ runnerId }) => ["runner", Number(runnerId), "Runner r deleted"],
  },
];

const System = object({
  version: text,
  database: object({ version: text, bytes: int }),
  stored: listOf(object({ kind: text, bytes: int })),
  counts: object({
    projects: int,
    users: int,
    templates: int,
    tasks: int,
    waiting: int,
    running: int,
    runners: int,
    runners_online: int,
  }),
  oldest_waiting: nullable(
    object({ task_id: int, project_id: int, project_name: text, template_name: text, created: time }),
  ),
  retention: listOf(object({ kind: text, setting: text, unit: exactly("count", "seconds"), limit: int })),
});

const waiting = async (place: Place) => ({ taskId: await newTask(place) });

export const adminTasks: RouteCase[] = [
  {
    route: "GET /search",
    access: "user",
    status: 200,
    reply: listOf(object({ kind: text, id: int, project_id: nullable(int), name: text })),
  },
  { route: "GET /system", access: "admin", target: waiting, status: 200, reply: System },
  { route: "GET /tasks", access: "admin", target: waiting, status: 200, reply: listOf(ActiveTask) },
  {
    route: "GET /tasks/{taskId}",
    access: "admin",
    target: waiting,
    status: 200,
    reply: listOf(ActiveTask),
    loose: ["taskId"],
  },
  {
    route: "DELETE /tasks/{taskId}",
    access: "admin",
    target: waiting,
    status: 204,
    event: ({ taskId }) => [
      ["task", Number(taskId), `Task ID ${taskId} (t) finished - STOPPED`],
      ["task", Number(taskId), `Task ID ${taskId} is being stopped`],
    ],
    after: async (place, { taskId }) => {
      expect(await look(place, place.path(`tasks/${taskId}`))).toMatchObject({ status: "stopped" });
      expect((await place.site.call("admin", "DELETE", `/tasks/${taskId}`)).status).toBe(204);
    },
    loose: ["taskId"],
  },
];
