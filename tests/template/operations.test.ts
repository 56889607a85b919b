import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/db/schema/apps";
import { schedules } from "@/db/schema/schedules";
import { listLastEvents } from "@/lib/event/operations";
import type { InventoryType } from "@/lib/inventory/rules";
import { insertInventory } from "@/lib/inventory/store";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  getTemplateRefs,
  listCommitChecks,
  updateTemplate,
} from "@/lib/template/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { FORBIDDEN, MANAGERS, MEMBERS, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
let theirs: Resources;
let theirTemplateId: number;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
  theirs = await resources(db, w.otherProjectId);
  theirTemplateId = await insertTemplateRow(db, w.otherProjectId, theirs);
});

const here = () => ({ projectId: w.projectId });
const at = (templateId: number) => ({ ...here(), templateId });
const input = (changes: Record<string, unknown> = {}) => ({
  project_id: w.projectId,
  name: "Ping",
  app: "ansible",
  playbook: "ping.yml",
  inventory_id: ours.inventoryId,
  repository_id: ours.repositoryId,
  environment_id: ours.environmentId,
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) => w.call(createTemplate, "manager", here(), input(changes));

async function inventoryOf(type: InventoryType): Promise<number> {
  const row = { name: type, type, inventory: "prod", ssh_key_id: null, become_key_id: null };
  return (await insertInventory(db, w.projectId, { ...row, holder_id: null, repository_id: null })).id;
}

const question = {
  name: "stage",
  title: "Stage",
  required: true,
  type: "enum",
  description: "Where to",
  values: [{ name: "Live", value: "live" }],
};
const everything = () => ({
  ...input(),
  view_id: ours.viewId,
  description: "Says pong",
  type: "",
  arguments: '["--forks=2"]',
  allow_override_args_in_task: true,
  autorun: true,
  git_branch: "release/1",
  survey_vars: [question],
  suppress_success_alerts: true,
  allow_parallel_tasks: true,
  runner_tag: "eu",
  timeout_seconds: 60,
  auto_approve: true,
  always_ask: true,
  labels: ["web", "eu"],
});

describe("a template", () => {
  it("keeps every field", async () => {
    const created = await create(everything());
    expect(created).toEqual({
      ...everything(),
      id: created.id,
      environment_ids: [created.environment_id],
      allow_override_branch_in_task: false,
      launch: { arguments: "ask" },
      task_params: {
        allow_override_inventory: false,
        allow_override_limit: false,
        allow_override_tags: false,
        allow_override_skip_tags: false,
        allow_debug: true,
        allow_destroy: false,
      },
      build_template_id: null,
      state_id: null,
      stack: "",
      init_arguments: null,
      declares_backend: false,
      drift: null,
      start_version: null,
      vaults: [],
      tasks: 0,
      last_task_id: null,
      last_task: null,
      current_task: null,
      recent_tasks: [],
      favorite: false,
      graph: null,
    });
    expect(await w.call(getTemplate, "guest", at(created.id))).toEqual(created);
  });

  it("requires only what its application needs", async () => {
    const created = await w.call(createTemplate, "owner", here(), {
      name: "Run",
      app: "bash",
      playbook: "run.sh",
      repository_id: ours.repositoryId,
    });
    const none = { inventory_id: null, environment_id: null, view_id: null, arguments: null, survey_vars: null };
    expect(created).toMatchObject({ ...none, type: "", description: null, git_branch: null, runner_tag: "" });
  });

  it("is replaced completely, ignoring read-only fields", async () => {
    const created = await create(everything());
    const echo = { ...created, name: "Pong", survey_vars: null, view_id: null, tasks: 99, last_task_id: 7 };
    expect(await w.call(updateTemplate, "manager", at(created.id), echo)).toEqual({});
    const read = await w.call(getTemplate, "guest", at(created.id));
    expect(read).toEqual({ ...echo, tasks: 0, last_task_id: null });
    const bare = input({ id: created.id, app: "bash", inventory_id: null });
    await w.call(updateTemplate, "manager", at(created.id), bare);
    expect(await w.call(getTemplate, "guest", at(created.id))).toMatchObject({ git_branch: null, autorun: false });
  });

  it("keeps its labels, and that Run asks, when a client does not know them", async () => {
    const { id } = await create({ labels: [" web ", "eu", "web", ""], always_ask: true });
    await w.call(updateTemplate, "manager", at(id), input());
    expect(await w.call(getTemplate, "guest", at(id))).toMatchObject({ labels: ["web", "eu"], always_ask: true });
    await w.call(updateTemplate, "manager", at(id), input({ labels: [], always_ask: false }));
    expect(await w.call(getTemplate, "guest", at(id))).toMatchObject({ labels: [], always_ask: false });
  });

  it.each([
    ["terraform", "static"],
    ["tofu", "file"],
    ["ansible", "terraform-workspace"],
  ] as const)("refuses for %s an inventory of type %s", async (app, type) => {
    const inventory_id = await inventoryOf(type);
    const error = "inventory_id: Terraform and OpenTofu need a workspace, Ansible an inventory of hosts";
    expect(await refusal(create({ app, inventory_id }))).toEqual({ status: 400, error });
    const { id } = await create({ app: "bash", inventory_id });
    const changed = w.call(updateTemplate, "manager", at(id), input({ app, inventory_id }));
    expect(await refusal(changed)).toEqual({ status: 400, error });
  });

  it("takes a workspace of either kind for Terraform and OpenTofu", async () => {
    for (const app of ["terraform", "tofu"])
      for (const type of ["terraform-workspace", "tofu-workspace"] as const)
        expect(await create({ app, inventory_id: await inventoryOf(type) })).toMatchObject({ app });
  });

  it("keeps where it runs, its limits and that it applies alone, when a client does not know them", async () => {
    const set = { runner_tag: "dmz", timeout_seconds: 60, allow_parallel_tasks: true, auto_approve: true };
    const terraform = { app: "terraform", inventory_id: null };
    const { id } = await create({ ...terraform, ...set });
    await w.call(updateTemplate, "manager", at(id), input(terraform));
    expect(await w.call(getTemplate, "guest", at(id))).toMatchObject(set);
    const cleared = { runner_tag: "", timeout_seconds: 0, allow_parallel_tasks: false, task_params: {} };
    await w.call(updateTemplate, "manager", at(id), input({ ...terraform, ...cleared }));
    expect(await w.call(getTemplate, "guest", at(id))).toMatchObject({
      runner_tag: "",
      timeout_seconds: 0,
      allow_parallel_tasks: false,
      auto_approve: false,
    });
  });

  it("offers its waiting tasks to the runners once it allows parallel ones", async () => {
    const { id } = await create();
    const save = (allow_parallel_tasks: boolean) => () =>
      w.call(updateTemplate, "manager", at(id), input({ allow_parallel_tasks }));
    expect(await heardDuring(save(true))).toEqual([{ type: "work", runner_id: null }]);
    expect(await heardDuring(save(true))).toEqual([]);
    expect(await heardDuring(save(false))).toEqual([]);
  });

  it("records an event for each change", async () => {
    const { id } = await create();
    await w.call(updateTemplate, "manager", at(id), input());
    await w.call(deleteTemplate, "manager", at(id));
    const seen = (await w.call(listLastEvents, "guest", here())).slice(0, 3);
    const expected = [`Template ID ${id} deleted`, `Template ID ${id} updated`, `Template ID ${id} created`];
    expect(seen.map(({ description }) => description)).toEqual(expected);
    expect(new Set(seen.map(({ object_type }) => object_type))).toEqual(new Set(["template"]));
  });

  it("says in the activity that the defaults of its tasks or its graph changed, but not how: both may hold answers", async () => {
    const changes = async () => (await w.call(listLastEvents, "owner", here()))[0]?.changes;
    const { id, ...stored } = await create({ task_params: { limit: ["web1"], skip_galaxy_install: true } });
    await w.call(updateTemplate, "manager", at(id), { ...stored, name: "Ping again" });
    expect(await changes()).toEqual({ name: { from: "Ping", to: "Ping again" } });
    const task_params = { ...stored.task_params, limit: [] };
    await w.call(updateTemplate, "manager", at(id), { ...stored, name: "Ping again", task_params });
    expect(await changes()).toEqual({ task_params: { sealed: true } });

    const graph = (roles: string[]) => ({ nodes: [{ kind: "approval", key: "ask", text: "Go?", roles }], edges: [] });
    const workflow = { name: "Release", app: "workflow", graph: graph(["owner"]) };
    const { id: workflowId } = await w.call(createTemplate, "owner", here(), workflow);
    await w.call(updateTemplate, "manager", at(workflowId), { ...workflow, graph: graph(["task_runner"]) });
    expect(await changes()).toEqual({ graph: { sealed: true } });
  });

  it.each([
    [{ inventory_id: null }, "template inventory can not be empty"],
    [{ name: "" }, "template name can not be empty"],
    [{ playbook: "" }, "template playbook can not be empty"],
    [{ app: "bash", playbook: "" }, "template playbook can not be empty"],
    [{ arguments: "--x" }, "template arguments must be valid JSON"],
    [{ arguments: '{"a":1}' }, "template arguments must be valid JSON"],
    [{ arguments: "[1]" }, "template arguments must be valid JSON"],
    [{ app: "perl" }, "Invalid app id: perl"],
    [{ app: "../bash" }, "Invalid app id: ../bash"],
    [{ app: "__proto__" }, "Invalid app id: __proto__"],
    [{ app: undefined }, "Invalid app id: "],
    [{ repository_id: null }, "repository_id: Repository is required"],
    [{ playbook: "../../x" }, "playbook: Must be a path inside the repository"],
    [{ playbook: "/etc/x" }, "playbook: Must be a path inside the repository"],
    [{ playbook: "--help" }, "playbook: Must be a path inside the repository"],
    [{ playbook: "a\nb" }, "playbook: Must be a path inside the repository"],
    [{ app: "terraform", playbook: "../x" }, "playbook: Must be a path inside the repository"],
    [{ git_branch: "$(id)" }, "git_branch: Not a valid branch name"],
    [{ type: "job" }, "type: Must be empty, build or deploy"],
    [{ type: "deploy" }, "build_template_id: Build template is required"],
    [{ timeout_seconds: -1 }, "timeout_seconds: Must be 0 or greater"],
    [{ survey_vars: [{ title: "x" }] }, "survey_vars[0].name: Name is required"],
    [{ survey_vars: [{ name: "x" }] }, "survey_vars[0].title: Title is required"],
    [{ survey_vars: [{ ...question, values: [] }] }, "survey_vars[0].values: Enumeration must have values."],
    [{ survey_vars: [question, question] }, "survey_vars[1].name: Another variable has this name"],
    [{ survey_vars: [{ ...question, type: "float" }] }, "survey_vars[0].type: Invalid value"],
  ])("can't be created with %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it.each([
    [{ id: 999_999 }, "template id in URL and in body must be the same"],
    [{ project_id: 999_999 }, "You can not move template to other project"],
    [{ app: "perl" }, "Invalid app id: perl"],
  ])("can't be replaced with %o", async (changes, error) => {
    const { id } = await create();
    expect(await refusal(w.call(updateTemplate, "manager", at(id), input(changes)))).toEqual({ status: 400, error });
  });

  it("is created in the project of the path, whatever the body says", async () => {
    expect(await create({ project_id: w.otherProjectId })).toMatchObject({ project_id: w.projectId });
  });

  it("rejects each reference to another project, naming the field", async () => {
    const { id } = await create();
    for (const [field, value] of [
      ["inventory_id", theirs.inventoryId],
      ["repository_id", theirs.repositoryId],
      ["environment_id", theirs.environmentId],
      ["view_id", theirs.viewId],
      ["build_template_id", theirTemplateId],
    ] as const) {
      const changes = { [field]: value, ...(field === "build_template_id" ? { type: "deploy" } : {}) };
      const expected = { status: 400, error: `${field}: Not found in this project` };
      expect(await refusal(create(changes))).toEqual(expected);
      expect(await refusal(w.call(updateTemplate, "manager", at(id), input(changes)))).toEqual(expected);
    }
    const both = await refusal(create({ view_id: theirs.viewId, environment_id: 999_999 }));
    expect(both.error).toBe("environment_id: Not found in this project; view_id: Not found in this project");
  });

  it("of another project is not found", async () => {
    const gone = { status: 404, error: null };
    for (const call of [
      () => w.call(getTemplate, "owner", at(theirTemplateId)),
      () => w.call(getTemplateRefs, "owner", at(theirTemplateId)),
      () => w.call(listCommitChecks, "owner", at(theirTemplateId)),
      () => w.call(updateTemplate, "owner", at(theirTemplateId), input()),
      () => w.call(deleteTemplate, "owner", at(theirTemplateId)),
    ]) {
      expect(await refusal(call())).toEqual(gone);
    }
  });

  it("can be changed by those who manage resources, and read by members", async () => {
    const { id } = await create();
    expect(await statuses((as) => w.call(createTemplate, as, here(), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(updateTemplate, as, at(id), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(getTemplate, as, at(id)))).toEqual(MEMBERS);
    expect(await refusal(w.call(deleteTemplate, "task_runner", at(id)))).toEqual(FORBIDDEN);
  });
});

describe("a disabled application", () => {
  it("stays with its templates, and can't be chosen for others", async () => {
    const { id } = await create({ app: "powershell", playbook: "a.ps1" });
    await db.insert(apps).values({ id: "powershell", active: false });
    const error = "app: This application is not active";
    expect(await refusal(create({ app: "powershell" }))).toEqual({ status: 400, error });
    await w.call(updateTemplate, "manager", at(id), input({ app: "powershell", name: "kept" }));
    expect(await w.call(getTemplate, "guest", at(id))).toMatchObject({ name: "kept", app: "powershell" });
  });
});

describe("the commit checks of a template", () => {
  it("are its schedules with a repository", async () => {
    const { id } = await create();
    const base = { project_id: w.projectId, template_id: id, cron_format: "* * * * *" };
    const [check] = await db
      .insert(schedules)
      .values([{ ...base, repository_id: ours.repositoryId }, base])
      .returning();
    expect(await w.call(listCommitChecks, "guest", at(id))).toEqual([
      { ...base, id: check?.id, name: "", active: true, repository_id: ours.repositoryId },
    ]);
  });
});
