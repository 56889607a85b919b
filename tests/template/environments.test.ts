import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { mergeLayers } from "@/lib/environment/merge";
import { deleteEnvironment } from "@/lib/environment/operations";
import { insertEnvironment } from "@/lib/environment/store";
import { createTask } from "@/lib/task/operations";
import { createTemplate, getTemplate, listTemplateVariables, updateTemplate } from "@/lib/template/operations";
import { environmentsOf } from "@/lib/template/rules/environments";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type Resources, resources } from "../support/resources";
import { refusal, type World, world } from "../support/world";

describe("the environments to store", () => {
  const stored = { environment_id: 1, environment_ids: [1, 2] };
  it.each<[string, { environment_id?: number | null; environment_ids?: number[] }, number[]]>([
    ["are those of the list", { environment_id: null, environment_ids: [3, 1] }, [3, 1]],
    ["are none for an empty list", { environment_id: 1, environment_ids: [] }, []],
    ["stay for a client that knows one, and leaves it", { environment_id: 1 }, [1, 2]],
    ["are the one that such a client chose", { environment_id: 3 }, [3]],
    ["are none if such a client removed it", { environment_id: null }, []],
    ["have the first one replaced in an object sent back", { environment_id: 3, environment_ids: [1, 2] }, [3, 2]],
    [
      "lose the first one that is removed in an object sent back",
      { environment_id: null, environment_ids: [1, 2] },
      [2],
    ],
    ["stay for a client that sends back only the list", { environment_ids: [1, 2] }, [1, 2]],
    ["name none twice", { environment_id: 2, environment_ids: [1, 2] }, [2]],
    ["follow a list that was changed", { environment_id: 1, environment_ids: [2, 1] }, [2, 1]],
  ])("%s", (_, sent, expected) => {
    expect(environmentsOf(sent, stored)).toEqual(expected);
  });

  it("of a new template are the one that is named", () => {
    expect(environmentsOf({ environment_id: 4 }, null)).toEqual([4]);
  });
});

it("a later environment overrides those before, and a secret the plain value beside it", () => {
  const layers = [
    { id: 1, json: '{"a":1,"b":1}', env: '{"A":"1"}', secrets: [{ type: "var" as const, name: "c" }] },
    { id: 2, json: '{"b":2,"c":2}', env: null, secrets: [{ type: "env" as const, name: "A" }] },
    { id: 3, json: '{"b":3}', env: null, secrets: [{ type: "var" as const, name: "b" }] },
  ];
  expect(mergeLayers(layers)).toEqual([
    { kind: "env", name: "A", secret: true, environment_id: 2, overrides: [1] },
    { kind: "var", name: "a", secret: false, environment_id: 1, overrides: [] },
    { kind: "var", name: "b", secret: true, environment_id: 3, overrides: [1, 2] },
    { kind: "var", name: "c", secret: false, environment_id: 2, overrides: [1] },
  ]);
});

describe("a template with several environments", () => {
  let w: World;
  let r: Resources;
  let base: number;
  let site: number;
  let runner: HandRunner;
  const opened = freshDatabase();

  const secret = (type: "var" | "env", name: string, value: string, index: number) => ({
    id: null,
    type,
    name,
    secret: value,
    index,
    operation: "create" as const,
  });
  const here = () => ({ projectId: w.projectId });
  const body = (changes: object = {}) => ({
    name: "t",
    app: "bash",
    playbook: "run.sh",
    repository_id: r.repositoryId,
    environment_ids: [base, site],
    ...changes,
  });
  const create = (changes?: object) => w.call(createTemplate, "manager", here(), body(changes));

  beforeAll(async () => {
    const db = await opened;
    w = await world(db);
    r = await resources(db, w.projectId);
    base = await insertEnvironment(db, w.projectId, {
      name: "base",
      password: null,
      json: '{"region":"eu","size":1}',
      env: '{"LEVEL":"info"}',
      secrets: [secret("var", "token", "base-token-value", 0), secret("env", "KEY", "base-key-value", 1)],
    });
    site = await insertEnvironment(db, w.projectId, {
      name: "site",
      password: null,
      json: '{"size":2,"token":"plain"}',
      env: '{"LEVEL":"debug"}',
      secrets: [secret("env", "KEY", "site-key-value", 0)],
    });
  });
  beforeEach(async () => {
    const db = await opened;
    await db.delete(tasks);
    await db.delete(runners);
    runner = await HandRunner.start(db);
  });

  async function jobFor(input: object) {
    await w.call(createTask, "owner", here(), input);
    const [ref] = (await runner.poll()).tasks;
    if (!ref) throw new Error("no offer");
    return runner.begin(ref);
  }

  it("gives its tasks the merged values, secrets too", async () => {
    const { id, environment_id, environment_ids } = await create();
    expect({ environment_id, environment_ids }).toEqual({ environment_id: base, environment_ids: [base, site] });
    expect(await jobFor({ template_id: id })).toMatchObject({
      extra_vars: { region: "eu", size: 2, token: "plain" },
      env: { LEVEL: "debug" },
      secret_env: { KEY: "site-key-value" },
      secret_vars: {},
    });
  });

  it("merges them in the order it names", async () => {
    const { id } = await create({ environment_ids: [site, base] });
    const job = await jobFor({ template_id: id });
    expect(job).toMatchObject({
      extra_vars: { size: 1 },
      env: { LEVEL: "info" },
      secret_env: { KEY: "base-key-value" },
    });
    expect(job.secret_vars).toEqual({ token: "base-token-value" });
  });

  it("leaves them all aside for a task that names its own", async () => {
    const { id } = await create();
    const { extra_vars, secret_env } = await jobFor({ template_id: id, environment_id: r.environmentId });
    expect({ extra_vars, secret_env }).toEqual({ extra_vars: {}, secret_env: {} });
  });

  it("shows which environment wins, by name and without values", async () => {
    const { id } = await create();
    const variables = await w.call(listTemplateVariables, "manager", { ...here(), templateId: id });
    expect(variables).toEqual([
      { kind: "env", name: "KEY", secret: true, environment_id: site, environment: "site", overrides: ["base"] },
      { kind: "env", name: "LEVEL", secret: false, environment_id: site, environment: "site", overrides: ["base"] },
      { kind: "var", name: "region", secret: false, environment_id: base, environment: "base", overrides: [] },
      { kind: "var", name: "size", secret: false, environment_id: site, environment: "site", overrides: ["base"] },
      { kind: "var", name: "token", secret: false, environment_id: site, environment: "site", overrides: ["base"] },
    ]);
  });

  it("loses the only one that is removed in an object sent back", async () => {
    const created = await create({ environment_ids: [base] });
    const at = { ...here(), templateId: created.id };
    await w.call(updateTemplate, "manager", at, { ...created, environment_id: null });
    expect(await w.call(getTemplate, "guest", at)).toMatchObject({ environment_id: null, environment_ids: [] });
  });

  it("keeps every one of them from being deleted, and can change them", async () => {
    const { id } = await create();
    const remove = (environmentId: number) => w.call(deleteEnvironment, "manager", { ...here(), environmentId });
    expect(await refusal(remove(site))).toMatchObject({ status: 400 });
    const at = { ...here(), templateId: id };
    await w.call(updateTemplate, "manager", at, { ...body({ environment_ids: [0, site] }), id });
    expect(await w.call(getTemplate, "guest", at)).toMatchObject({ environment_id: site, environment_ids: [site] });
    expect(await refusal(create({ environment_ids: [base, 999_999] }))).toMatchObject({
      status: 400,
      error: "environment_ids[1]: Not found in this project",
    });
  });
});
