import { beforeAll, describe, expect, it } from "vitest";
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  getEnvironmentRefs,
  listEnvironments,
  updateEnvironment,
} from "@/lib/environment/operations";
import { listLastEvents } from "@/lib/event/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { FORBIDDEN, MANAGERS, MEMBERS, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
let theirs: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
  theirs = await resources(db, w.otherProjectId);
});

const here = () => ({ projectId: w.projectId });
const at = (environmentId: number) => ({ ...here(), environmentId });
const input = (changes: Record<string, unknown> = {}) => ({
  project_id: w.projectId,
  name: "prod",
  json: '{"region":"eu","n":[1,2]}',
  env: '{"STAGE":"prod"}',
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) => w.call(createEnvironment, "manager", here(), input(changes));

describe("an environment", () => {
  it("is created, read, replaced and deleted, with an event for each", async () => {
    const created = await create();
    expect(created).toEqual({ id: created.id, password: null, secrets: null, ...input() });
    expect(await w.call(getEnvironment, "manager", at(created.id))).toEqual(created);
    const changed = input({ id: created.id, name: "live", json: "{}", env: null });
    expect(await w.call(updateEnvironment, "manager", at(created.id), changed)).toBeUndefined();
    expect(await w.call(getEnvironment, "manager", at(created.id))).toMatchObject({ name: "live", env: null });
    await w.call(deleteEnvironment, "manager", at(created.id));
    expect(await refusal(w.call(getEnvironment, "manager", at(created.id)))).toEqual({ status: 404, error: null });
    const texts = (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);
    const expected = ["Environment live deleted", "Environment live updated", "Environment prod created"];
    expect(texts.slice(0, 3)).toEqual(expected);
  });

  it.each([
    [{ name: " " }, "Environment name can not be empty"],
    [{ json: undefined }, "Extra variables must be valid JSON"],
    [{ json: "" }, "Extra variables must be valid JSON"],
    [{ json: "{a:1}" }, "Extra variables must be valid JSON"],
    [{ json: "[]" }, "Extra variables must be valid JSON"],
    [{ json: { a: 1 } }, "json: Expected string"],
    [{ json: '{"a":"\\u0000"}' }, "json: Contains an unsupported character"],
    [{ json: '{"a":[12345678901234567890]}' }, "json: The number is too large"],
    [{ env: "STAGE=prod" }, "Environment variables must be valid JSON"],
    [{ env: '{"A":1}' }, "env.A: Must be text"],
    [{ env: '{"A":{"b":1}}' }, "env.A: Must be text"],
    [{ env: '{"A":"x\\u0000"}' }, "env: Contains an unsupported character"],
    [{ env: '{"LD_PRELOAD":"/x.so"}' }, "env.LD_PRELOAD: This name is reserved"],
    [{ env: '{"SIGNALBOX_TASK_MARK":"x"}' }, "env.SIGNALBOX_TASK_MARK: This name is reserved"],
    [{ env: '{"A=B":"x"}' }, "env.A=B: Letters, digits and _ only, not starting with a digit"],
    [{ project_id: 999_999 }, "Project ID in body and URL must be the same"],
  ])("can't be created with %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it.each([
    [{ env: JSON.stringify({ A: "x".repeat(200_000) }) }, "env"],
    [{ json: JSON.stringify({ a: "x".repeat(600_000) }) }, "json"],
    [{ env: JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`V${n}`, ""]))) }, "env"],
  ])("is too large if a process couldn't hold its variables", async (changes, field) => {
    const error = `${field}: Too many variables, or a value is too long`;
    expect(await refusal(create(changes))).toEqual({ status: 413, error });
  });

  it("rejects a body whose ids differ from the path", async () => {
    const replace = (changes: Record<string, unknown>) =>
      w.call(updateEnvironment, "manager", at(ours.environmentId), input(changes));
    const id = { status: 400, error: "ID in body and URL must be the same" };
    expect(await refusal(replace({ id: 999_999 }))).toEqual(id);
    const project = { status: 400, error: "Project ID in body and URL must be the same" };
    expect(await refusal(replace({ project_id: w.otherProjectId }))).toEqual(project);
  });

  it("of another project is not found", async () => {
    const foreign = at(theirs.environmentId);
    const gone = { status: 404, error: null };
    expect(await refusal(w.call(getEnvironment, "owner", foreign))).toEqual(gone);
    expect(await refusal(w.call(getEnvironmentRefs, "owner", foreign))).toEqual(gone);
    expect(await refusal(w.call(updateEnvironment, "owner", foreign, input()))).toEqual(gone);
    expect(await refusal(w.call(deleteEnvironment, "owner", foreign))).toEqual(gone);
  });

  it("can be changed by those who manage resources, and read by members", async () => {
    const own = at(ours.environmentId);
    expect(await statuses((as) => w.call(createEnvironment, as, here(), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(updateEnvironment, as, own, input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(getEnvironment, as, own))).toEqual(MEMBERS);
    expect(await refusal(w.call(deleteEnvironment, "task_runner", own))).toEqual(FORBIDDEN);
  });

  it("hides its values from members who can't manage resources", async () => {
    const { id } = await create({ name: "hidden" });
    for (const as of ["guest", "task_runner"] as const) {
      expect(await w.call(getEnvironment, as, at(id))).toMatchObject({ name: "hidden", json: "", env: null });
      const list = await w.call(listEnvironments, as, here(), {});
      expect(list.every(({ json, env }) => json === "" && env === null)).toBe(true);
    }
    const [shown] = (await w.call(listEnvironments, "owner", here(), {})).filter((row) => row.id === id);
    expect(shown).toMatchObject({ json: input().json, env: input().env, secrets: null });
  });

  it("in use can't be deleted and names its templates", async () => {
    const { id } = await create({ name: "used" });
    const templateId = await insertTemplateRow(db, w.projectId, ours, { environment_id: id });
    expect((await w.call(getEnvironmentRefs, "guest", at(id))).templates).toEqual([{ id: templateId, name: "Deploy" }]);
    expect(await refusal(w.call(deleteEnvironment, "manager", at(id)))).toEqual({
      status: 400,
      error: "Environment is in use by one or more templates",
    });
  });
});

describe("the list of environments", () => {
  it("is sorted by name and takes one statement", async () => {
    const list = () => w.call(listEnvironments, "owner", here(), {});
    const names = (await list()).map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(await statementsOf(db, list)).toHaveLength(2);
  });
});
