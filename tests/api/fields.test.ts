import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { jobOf } from "@/lib/task/attempt/job";
import type { Person } from "../support/world";
import { environmentOf, idOf, inventoryOf, newTask, newTemplate } from "./cases/fixtures";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
let strict: number;
let open: number;
let terraform: number;
let playbook: number;
let plan: number;
let planned: number;
let environment: number;
let inventory: number;

const SURVEY = [
  { name: "size", title: "Size", type: "int", required: false },
  { name: "color", title: "Color", type: "enum", values: [{ name: "red", value: "red" }] },
  { name: "pin", title: "Pin", type: "secret" },
];

beforeAll(async () => {
  place = await site.newPlace("fields");
  inventory = await inventoryOf(place);
  environment = await environmentOf(place);
  strict = await newTemplate(place, {
    survey_vars: SURVEY,
    app: "ansible",
    playbook: "a.yml",
    inventory_id: inventory,
  });
  open = await newTemplate(place, { allow_override_args_in_task: true });
  terraform = await newTemplate(place, { app: "terraform", auto_approve: true });
  const allow_override_args_in_task = true;
  const ansible = { app: "ansible", playbook: "a.yml", inventory_id: inventory };
  playbook = await newTemplate(place, { ...ansible, allow_override_args_in_task });
  plan = await newTemplate(place, { app: "tofu", allow_override_args_in_task });
  planned = await newTemplate(place, { app: "terraform" });
});

const start = (as: Person, template_id: number, fields: object) =>
  site.call(as, "POST", place.path("tasks"), { body: { template_id, ...fields } });

const MANAGERS_ONLY = "Only managers can set this for tasks of this template";
const FIXED = "The template doesn't allow tasks to change this";
/** Fields that require manageResources as long as the template doesn't open them. */
const OVERRIDES: [field: string, sent: () => object, template?: () => number][] = [
  ["playbook", () => ({ playbook: "other.yml" })],
  ["inventory_id", () => ({ inventory_id: inventory })],
  ["environment_id", () => ({ environment_id: environment })],
  ["git_branch", () => ({ git_branch: "feature/x" })],
  ["commit_hash", () => ({ commit_hash: "0123abc" })],
  ["limit", () => ({ limit: "web" })],
  ["params.auto_approve", () => ({ params: { auto_approve: true } })],
  ["params.destroy", () => ({ params: { destroy: true } }), () => planned],
  ["params.tags", () => ({ params: { tags: ["a", "b"] } })],
  ["params.skip_tags", () => ({ params: { skip_tags: ["a", "b"] } })],
];

describe("an override that the template does not allow", () => {
  it.each(OVERRIDES)("of %s is rejected for task runners", async (field, sent, template = () => strict) => {
    expect(await start("task_runner", template(), sent())).toMatchObject({
      status: 400,
      body: { error: `${field}: ${MANAGERS_ONLY}` },
    });
  });

  it.each(OVERRIDES)("of %s is applied for resource managers", async (_, sent, template = () => strict) => {
    for (const as of ["manager", "owner", "admin"] as const)
      expect(await start(as, template(), sent())).toMatchObject({ status: 201, body: sent() });
  });

  it("of the arguments is rejected for everyone, and accepted if the template allows it", async () => {
    const sent = { arguments: '["-v","--check"]' };
    for (const as of ["task_runner", "manager", "owner", "admin"] as const) {
      expect(await start(as, strict, sent)).toMatchObject({ status: 400, body: { error: `arguments: ${FIXED}` } });
      expect(await start(as, open, sent)).toMatchObject({ status: 201, body: sent });
    }
  });

  it("of the approval is accepted if the template allows it", async () => {
    const sent = { params: { auto_approve: true } };
    expect(await start("task_runner", terraform, sent)).toMatchObject({ status: 201, body: sent });
  });

  it("is reported with all others in one response", async () => {
    const { body } = await start("task_runner", strict, { playbook: "x.yml", limit: "web", arguments: '["-v"]' });
    expect(body).toEqual({
      error: `limit: ${MANAGERS_ONLY}; arguments: ${FIXED}; playbook: ${MANAGERS_ONLY}`,
    });
  });
});

describe("the arguments of a task", () => {
  it.each<[() => number, string[]]>([
    [() => playbook, ["-vvv", "--forks=5", "-e", "a={{ b }}", '-e{"c": [1]}']],
    [() => plan, ["-parallelism=2", "-var", "a=1"]],
    [() => open, ["-c", "--", "@/etc/passwd"]],
  ])("are passed on unchanged if they are harmless", async (template, args) => {
    const sent = { arguments: JSON.stringify(args) };
    expect(await start("task_runner", template(), sent)).toMatchObject({ status: 201, body: sent });
  });

  it.each<[() => number, string[], string]>([
    [() => playbook, ["-e", "@/etc/passwd"], "--extra-vars has an invalid value"],
    [() => playbook, ["-i/etc/passwd"], "-i is not allowed in a task's arguments"],
    [() => playbook, ["--connec=local"], "--connec is not allowed in a task's arguments"],
    [() => playbook, ["--vault-password-file", "/x"], "--vault-password-file is not allowed in a task's arguments"],
    [
      () => playbook,
      ["-e", "ansible_connection=local"],
      "--extra-vars ansible_connection is not allowed in a task's arguments",
    ],
    [() => plan, ["-destroy"], "-destroy is not allowed in a task's arguments"],
    [() => plan, ["-chdir=/"], "-chdir is not allowed in a task's arguments"],
  ])("are rejected for everyone, and never stored in schedules: %#", async (template, args, error) => {
    const sent = { arguments: JSON.stringify(args) };
    for (const as of ["task_runner", "manager", "admin"] as const) {
      expect(await start(as, template(), sent)).toMatchObject({ status: 400, body: { error: `arguments: ${error}` } });
    }
    const schedule = { name: "s", cron_format: "0 0 1 1 *", template_id: template(), task_params: sent };
    const saved = await site.call("manager", "POST", place.path("schedules"), { body: schedule });
    expect(saved).toMatchObject({ status: 400, body: { error: `task_params.arguments: ${error}` } });
  });

  it("that correspond to a task's fields set those fields, and require the same permission", async () => {
    const sent = { arguments: '["-v","-lweb","--tags=a","-t","b","--check","-D"]' };
    expect(await start("task_runner", playbook, sent)).toMatchObject({
      status: 400,
      body: { error: `limit: ${MANAGERS_ONLY}; params.tags: ${MANAGERS_ONLY}` },
    });
    expect(await start("manager", playbook, sent)).toMatchObject({
      status: 201,
      body: { arguments: '["-v"]', limit: "web", dry_run: true, diff: true, params: { tags: ["a", "b"] } },
    });
    expect(await start("task_runner", playbook, { arguments: '["-C"]' })).toMatchObject({
      status: 201,
      body: { arguments: null, dry_run: true },
    });
    expect(await start("task_runner", strict, { arguments: '["-C"]' })).toMatchObject({
      status: 400,
      body: { error: `arguments: ${FIXED}` },
    });
  });

  it("are checked again when a task is rerun", async () => {
    const { body } = await start("manager", playbook, { arguments: '["-v"]' });
    const again = { ...(body as object), arguments: '["-v","--become"]' };
    expect(await start("task_runner", playbook, again)).toMatchObject({ status: 400 });
  });

  it("can't name a file outside the repository in a limit", async () => {
    for (const limit of ["@/etc/passwd", "web,@../x", "web:@/etc/passwd", "@"]) {
      expect(await start("manager", playbook, { limit })).toMatchObject({
        status: 400,
        body: { error: "limit: A file after @ must be a path inside the repository" },
      });
    }
    expect(await start("manager", playbook, { limit: "web,@hosts/retry" })).toMatchObject({ status: 201 });
  });
});

describe("task runners", () => {
  it.each<[string, () => number, object]>([
    ["a message and flags", () => strict, { message: "m", debug: true, dry_run: true, diff: true }],
    ["a plan", () => terraform, { params: { plan: true } }],
    ["answers", () => strict, { environment: '{"size":3,"color":"red"}' }],
    ["empty values for everything", () => strict, { playbook: "", limit: "", git_branch: "", inventory_id: 0 }],
    ["nulls for everything", () => strict, { playbook: null, limit: null, arguments: null, params: null }],
  ])("may send %s", async (_, template, sent) => {
    const { status, text } = await start("task_runner", template(), sent);
    expect({ status, text }).toMatchObject({ status: 201 });
  });

  it("read back what they sent", async () => {
    const sent = { message: "m", debug: true, dry_run: true, diff: true, environment: '{"size":3,"color":"red"}' };
    const { body } = await start("task_runner", strict, sent);
    expect(body).toMatchObject(sent);
  });

  it("can send whole numbers as strings, and the task gets numbers", async () => {
    const { body } = await start("task_runner", strict, { environment: '{"size":"007","color":"red"}' });
    expect(body).toMatchObject({ environment: '{"size":"007","color":"red"}' });
    const [task] = await site.w.db
      .select()
      .from(tasks)
      .where(eq(tasks.id, idOf({ body })));
    if (!task) throw new Error("no task");
    expect((await jobOf(site.w.db, task, "run")).extra_vars).toMatchObject({ size: 7, color: "red" });
  });

  it("can rerun a task by sending all its fields", async () => {
    const id = await newTask(place, { template_id: strict, environment: '{"size":1}' });
    const { body: list } = await site.call("task_runner", "GET", place.path("tasks"));
    const whole = (list as { id: number }[]).find((task) => task.id === id);
    const again = await start("task_runner", strict, { ...whole });
    expect(again).toMatchObject({ status: 201, body: { environment: '{"size":1}', status: "waiting" } });
    expect((again.body as { id: number }).id).not.toBe(id);
  });
});

describe("a variable that the template does not declare", () => {
  it.each(["environment", "secret"])("in %s is rejected for members who may only run tasks", async (field) => {
    const sent = { [field]: '{"size":1,"extra":"x"}' };
    expect(await start("task_runner", strict, sent)).toMatchObject({
      status: 400,
      body: { error: `${field}.extra: The template doesn't declare this variable` },
    });
  });

  it("reaches the task of a resource manager", async () => {
    const sent = { environment: '{"extra":"x"}' };
    expect(await start("manager", strict, sent)).toMatchObject({ status: 201, body: sent });
  });
});

describe("a secret answer", () => {
  it("is stored separately wherever it is sent, and never returned", async () => {
    for (const field of ["environment", "secret"]) {
      const made = await start("task_runner", strict, { [field]: '{"pin":"s3cret-pin"}' });
      expect(made).toMatchObject({ status: 201, body: { environment: "", secret: "{}" } });
      const seen = await site.call("owner", "GET", place.path(`tasks/${(made.body as { id: number }).id}`));
      expect(seen.body).toMatchObject({ environment: "", secret: "" });
      expect(made.text + seen.text).not.toContain("s3cret-pin");
    }
  });
});

describe("a field with a meaningless value", () => {
  it.each<[string, string, object, string]>([
    [
      "environment",
      "a secret of another kind",
      { secrets: [{ type: "file", name: "A", operation: "create" }] },
      "secrets[0].type",
    ],
    [
      "environment",
      "a change of another kind",
      { secrets: [{ type: "env", name: "A", operation: "upsert" }] },
      "secrets[0].operation",
    ],
    [
      "environment",
      "an update of what is new",
      { secrets: [{ id: 1, type: "env", name: "A", operation: "update" }] },
      "secrets[0].id",
    ],
  ])("is rejected: %s, %s", async (path, _, fields, field) => {
    const { status, body } = await site.call("owner", "POST", place.path(path), {
      body: { name: "n", json: "{}", ...fields },
    });
    expect({ status, error: (body as { error?: string }).error }).toEqual({
      status: 400,
      error: expect.stringContaining(field),
    });
  });

  it.each<[string, object, string]>([
    ["another kind of vault", { vaults: [{ vault_key_id: 1, type: "agent" }] }, "vaults[0].type"],
    ["another kind of variable", { survey_vars: [{ name: "a", title: "A", type: "date" }] }, "survey_vars[0].type"],
  ])("is rejected: templates, %s", async (_, fields, field) => {
    const body = { name: "n", app: "bash", playbook: "x.sh", repository_id: 1, ...fields };
    const answer = await site.call("owner", "POST", place.path("templates"), { body });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(field) } });
  });
});
