import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { logChunks } from "@/db/schema/log-chunks";
import { taskEventChunks, taskHosts, taskSteps } from "@/db/schema/task-events";
import { taskPlans } from "@/db/schema/task-plans";
import { artifactParts, taskArtifacts, taskOutputs, taskSummaries, taskTests } from "@/db/schema/task-results";
import { tasks as table, taskAttempts } from "@/db/schema/tasks";
import { host, linesOf, result, step } from "../../support/events";
import { taskPlan } from "../../support/plan";
import { testReport } from "../../support/test-report";
import type { Bad, RouteCase } from "../support/conform";
import { anything, exactly, int, listOf, mapOf, object, text, time } from "../support/shape";
import type { Place } from "../support/site";
import { environmentOf, idOf, inventoryOf, isGone, look, newTask, newTemplate, taskIn, templateOf } from "./fixtures";
import {
  ActiveTask,
  HostLines,
  LogComparison,
  LogSections,
  NewTask,
  OutputLine,
  Statistics,
  TaskComparison,
  TaskDetail,
  TaskMatrix,
  TaskPlan,
  TaskResults,
  TaskStage,
  TaskWithTpl,
} from "./shapes";

const TASKS = "/project/{projectId}/tasks";
const TASK = `${TASKS}/{taskId}`;
const waiting = async (place: Place) => ({ taskId: await newTask(place) });
const known = async (place: Place) => ({ taskId: await place.once("task", () => newTask(place)) });
const logged = async (place: Place) => {
  const { taskId } = await waiting(place);
  const chunk = { first_line: 0, line_count: 2, attempt: 1, time: "2030-01-01T00:00:00Z", offsets: [0, 1000] };
  await place.site.w.db.insert(logChunks).values({ ...chunk, task_id: taskId, text: "one\ntwo" });
  return { taskId };
};

const asking = async (place: Place) => ({ taskId: await taskIn(place, "waiting_confirmation") });
const dashboard = {
  active: listOf(anything),
  active_count: int,
  waiting_count: int,
  failed: listOf(anything),
  days: listOf(object({ start: time, success: int, error: int, stopped: int })),
};

/** A playbook has failed on a host. */
const ranOnHosts = async (place: Place) => {
  const { taskId: task_id } = await waiting(place);
  const { db } = place.site.w;
  const lines = linesOf([step(0), host(0), result(0, 0, "failed")]);
  const contents = { steps: [0], hosts: [0], states: "f" };
  await db.insert(taskAttempts).values({ task_id, attempt: 0, instance_id: "i", heartbeat_at: sql`now()`, events: 3 });
  await db
    .insert(taskEventChunks)
    .values({ task_id, first_event: 0, event_count: 3, attempt: 0, text: lines.join("\n"), ...contents });
  await db.insert(taskHosts).values({ task_id, number: 0, name: "host-0", millis: 100 });
  const { type: _, ...fields } = step(0);
  await db
    .insert(taskSteps)
    .values({ ...fields, task_id, states: "f", started: 1, ended: 2, millis: 100, last_event: 2 });
  return { taskId: task_id };
};

const withResults = async (place: Place) => {
  const { db } = place.site.w;
  const { taskId: task_id } = await waiting(place);
  await db.insert(taskSummaries).values({ task_id, text: "# Done" });
  await db.insert(taskTests).values({ task_id, report: testReport });
  await db.insert(taskOutputs).values({ task_id, name: "zones", value: ["a", "b"] });
  const file = { path: "a/b.txt", size: 3, stored: 3, checksum: "0".repeat(64), project_id: place.projectId };
  const [artifact] = await db
    .insert(taskArtifacts)
    .values({ task_id, ...file })
    .returning();
  const artifactId = artifact?.id ?? 0;
  await db.insert(artifactParts).values({ artifact_id: artifactId, first_byte: 0, content: Buffer.from("abc") });
  return { taskId: task_id, artifactId };
};

/** Its template has succeeded before, with other options. */
const ranTwice = async (place: Place) => {
  const template_id = await newTemplate(place);
  const start = sql`now()`;
  const { db } = place.site.w;
  const earlier = await taskIn(place, "success", { template_id });
  const taskId = await taskIn(place, "success", { template_id });
  await db.update(table).set({ start }).where(eq(table.id, earlier));
  await db.update(table).set({ start, limit: "web" }).where(eq(table.id, taskId));
  return { taskId };
};

const bad = async (place: Place): Promise<Bad[]> => {
  const { elsewhere } = place;
  const build = await place.once("build", () => newTemplate(place, { type: "build", start_version: "1" }));
  const deploy = await place.once("deploy", () => newTemplate(place, { type: "deploy", build_template_id: build }));
  const survey = [
    { name: "n", title: "N", type: "int", required: true },
    { name: "e", title: "E", type: "enum", values: [{ name: "a", value: "a" }] },
  ];
  const asking = await place.once("asking", () => newTemplate(place, { survey_vars: survey }));
  const answers = (environment: object) => ({ template_id: asking, environment: JSON.stringify(environment) });
  const failed = await place.once("failed", () => taskIn(place, "error", { template_id: build }));
  return [
    [{ template_id: 0 }, "template_id: Template is required"],
    [{ template_id: 2_147_483_647 }, "template_id: Template not found in this project"],
    [{ template_id: elsewhere && (await templateOf(elsewhere)) }, "template_id: Template not found in this project"],
    [{ environment: "[]" }, "environment: Must be a JSON object"],
    [{ environment: '{"a":12345678901234567890}' }, "environment: The number is too large"],
    [{ environment: '{"a":"\\u0000"}' }, "environment: Contains an unsupported character"],
    [{ arguments: "-v" }, "arguments: Must be a JSON array of strings"],
    [{ arguments: '["-v"]' }, "arguments: The template doesn't allow tasks to change this"],
    [{ git_branch: "-x" }, "git_branch: Not a valid branch name"],
    [{ playbook: "/etc/passwd" }, "playbook: Must be a path inside the repository"],
    [{ commit_hash: "--all" }, "commit_hash: Must be 7 to 64 hexadecimal digits"],
    [
      { inventory_id: elsewhere && (await inventoryOf(elsewhere)) },
      "inventory_id: Inventory not found in this project",
    ],
    [
      { environment_id: elsewhere && (await environmentOf(elsewhere)) },
      "environment_id: Environment not found in this project",
    ],
    [{ params: { plan: true } }, "params.plan: Not available for this application"],
    [{ params: { limit: "web" } }, "limit: Not available for this application"],
    [{ dry_run: true }, "dry_run: Not available for this application"],
    [{ limit: "web", params: { limit: ["db"] } }, "params.limit: Doesn't match the limit outside params"],
    [answers({}), "environment.n: This variable is required"],
    [answers({ n: "x" }), "environment.n: Digits only"],
    [answers({ n: "99999999999999999999" }), "environment.n: The number is too large"],
    [answers({ n: 1, e: "b" }), "environment.e: Must be one of the options"],
    [{ template_id: deploy }, "There is nothing to deploy yet. t has no successful build."],
    [{ template_id: deploy, build_task_id: failed }, "build_task_id: The build did not succeed"],
    [
      { template_id: deploy, build_task_id: await newTask(place) },
      "build_task_id: The build template has no such task",
    ],
  ];
};

const surveyOf = (place: Place) =>
  place.once("survey", () =>
    newTemplate(place, {
      survey_vars: [
        { name: "n", title: "N", type: "int" },
        { name: "s", title: "S", type: "secret" },
      ],
    }),
  );
const deployOf = (place: Place) =>
  place.once("nothing built", async () => {
    const build_template_id = await newTemplate(place, { type: "build" });
    return newTemplate(place, { type: "deploy", build_template_id });
  });

export const tasks: RouteCase[] = [
  {
    route: `GET ${TASKS}`,
    access: "member",
    target: waiting,
    status: 200,
    reply: listOf(TaskWithTpl),
    own: listOf(TaskWithTpl),
  },
  { route: `GET ${TASKS}/active`, access: "member", target: waiting, status: 200, reply: listOf(ActiveTask) },
  {
    route: `GET ${TASKS}/last`,
    access: "member",
    target: waiting,
    status: 200,
    reply: listOf(TaskWithTpl),
    own: listOf(TaskWithTpl),
  },
  {
    route: "GET /project/{projectId}/dashboard",
    access: "member",
    target: asking,
    status: 200,
    reply: object(dashboard),
  },
  {
    route: "GET /overview",
    access: "user",
    target: asking,
    status: 200,
    reply: object({
      ...dashboard,
      projects: listOf(object({ id: int, name: text, permissions: int })),
      recent: listOf(TaskWithTpl),
    }),
  },
  {
    route: `POST ${TASKS}`,
    access: "runTasks",
    body: async (place) => ({ template_id: await templateOf(place), message: "by hand", debug: true }),
    status: 201,
    reply: NewTask,
    own: NewTask,
    differs: [
      {
        request: "`environment` with any white space, numbers as text",
        peer: "201; `environment` as it was sent",
        ours: "201; the same, without secret answers; the run gets numbers for integer variables",
        why: "clients compare it with what they sent",
        send: async (place) => ({ template_id: await surveyOf(place), environment: '{ "n": "5",  "other":[1 ] }' }),
        reply: { environment: '{ "n": "5",  "other":[1 ] }' },
      },
      {
        request: "a secret answer in `environment`",
        peer: "201; stored and shown in plaintext",
        ours: "201; moved to the sealed answers, so `environment` lacks it",
        why: "secrets never leave through the API",
        send: async (place) => ({ template_id: await surveyOf(place), environment: '{ "n": "5", "s": "hidden" }' }),
        reply: { environment: '{"n":5}' },
      },
      {
        request: "any",
        peer: "`commit_message` is a string",
        ours: "the same, empty until the commit is known",
        why: "strict clients fail on null",
        send: () => ({}),
        reply: { commit_message: "" },
      },
      {
        request: "a deploy without `build_task_id`",
        peer: "201; no version",
        ours: "201; takes the newest successful build, 400 if there is none",
        why: "there is nothing to deploy without a build; schedules do the same",
        send: async (place) => ({ template_id: await deployOf(place) }),
        status: 400,
      },
      {
        request: "what the template does not let a task change",
        peer: "201; ignored",
        ours: "400 and the field",
        why: "it would do something else than was asked for",
        send: () => ({ limit: "web" }),
        status: 400,
      },
    ],
    event: (_, reply) => ["task", idOf(reply), `Task ID ${idOf(reply)} queued for running`],
    after: async ({ site, projectId }, _, { body }) =>
      expect(body).toMatchObject({
        project_id: projectId,
        status: "waiting",
        user_id: site.w.userIds.owner,
        message: "by hand",
        debug: true,
        schedule_id: null,
      }),
    bad,
  },
  { route: `GET ${TASK}`, access: "member", target: known, status: 200, reply: TaskDetail, own: TaskDetail },
  {
    route: `GET ${TASK}/output`,
    access: "member",
    target: logged,
    status: 200,
    reply: listOf(OutputLine),
    after: async ({ site, path }, { taskId }, { body }) => {
      expect(body).toMatchObject([
        { id: 0, task_id: taskId, output: "one", time: expect.stringMatching(/^2030-01-01T00:00:00/) },
        { id: 1, task_id: taskId, output: "two", time: expect.stringMatching(/^2030-01-01T00:00:01/) },
      ]);
      const window = await site.call("guest", "GET", path(`tasks/${taskId}/output?from=1&limit=1`));
      expect(window.body).toEqual([(body as unknown[])[1]]);
    },
  },
  {
    route: `GET ${TASK}/raw_output`,
    access: "member",
    target: logged,
    status: 200,
    reply: exactly("one\ntwo\n"),
    type: "text/plain; charset=utf-8",
  },
  {
    route: `POST ${TASK}/stop`,
    access: "runTasks",
    target: waiting,
    body: () => ({ force: false }),
    status: 204,
    event: ({ taskId }) => [
      ["task", Number(taskId), `Task ID ${taskId} (t) finished - STOPPED`, "admin"],
      ["task", Number(taskId), `Task ID ${taskId} is being stopped`],
    ],
    after: async ({ site, path }, { taskId }) => {
      const again = await site.call("owner", "POST", path(`tasks/${taskId}/stop`));
      expect(again).toMatchObject({ status: 400, body: { error: "The task has already finished" } });
    },
    bad: () => [[{ force: "x" }, "force: Expected boolean"]],
  },
  {
    route: `POST ${TASK}/confirm`,
    access: "runTasks",
    target: async (place) => ({ taskId: await taskIn(place, "waiting_confirmation") }),
    status: 204,
    event: ({ taskId }) => ["task", Number(taskId), `Task ID ${taskId} confirmed`],
    after: async ({ site, path }, { taskId }) => {
      const again = await site.call("owner", "POST", path(`tasks/${taskId}/confirm`));
      expect(again).toMatchObject({ status: 400, body: { error: "The task is not waiting for confirmation" } });
    },
  },
  {
    route: `POST ${TASK}/reject`,
    access: "runTasks",
    target: async (place) => ({ taskId: await taskIn(place, "waiting_confirmation") }),
    status: 204,
    event: ({ taskId }) => [
      ["task", Number(taskId), `Task ID ${taskId} (t) finished - STOPPED`, "admin"],
      ["task", Number(taskId), `Task ID ${taskId} rejected`],
    ],
    after: async ({ site, path }, { taskId }) => {
      expect(await site.call("owner", "GET", path(`tasks/${taskId}`))).toMatchObject({
        body: { status: "stopped", reason: "stopped_by_user" },
      });
      const again = await site.call("owner", "POST", path(`tasks/${taskId}/reject`));
      expect(again).toMatchObject({ status: 400, body: { error: "The task is not waiting for confirmation" } });
    },
  },
  {
    route: `POST ${TASK}/confirm`,
    access: "runTasks",
    target: async (place) => {
      const taskId = await taskIn(place, "waiting_confirmation");
      const plan = taskPlan();
      await place.site.w.db.insert(taskPlans).values({ task_id: taskId, attempt: 1, checksum: plan.checksum, plan });
      return { taskId };
    },
    body: () => ({ plan_checksum: taskPlan().checksum }),
    usesUp: true,
    status: 204,
    event: ({ taskId }) => ["task", Number(taskId), `Task ID ${taskId} confirmed`],
    bad: () => [
      [{ plan_checksum: 1 }, "plan_checksum: Expected string"],
      [{ plan_checksum: "" }, "plan_checksum: Must be a plan's checksum. Leave it out to confirm any plan."],
    ],
  },
  {
    route: "GET /project/{projectId}/statistics",
    access: "member",
    status: 200,
    reply: Statistics,
  },
  {
    route: `GET ${TASK}/plan`,
    access: "member",
    target: async (place) => {
      const taskId = await taskIn(place, "running");
      const plan = taskPlan();
      await place.site.w.db.insert(taskPlans).values({ task_id: taskId, attempt: 1, checksum: plan.checksum, plan });
      return { taskId };
    },
    status: 200,
    reply: TaskPlan,
    after: (_, __, { body }) => expect(body).toEqual(taskPlan()),
  },
  {
    route: `GET ${TASK}/host_lines`,
    access: "member",
    target: async (place) => ({ taskId: await taskIn(place, "running") }),
    status: 200,
    reply: HostLines,
  },
  {
    route: `GET ${TASK}/sections`,
    access: "member",
    target: async (place) => ({ taskId: await taskIn(place, "running") }),
    status: 200,
    reply: LogSections,
  },
  {
    route: `GET ${TASK}/summary`,
    access: "member",
    target: withResults,
    status: 200,
    reply: object({ text: exactly("# Done") }),
  },
  {
    route: `GET ${TASK}/tests`,
    access: "member",
    target: withResults,
    status: 200,
    reply: object({ failed: int, skipped: int, passed: int, tests: listOf(mapOf(anything)) }),
  },
  {
    route: `GET ${TASK}/outputs`,
    access: "member",
    target: withResults,
    status: 200,
    reply: listOf(object({ name: exactly("zones"), value: listOf(anything), secret: exactly(false) })),
  },
  {
    route: `GET ${TASK}/artifacts`,
    access: "member",
    target: withResults,
    status: 200,
    reply: listOf(object({ id: int, path: exactly("a/b.txt"), size: exactly(3) })),
  },
  {
    route: `GET ${TASK}/artifacts/{artifactId}`,
    access: "member",
    target: withResults,
    status: 200,
    reply: exactly("abc"),
    type: "text/plain; charset=utf-8",
    after: (_, __, { headers }) => {
      expect(headers.get("content-disposition")).toBe(`attachment; filename="b.txt"; filename*=UTF-8''b.txt`);
      expect(headers.get("content-security-policy")).toMatch(/^sandbox;/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    },
  },
  {
    route: `GET ${TASK}/stages`,
    access: "member",
    target: async (place) => {
      const taskId = await taskIn(place, "running");
      const at = (first_line: number) => ({ first_line, start: "2030-01-01T00:00:00Z", end: "2030-01-01T00:01:00Z" });
      const stages = [
        { name: "repository", ...at(0) },
        { name: "plan", ...at(4) },
        { name: "apply", ...at(9), end: null },
      ];
      const plan = { add: 1, change: 2, destroy: 3 };
      await place.site.w.db.update(table).set({ stages, plan }).where(eq(table.id, taskId));
      return { taskId };
    },
    status: 200,
    reply: listOf(TaskStage),
    after: (_, { taskId }, { body }) =>
      expect(body).toMatchObject([
        { id: 1, task_id: taskId, type: "init", start_output_id: 0, end_output_id: 3, result: null },
        { id: 2, type: "terraform_plan", start_output_id: 4, end_output_id: 8, result: { add: 1 } },
        { id: 3, type: "running", start_output_id: 9, end_output_id: null, end: null },
      ]),
  },
  {
    route: `GET ${TASK}/matrix`,
    access: "member",
    target: ranOnHosts,
    status: 200,
    reply: TaskMatrix,
    after: (_, __, { body }) =>
      expect(body).toMatchObject({ events: 3, hosts: [{ name: "host-0" }], steps: [{ name: "step 0", states: "f" }] }),
  },
  {
    route: `GET ${TASK}/results`,
    access: "member",
    target: ranOnHosts,
    status: 200,
    reply: TaskResults,
    after: async ({ site, path }, { taskId }, { body }) => {
      const failed = [{ event: 2, host: "host-0", step: 0, state: "failed" }];
      expect(body).toMatchObject({ results: failed, next: null });
      const only = (state: string) => site.call("owner", "GET", path(`tasks/${taskId}/results?state=${state}`));
      expect(await only("failed,ok")).toMatchObject({ status: 200, body: { results: failed } });
      expect(await only("")).toMatchObject({ status: 200, body: { results: failed } });
      for (const wrong of ["bogus", "failed,bogus"]) {
        const error = expect.stringMatching(/^state\[\d\]: /);
        expect(await only(wrong)).toMatchObject({ status: 400, body: { error } });
      }
    },
  },
  {
    route: `GET ${TASK}/compare`,
    access: "member",
    target: ranTwice,
    status: 200,
    reply: TaskComparison,
    after: (_, __, { body }) => expect(body).toMatchObject({ fields: [{ name: "limit", after: "web" }] }),
  },
  {
    route: `GET ${TASK}/compare/log`,
    access: "member",
    target: ranTwice,
    status: 200,
    reply: LogComparison,
    after: (_, __, { body }) => expect(body).toMatchObject({ state: "same" }),
  },
  {
    route: `POST ${TASK}/rerun`,
    access: "runTasks",
    target: async (place) => {
      const inventory_id = await inventoryOf(place);
      const template_id = await newTemplate(place, {
        app: "ansible",
        playbook: "site.yml",
        inventory_id,
        launch: { limit: "allowed" },
      });
      const taskId = await taskIn(place, "error", { template_id });
      const counts = { ok: 0, changed: 0, unreachable: 0, failed: 1, skipped: 0 };
      await place.site.w.db
        .update(table)
        .set({ hosts: [{ host: "web", ...counts }] })
        .where(eq(table.id, taskId));
      return { taskId };
    },
    body: () => ({ hosts: "failed" }),
    status: 201,
    reply: NewTask,
    own: NewTask,
    event: (_, reply) => ["task", idOf(reply), `Task ID ${idOf(reply)} queued for running`],
    after: (_, __, { body }) => expect(body).toMatchObject({ limit: "web", status: "waiting" }),
    bad: () => [[{ hosts: "failed", tests: "failed" }, "tests: Specify either hosts or tests"]],
  },
  {
    route: `DELETE ${TASK}`,
    access: "manageResourcesAsAdmin",
    target: async (place) => {
      const taskId = await taskIn(place, "success");
      const later = await taskIn(place, "success");
      await place.site.w.db.update(table).set({ build_task_id: taskId }).where(eq(table.id, later));
      return { taskId, later };
    },
    status: 204,
    event: ({ taskId }) => ["task", Number(taskId), `Task ID ${taskId} deleted`],
    after: async (place, ids, reply) => {
      await isGone(({ taskId }) => place.path(`tasks/${taskId}`))?.(place, ids, reply);
      expect(await look(place, place.path(`tasks/${ids.later}`))).toMatchObject({ build_task_id: null });
      const active = await newTask(place);
      const refused = await place.site.call("admin", "DELETE", place.path(`tasks/${active}`));
      expect(refused.status).toBe(400);
    },
  },
];
