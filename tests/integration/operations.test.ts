import { eq, like, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { events } from "@/db/schema/events";
import { integrationMatchers, integrations, integrationValues } from "@/db/schema/integrations";
import { listLastEvents } from "@/lib/event/operations";
import * as ops from "@/lib/integration/operations";
import * as parts from "@/lib/integration/part-operations";
import * as reads from "@/lib/integration/read-operations";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { FORBIDDEN, MANAGERS, MEMBERS, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
let theirs: Resources;
let templateId: number;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
  theirs = await resources(db, w.otherProjectId);
  templateId = await insertTemplateRow(db, w.projectId, ours);
});

const here = () => ({ projectId: w.projectId });
const at = (integrationId: number) => ({ ...here(), integrationId });
const input = (changes: Record<string, unknown> = {}) => ({
  project_id: w.projectId,
  name: "GitHub",
  template_id: templateId,
  auth_method: "github",
  auth_secret_id: ours.passwordKeyId,
  auth_header: "",
  searchable: true,
  accept_get: true,
  task_params: null,
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) =>
  w.call(ops.createIntegration, "manager", here(), input(changes));
const get = (id: number) => w.call(reads.getIntegration, "manager", at(id));

/** Connections waiting for a lock. */
const waiting = async () =>
  db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

const matcher = (changes: Record<string, unknown> = {}) => ({
  name: "main only",
  match_type: "body",
  method: "equals",
  body_data_type: "json",
  key: "ref",
  value: "refs/heads/main",
  ...changes,
});
const value = (changes: Record<string, unknown> = {}) => ({
  name: "commit",
  value_source: "body",
  body_data_type: "json",
  key: "after",
  variable: "COMMIT",
  ...changes,
});

describe("an integration", () => {
  it("is created, read, replaced and deleted, with an event for each", async () => {
    const created = await create();
    expect(created).toEqual({ id: created.id, ...input() });
    expect(await get(created.id)).toEqual(created);
    const changed = { ...created, name: "GitLab", auth_method: "token", auth_header: "X-Gitlab-Token" };
    expect(await w.call(ops.updateIntegration, "manager", at(created.id), changed)).toEqual({});
    expect(await get(created.id)).toEqual(changed);
    expect(await w.call(reads.getIntegrationRefs, "guest", at(created.id))).toEqual({ matchers: null, values: null });
    await w.call(ops.deleteIntegration, "manager", at(created.id));
    expect(await refusal(get(created.id))).toEqual({ status: 404, error: null });
    const texts = (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);
    expect(texts.slice(0, 3)).toEqual([
      "Integration GitLab deleted",
      "Integration GitLab updated",
      "Integration GitHub created",
    ]);
  });

  it("keeps only known task parameters, and reads absent fields as empty", async () => {
    const task_params = { plan: true, auto_approve: null, limit: "web", colour: "red", params: { tags: "x" } };
    const created = await create({ task_params, template_id: null });
    expect(created.task_params).toEqual({ plan: true, limit: "web", params: { tags: "x" } });
    await w.call(ops.updateIntegration, "manager", at(created.id), { name: "bare" });
    expect(await get(created.id)).toEqual({
      id: created.id,
      project_id: w.projectId,
      name: "bare",
      template_id: null,
      auth_method: "",
      auth_secret_id: null,
      auth_header: "",
      searchable: false,
      // Of the clients that do not know it, none resets it.
      accept_get: true,
      task_params: null,
    });
  });

  it("can be read even if a restore stored invalid task parameters", async () => {
    const { id } = await create();
    await db.update(integrations).set({ task_params: { limit: 7, plan: "yes" } });
    expect((await get(id)).task_params).toEqual({});
  });

  it.each([
    [{ git_branch: "--upload-pack=touch /tmp/x" }, "task_params.git_branch: Not a valid branch name"],
    [{ limit: "web,@/etc/passwd" }, "task_params.limit: A file after @ must be a path inside the repository"],
  ])("rejects values that no task accepts: %o", async (task_params, error) => {
    const launch = { git_branch: "ask", limit: "ask" } as const;
    const template_id = await insertTemplateRow(db, w.projectId, ours, { app: "ansible", launch });
    expect(await refusal(create({ template_id, task_params }))).toEqual({ status: 400, error });
    const { id } = await create({ template_id });
    expect(
      await refusal(w.call(ops.updateIntegration, "manager", at(id), input({ template_id, task_params }))),
    ).toEqual({
      status: 400,
      error,
    });
  });

  it.each([
    [{ name: "" }, "No Name set for integration"],
    [{ project_id: 999_999 }, "Project ID in body and URL must be the same"],
    [{ template_id: 999_999 }, "template_id: Not found in this project"],
    [{ auth_secret_id: 999_999 }, "auth_secret_id: Not found in this project"],
    [{ auth_method: "basic" }, "auth_method: Must be empty, github, token or hmac"],
    [{ auth_header: "X Bad" }, "auth_header: Not a valid header name"],
    [{ auth_header: "X-Bad\r\nX: y" }, "auth_header: Not a valid header name"],
    [{ task_params: [] }, "task_params: Expected object"],
    [{ task_params: { plan: "yes" } }, "task_params.plan: Expected boolean"],
    [{ task_params: { arguments: "-v" } }, "task_params.arguments: Must be a JSON array of strings"],
    [{ searchable: 1 }, "searchable: Expected boolean"],
  ])("rejects %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it("takes words as lists, and what belongs to the task in params as well", async () => {
    const template_id = await insertTemplateRow(db, w.projectId, ours, { app: "ansible" });
    const params = { tags: ["a", "b"], limit: ["web", "db"], debug: true, dry_run: false };
    const created = await create({ template_id, task_params: { skip_tags: ["c", "d"], params } });
    expect(created.task_params).toEqual({ skip_tags: "c,d", limit: "web,db", debug: true, params: { tags: "a,b" } });
  });

  it("accepts only keys with a password as its secret", async () => {
    expect(await refusal(create({ auth_secret_id: ours.keyId }))).toEqual({
      status: 400,
      error: "auth_secret_id: Must be a key with login and password",
    });
  });

  it("says in the activity that its task options changed, but not how: answers may be confidential", async () => {
    const { id } = await create({ task_params: { environment: '{"token":"old"}' } });
    const changed = input({ name: "Again", task_params: { environment: '{"token":"new"}', debug: undefined } });
    await w.call(ops.updateIntegration, "manager", at(id), changed);
    const changes = async () => (await w.call(listLastEvents, "owner", here()))[0]?.changes;
    expect(await changes()).toEqual({ name: expect.any(Object), task_params: { sealed: true } });
    await w.call(ops.updateIntegration, "manager", at(id), { ...changed, name: "Same task" });
    expect(await changes()).toEqual({ name: { from: "Again", to: "Same task" } });
  });

  it("can be changed by those who manage resources, and read by members", async () => {
    const { id } = await create();
    expect(await statuses((as) => w.call(ops.createIntegration, as, here(), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(ops.updateIntegration, as, at(id), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(ops.createAlias, as, at(id)))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(parts.createMatcher, as, at(id), matcher()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(reads.listIntegrations, as, here(), {}))).toEqual(MEMBERS);
    expect(await statuses((as) => w.call(reads.listAliases, as, at(id)))).toEqual(MEMBERS);
    expect(await statuses((as) => w.call(reads.listDeliveries, as, here(), {}))).toEqual(MEMBERS);
  });

  it("hides its URL, secret and rules from members who can't manage resources", async () => {
    const { id, ...created } = await create({ auth_header: "X-Sign", task_params: { message: "pushed" } });
    const { id: matcherId } = await w.call(parts.createMatcher, "manager", at(id), matcher());
    const { id: valueId } = await w.call(parts.createValue, "manager", at(id), value());
    await w.call(ops.createAlias, "manager", at(id));
    const { id: aliasId } = await w.call(ops.createProjectAlias, "manager", here());
    const shown = { id, ...created, auth_secret_id: null, auth_header: "", task_params: null };
    for (const as of ["task_runner", "guest"] as const) {
      expect(await w.call(reads.getIntegration, as, at(id))).toEqual(shown);
      expect(await w.call(reads.listIntegrations, as, here(), {})).toContainEqual(shown);
      expect(await w.call(reads.listProjectAliases, as, here())).toEqual([]);
      expect(await w.call(reads.listAliases, as, at(id))).toEqual([]);
      expect(await w.call(reads.listMatchers, as, at(id))).toEqual([]);
      expect(await w.call(reads.listValues, as, at(id), {})).toEqual([]);
      expect(await refusal(w.call(reads.getMatcher, as, { ...at(id), matcherId }))).toEqual(FORBIDDEN);
      expect(await refusal(w.call(reads.getValue, as, { ...at(id), valueId }))).toEqual(FORBIDDEN);
      expect(await refusal(w.call(reads.listAliases, as, at(999_999)))).toEqual({ status: 404, error: null });
    }
    for (const as of ["owner", "admin"] as const) {
      expect(await w.call(reads.listAliases, as, at(id))).toHaveLength(1);
      expect(await w.call(reads.listMatchers, as, at(id))).toMatchObject([{ id: matcherId }]);
      expect(await w.call(reads.getIntegration, as, at(id))).toEqual({ id, ...created });
    }
    await w.call(ops.deleteProjectAlias, "manager", { ...here(), aliasId });
    const told = await db
      .select()
      .from(events)
      .where(like(events.description, `Integration Alias ID ${aliasId} %`));
    const ofProject = { object_id: null, object_name: "Ours", part: { type: "alias", name: "" } };
    expect(told).toMatchObject([ofProject, ofProject]);
  });

  it("is listed by name in one statement besides the caller's", async () => {
    await create({ name: "AAA" });
    const list = (query: object) => w.call(reads.listIntegrations, "guest", here(), query);
    expect((await list({})).at(0)?.name).toBe("AAA");
    expect((await list({ sort: "nonsense", order: "desc" })).at(-1)?.name).toBe("AAA");
    expect(await statementsOf(db, () => list({}))).toHaveLength(2);
  });
});

describe("matchers and extracted values", () => {
  it("are created, read, changed and deleted", async () => {
    const { id } = await create();
    const created = await w.call(parts.createMatcher, "manager", at(id), matcher({ integration_id: id }));
    expect(created).toEqual({ id: created.id, integration_id: id, ...matcher() });
    const params = { ...at(id), matcherId: created.id };
    await w.call(parts.updateMatcher, "manager", params, { ...created, method: "contains" });
    expect(await w.call(reads.getMatcher, "manager", params)).toEqual({ ...created, method: "contains" });
    expect(await w.call(reads.getMatcherRefs, "manager", params)).toEqual({ integrations: [] });
    expect(await w.call(reads.listMatchers, "manager", at(id))).toHaveLength(1);
    await w.call(parts.deleteMatcher, "manager", params);
    expect(await w.call(reads.listMatchers, "manager", at(id))).toEqual([]);
  });

  it("an update of an extracted value changes only the sent fields", async () => {
    const { id } = await create();
    const created = await w.call(parts.createValue, "manager", at(id), value());
    const params = { ...at(id), valueId: created.id };
    await w.call(parts.updateValue, "manager", params, { id: created.id, variable: "SHA", key: null, name: null });
    expect(await w.call(reads.getValue, "manager", params)).toEqual({ ...created, variable: "SHA" });
    expect(await refusal(w.call(parts.updateValue, "manager", params, { key: "" }))).toEqual({
      status: 400,
      error: "No Key set for JSON Body Data extraction.",
    });
    let update: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.update(integrationValues).set({ key: "head" }).where(eq(integrationValues.id, created.id));
      update = w.call(parts.updateValue, "manager", params, { variable: "HEAD" });
      await expect.poll(waiting).toHaveLength(1);
    });
    await update;
    expect(await w.call(reads.getValue, "manager", params)).toMatchObject({ key: "head", variable: "HEAD" });
    expect(await w.call(reads.getValueRefs, "manager", params)).toEqual({ integrations: [] });
    await w.call(parts.deleteValue, "manager", params);
    expect(await refusal(w.call(reads.getValue, "manager", params))).toEqual({ status: 404, error: null });
  });

  it.each([
    [{ match_type: "" }, "No Match Type set"],
    [{ key: "" }, "No key set"],
    [{ value: "" }, "No value set"],
    [{ name: "" }, "No Name set for integration"],
    [{ method: "regex" }, "method: Comparison method is required"],
    [{ body_data_type: "" }, "Value Source but no body data type set"],
    [{ integration_id: 999_999 }, "Extractor ID in body and URL must be the same"],
  ])("a matcher with %o is rejected", async (changes, error) => {
    const { id } = await create();
    expect(await refusal(w.call(parts.createMatcher, "manager", at(id), matcher(changes)))).toEqual({
      status: 400,
      error,
    });
  });

  it.each([
    [{ value_source: "" }, "No Value Source defined"],
    [{ name: "" }, "No Name set for integration"],
    [{ body_data_type: "" }, "Value Source but no body data type set"],
    [{ key: "" }, "No Key set for JSON Body Data extraction."],
    [{ value_source: "header", key: "" }, "Value Source set but no Key set"],
    [{ variable: "" }, "variable: Variable is required"],
    [{ variable: "LD_PRELOAD" }, "variable: This name is reserved"],
    [{ variable: "ANSIBLE_CONFIG" }, "variable: This name is reserved"],
    [{ variable: "A=B" }, "variable: Letters, digits and _ only, not starting with a digit"],
    [{ integration_id: 999_999 }, "Extractor ID in body and URL must be the same"],
  ])("an extracted value with %o is rejected", async (changes, error) => {
    const { id } = await create();
    expect(await refusal(w.call(parts.createValue, "manager", at(id), value(changes)))).toEqual({ status: 400, error });
  });

  it("a whole body needs no key", async () => {
    const { id } = await create();
    const created = await w.call(parts.createValue, "manager", at(id), value({ body_data_type: "string", key: "" }));
    expect(created.key).toBe("");
  });
});

describe("aliases", () => {
  it("are random, and separate for the project and each integration", async () => {
    const { id } = await create();
    const own = await w.call(ops.createAlias, "manager", at(id));
    const shared = await w.call(ops.createProjectAlias, "manager", here());
    expect(own.url).toMatch(/^\/api\/integrations\/[0-9a-f]{32}$/);
    expect(own.url).not.toBe(shared.url);
    expect(await w.call(reads.listAliases, "manager", at(id))).toEqual([own]);
    expect(await w.call(reads.listProjectAliases, "manager", here())).toEqual([shared]);
    const missing = { status: 404, error: null };
    expect(await refusal(w.call(ops.deleteProjectAlias, "manager", { ...here(), aliasId: own.id }))).toEqual(missing);
    expect(await refusal(w.call(ops.deleteAlias, "manager", { ...at(id), aliasId: shared.id }))).toEqual(missing);
    await w.call(ops.deleteAlias, "manager", { ...at(id), aliasId: own.id });
    await w.call(ops.deleteProjectAlias, "manager", { ...here(), aliasId: shared.id });
    expect(await w.call(reads.listAliases, "manager", at(id))).toEqual([]);
    expect(await w.call(reads.listProjectAliases, "manager", here())).toEqual([]);
  });
});

describe("another project", () => {
  it("its rows can't be reached by path or body", async () => {
    const there = { projectId: w.otherProjectId };
    const foreign = await w.call(ops.createIntegration, "stranger", there, { name: "theirs" });
    const beyond = { ...there, integrationId: foreign.id };
    const part = await w.call(parts.createMatcher, "stranger", beyond, matcher());
    const extracted = await w.call(parts.createValue, "stranger", beyond, value());
    const alias = await w.call(ops.createAlias, "stranger", beyond);
    const { id } = await create();
    for (const integrationId of [foreign.id, id]) {
      const base = { ...here(), integrationId };
      for (const call of [
        () => w.call(parts.updateMatcher, "manager", { ...base, matcherId: part.id }, matcher()),
        () => w.call(parts.deleteMatcher, "manager", { ...base, matcherId: part.id }),
        () => w.call(reads.getMatcher, "manager", { ...base, matcherId: part.id }),
        () => w.call(parts.updateValue, "manager", { ...base, valueId: extracted.id }, { name: "x" }),
        () => w.call(parts.deleteValue, "manager", { ...base, valueId: extracted.id }),
        () => w.call(reads.getValue, "manager", { ...base, valueId: extracted.id }),
        () => w.call(ops.deleteAlias, "manager", { ...base, aliasId: alias.id }),
      ]) {
        expect(await refusal(call())).toEqual({ status: 404, error: null });
      }
    }
    const path = at(foreign.id);
    for (const call of [
      () => w.call(reads.getIntegration, "manager", path),
      () => w.call(ops.updateIntegration, "manager", path, input()),
      () => w.call(ops.deleteIntegration, "manager", path),
      () => w.call(parts.createMatcher, "manager", path, matcher()),
      () => w.call(parts.createValue, "manager", path, value()),
      () => w.call(ops.createAlias, "manager", path),
      () => w.call(reads.listMatchers, "manager", path),
      () => w.call(reads.listValues, "manager", path, {}),
      () => w.call(reads.listAliases, "manager", path),
    ]) {
      expect(await refusal(call())).toEqual({ status: 404, error: null });
    }
    expect((await refusal(create({ auth_secret_id: theirs.passwordKeyId }))).status).toBe(400);
    const long = create({ task_params: { environment: '{"account":12345678901234567890}' } });
    expect(await refusal(long)).toEqual({ status: 400, error: "task_params.environment: The number is too large" });
    const task_params = { inventory_id: theirs.inventoryId };
    const refused = { status: 400, error: "task_params.inventory_id: Not found in this project" };
    expect(await refusal(create({ task_params }))).toEqual(refused);
    expect(await refusal(w.call(ops.updateIntegration, "manager", at(id), input({ task_params })))).toEqual(refused);
    expect(await create({ task_params: { inventory_id: ours.inventoryId } })).toMatchObject({ id: expect.any(Number) });
    expect(await db.select().from(integrationMatchers)).toContainEqual(expect.objectContaining({ id: part.id }));
  });
});
