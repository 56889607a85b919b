import { beforeAll, describe, expect, it } from "vitest";
import { ACCEPT } from "@/lib/operation/media-type";
import type { Person } from "../support/world";
import { environmentOf, inventoryOf, newTemplate, taskIn } from "./cases/fixtures";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
let ids: { inventory: number; environment: number; build: number; built: number };
beforeAll(async () => {
  place = await site.newPlace("launch");
  const build = await newTemplate(place, { type: "build", start_version: "1.0.0" });
  ids = {
    inventory: await inventoryOf(place),
    environment: await environmentOf(place),
    build,
    built: await taskIn(place, "success", { template_id: build }),
  };
});

const RUNNERS = ["task_runner", "manager", "owner", "admin"] as const;
const FIXED = "The template doesn't allow tasks to change this";
const MANAGERS_ONLY = "Only managers can set this for tasks of this template";

const start = (as: Person, template_id: number, fields: object) =>
  site.call(as, "POST", place.path("tasks"), { body: { template_id, ...fields } });

type Field = { app: "ansible" | "terraform" | "deploy"; sent: () => object; path?: string };

const FIELDS: Record<string, Field> = {
  message: { app: "ansible", sent: () => ({ message: "why" }) },
  build_task_id: { app: "deploy", sent: () => ({ build_task_id: ids.built }) },
  git_branch: { app: "ansible", sent: () => ({ git_branch: "feature/x" }) },
  inventory_id: { app: "ansible", sent: () => ({ inventory_id: ids.inventory }) },
  environment_id: { app: "ansible", sent: () => ({ environment_id: ids.environment }) },
  limit: { app: "ansible", sent: () => ({ limit: "web" }) },
  tags: { app: "ansible", sent: () => ({ params: { tags: ["a", "b"] } }), path: "params.tags" },
  skip_tags: { app: "ansible", sent: () => ({ params: { skip_tags: ["a", "b"] } }), path: "params.skip_tags" },
  arguments: { app: "ansible", sent: () => ({ arguments: '["-v"]' }) },
  debug: { app: "ansible", sent: () => ({ debug: true }) },
  dry_run: { app: "ansible", sent: () => ({ dry_run: true }) },
  diff: { app: "ansible", sent: () => ({ diff: true }) },
  plan: { app: "terraform", sent: () => ({ params: { plan: true } }), path: "params.plan" },
  destroy: { app: "terraform", sent: () => ({ params: { destroy: true } }), path: "params.destroy" },
};
const NAMES = Object.keys(FIELDS);
const fieldOf = (name: string) => ({ path: name, ...(FIELDS[name] ?? { app: "ansible" as const, sent: () => ({}) }) });

const template = ({ app }: Field, launch: object) =>
  newTemplate(place, {
    ...(app === "deploy"
      ? { type: "deploy", build_template_id: ids.build }
      : { app, inventory_id: app === "ansible" ? ids.inventory : null }),
    launch,
  });

describe("a field of a new task", () => {
  it.each(NAMES)("%s: fixed by the template, is rejected for every role", async (name) => {
    const { path, sent, app } = fieldOf(name);
    const id = await template({ app, sent }, { [name]: "fixed" });
    for (const as of RUNNERS) {
      expect(await start(as, id, sent())).toMatchObject({ status: 400, body: { error: `${path}: ${FIXED}` } });
      expect(await start(as, id, {})).toMatchObject({ status: 201 });
    }
  });

  it.each(NAMES)("%s: asked for or allowed, is accepted from every role that can run tasks", async (name) => {
    const { sent, app } = fieldOf(name);
    for (const mode of ["ask", "allowed"]) {
      const id = await template({ app, sent }, { [name]: mode });
      for (const as of RUNNERS) expect(await start(as, id, sent())).toMatchObject({ status: 201, body: sent() });
      expect((await start("guest", id, sent())).status).toBe(403);
    }
  });
});

describe("the flags of Semaphore's clients", () => {
  it("open a field for every role, and are returned", async () => {
    const task_params = { allow_override_limit: true };
    const id = await newTemplate(place, {
      app: "ansible",
      inventory_id: ids.inventory,
      allow_override_branch_in_task: true,
      task_params,
    });
    expect(await start("task_runner", id, { limit: "web", git_branch: "x" })).toMatchObject({ status: 201 });
    expect(await start("task_runner", id, { params: { tags: "a" } })).toMatchObject({
      body: { error: `params.tags: ${MANAGERS_ONLY}` },
    });
    const { body } = await site.call("guest", "GET", place.path(`templates/${id}`));
    expect(body).toMatchObject({
      launch: { limit: "ask", git_branch: "ask" },
      allow_override_branch_in_task: true,
      allow_override_args_in_task: false,
      task_params: { allow_override_limit: true },
    });
  });

  it("from a client that doesn't know the other settings leave them unchanged", async () => {
    const fields = { app: "ansible", inventory_id: ids.inventory };
    const id = await newTemplate(place, { ...fields, launch: { destroy: "fixed", limit: "ask" } });
    const { body: read } = await site.call("manager", "GET", place.path(`templates/${id}`));
    const { launch: _, task_params: __, ...known } = read as Record<string, unknown>;
    await site.call("manager", "PUT", place.path(`templates/${id}`), {
      body: { ...known, allow_override_args_in_task: true },
    });
    const { body } = await site.call("manager", "GET", place.path(`templates/${id}`));
    expect(body).toMatchObject({ launch: { destroy: "fixed", limit: "ask", arguments: "ask" } });
  });
});

describe("what newer clients of Semaphore send in params", () => {
  it("applies to the task", async () => {
    const id = await template(fieldOf("limit"), {});
    const params = { limit: ["web", "db"], tags: ["a", "b"], debug: true, dry_run: true, diff: true };
    expect(await start("manager", id, { params })).toMatchObject({
      status: 201,
      body: { limit: "web,db", debug: true, dry_run: true, diff: true, params: { tags: ["a", "b"] } },
    });
    expect(await start("task_runner", id, { params: { limit: "web" } })).toMatchObject({
      body: { error: `limit: ${MANAGERS_ONLY}` },
    });
  });

  it("is ignored if unknown", async () => {
    const id = await template(fieldOf("limit"), {});
    const params = { upgrade: true, debug_level: 4, inventory: null, tags: "a" };
    expect(await start("manager", id, { params })).toMatchObject({ status: 201, body: { params: { tags: ["a"] } } });
  });

  it("counts beside params too, where without tags the whole playbook would run", async () => {
    const id = await template(fieldOf("tags"), {});
    expect(await start("manager", id, { tags: ["a", "b"], skip_tags: "c" })).toMatchObject({
      status: 201,
      body: { params: { tags: ["a", "b"], skip_tags: ["c"] } },
    });
    expect(await start("task_runner", id, { tags: "a" })).toMatchObject({
      body: { error: `params.tags: ${MANAGERS_ONLY}` },
    });
  });
});

describe("a flag of planning beside params", () => {
  const terraform = (launch: object = {}) => newTemplate(place, { app: "terraform", launch });

  it.each(["plan", "auto_approve", "destroy"])("%s counts as well", async (name) => {
    const id = await terraform();
    expect(await start("manager", id, { [name]: true })).toMatchObject({
      status: 201,
      body: { params: { [name]: true } },
    });
    const { body } = await start("manager", id, { [name]: false });
    expect(body).toMatchObject({ params: {} });
    expect(await start("manager", id, { [name]: "yes" })).toMatchObject({ status: 400 });
  });

  it("is under the rules of the template", async () => {
    const id = await terraform({ plan: "fixed" });
    expect(await start("manager", id, { plan: true })).toMatchObject({ body: { error: `params.plan: ${FIXED}` } });
  });

  it("is none in a task that is posted again with what its plan would change", async () => {
    const plan = { add: 1, change: 0, destroy: 0 };
    const { status, body } = await start("manager", await terraform(), { plan });
    expect(status).toBe(201);
    expect((body as { params: object }).params).not.toHaveProperty("plan");
  });
});

describe("a deploy", () => {
  const latest = () => taskIn(place, "success", { template_id: ids.build });

  it.each(["ask", "allowed", "fixed"])("whose build is %s uses the newest one if none is named", async (mode) => {
    const id = await template(fieldOf("build_task_id"), { build_task_id: mode });
    const newest = await latest();
    expect(await start("task_runner", id, {})).toMatchObject({ status: 201, body: { build_task_id: newest } });
  });
});

describe("schedules and integrations", () => {
  const schedule = (template_id: number, task_params: object) =>
    site.call("manager", "POST", place.path("schedules"), {
      headers: { accept: ACCEPT },
      body: { name: "s", cron_format: "@daily", active: true, template_id, task_params },
    });
  const integration = (template_id: number, task_params: object) =>
    site.call("manager", "POST", place.path("integrations"), { body: { name: "i", template_id, task_params } });

  it("can set what the template doesn't fix, including another environment", async () => {
    const id = await template(fieldOf("limit"), { git_branch: "fixed" });
    const sent = { limit: "web", environment_id: ids.environment };
    for (const save of [schedule, integration]) {
      expect(await save(id, sent)).toMatchObject({ status: 201, body: { task_params: sent } });
      expect(await save(id, { git_branch: "x" })).toMatchObject({
        status: 400,
        body: { error: `task_params.git_branch: ${FIXED}` },
      });
      expect(await save(id, { params: { limit: ["web"] } })).toMatchObject({ body: { task_params: { limit: "web" } } });
    }
  });

  it("can't name an environment or inventory of another project", async () => {
    const other = await site.newPlace("launch elsewhere");
    const id = await template(fieldOf("limit"), {});
    for (const save of [schedule, integration]) {
      for (const [field, foreign] of [
        ["environment_id", await environmentOf(other)],
        ["inventory_id", await inventoryOf(other)],
      ] as const)
        expect(await save(id, { [field]: foreign })).toMatchObject({
          status: 400,
          body: { error: `task_params.${field}: Not found in this project` },
        });
    }
  });
});
