import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { and, desc, eq, like, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as hookRoute from "@/app/api/integrations/[alias]/route";
import * as replayRoute from "@/app/api/project/[projectId]/integrations/deliveries/[deliveryId]/replay/route";
import { accessKeys } from "@/db/schema/access-keys";
import { events } from "@/db/schema/events";
import { integrationAliases, integrations, webhookDeliveries, webhookRates } from "@/db/schema/integrations";
import { options } from "@/db/schema/options";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import * as ops from "@/lib/integration/operations";
import * as parts from "@/lib/integration/part-operations";
import { getDelivery, listDeliveries } from "@/lib/integration/read-operations";
import { deleteTemplate } from "@/lib/template/operations";
import { countWrites } from "../api/support/writes";
import { freshDatabase } from "../support/database";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { type Person, refusal, type World, world } from "../support/world";
import { GITEA_PUSH, GITHUB_PUSH, GITLAB_MERGE } from "./payloads";

const SECRET = "vault-secret";

const db = await freshDatabase();
let w: World;
let ours: Resources;
let templateId: number;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});
beforeEach(async () => {
  await db.delete(integrations);
  await db.delete(webhookDeliveries);
  await db.delete(webhookRates);
  await db.delete(tasks);
  templateId = await insertTemplateRow(db, w.projectId, ours, { allow_parallel_tasks: true });
});

const here = () => ({ projectId: w.projectId });

type Made = { id: number; alias: string };
type Rules = { matchers?: object[]; values?: object[]; integration?: object };

const pushMatcher = { match_type: "header", key: "X-GitHub-Event", method: "equals", value: "push" };

/** An integration with an alias; by default its matcher accepts a push. */
async function make(
  { matchers = [pushMatcher], values = [], integration = {} }: Rules = {},
  as: Person = "manager",
): Promise<Made> {
  const params = as === "stranger" ? { projectId: w.otherProjectId } : here();
  const base = as === "stranger" ? {} : { template_id: templateId };
  const { id } = await w.call(ops.createIntegration, as, params, { name: "hook", ...base, ...integration });
  const at = { ...params, integrationId: id };
  for (const matcher of matchers) {
    await w.call(parts.createMatcher, as, at, { name: "matcher", body_data_type: "json", ...matcher });
  }
  for (const value of values) {
    await w.call(parts.createValue, as, at, { name: "value", value_source: "body", body_data_type: "json", ...value });
  }
  const { url } = await w.call(ops.createAlias, as, at);
  return { id, alias: url.split("/").at(-1) ?? "" };
}

const github = { auth_method: "github" };
const signed = () => ({ ...github, auth_secret_id: ours.passwordKeyId });
const sign = (body: string) => createHmac("sha256", SECRET).update(body).digest("hex");

async function post(alias: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const request = new Request("http://signalbox.test/api", {
    method: "POST",
    headers: { "x-signalbox-remote": "192.0.2.7", ...headers },
    body,
  });
  const response = await hookRoute.POST(request, { params: Promise.resolve({ alias }) });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

/** Sends a documented payload, signed as GitHub does. */
const push = (
  alias: string,
  changes: Record<string, string> = {},
  payload: { headers: object; body: object } = GITHUB_PUSH,
) => {
  const body = JSON.stringify(payload.body);
  return post(alias, body, { ...payload.headers, "x-hub-signature-256": `sha256=${sign(body)}`, ...changes });
};

async function globalAlias(): Promise<string> {
  const alias = randomUUID();
  await db.delete(options);
  await db.insert(options).values({ key: "global_integration_alias", value: alias });
  return alias;
}

const started = () => db.select().from(tasks).orderBy(desc(tasks.id));
const inbox = () => w.call(listDeliveries, "manager", here(), {});
const detail = (deliveryId: number) => w.call(getDelivery, "manager", { ...here(), deliveryId });
const NOTHING = { status: 204, body: "" };

describe("documented webhooks", () => {
  test("a GitHub push starts a task with the extracted values", async () => {
    const { id, alias } = await make({
      integration: { ...signed(), task_params: { debug: true, git_branch: "web" } },
      matchers: [
        pushMatcher,
        { match_type: "body", key: "ref", method: "equals", value: "refs/heads/main" },
        { match_type: "body", key: "deleted", method: "unequals", value: "true" },
        { match_type: "body", key: "commits.[0].modified", method: "contains", value: "README.md" },
      ],
      values: [
        { key: "after", variable: "COMMIT" },
        { key: "commits.[0].message", variable: "MESSAGE" },
        { key: "repository.pushed_at", variable: "PUSHED_AT" },
        { key: "base_ref", variable: "BASE" },
        { value_source: "header", key: "X-GitHub-Hook-ID", variable: "HOOK" },
      ],
    });
    expect(await push(alias)).toMatchObject(NOTHING);
    const [task, ...more] = await started();
    expect(more).toEqual([]);
    expect(task).toMatchObject({
      integration_id: id,
      user_id: null,
      template_id: templateId,
      debug: true,
      git_branch: "web",
    });
    expect(JSON.parse(task?.environment ?? "")).toEqual({
      COMMIT: GITHUB_PUSH.body.after,
      MESSAGE: "Fix all the bugs & <ship>",
      PUSHED_AT: "1557933565",
      HOOK: "292430182",
    });
    const [delivery] = await inbox();
    expect(delivery).toMatchObject({
      outcome: "started",
      reason: null,
      task_id: task?.id,
      integration_id: id,
      repeats: 0,
    });
    const { verdict, headers, body, body_cut } = await detail(delivery?.id ?? 0);
    expect(verdict?.auth).toEqual({ method: "github", ok: true });
    expect(verdict?.matchers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(verdict?.values).toMatchObject({ COMMIT: GITHUB_PUSH.body.after });
    expect(headers).toMatchObject({ "x-github-event": "push", "x-hub-signature-256": "(hidden)" });
    expect(headers).not.toHaveProperty("x-signalbox-remote");
    expect({ body: JSON.parse(body), body_cut }).toEqual({ body: GITHUB_PUSH.body, body_cut: false });
  });

  test("a GitHub push sent as a form", async () => {
    const { alias } = await make({
      integration: signed(),
      matchers: [{ match_type: "body", key: "ref", method: "equals", value: "refs/heads/main" }],
    });
    const body = new URLSearchParams({ payload: JSON.stringify(GITHUB_PUSH.body) }).toString();
    const headers = { ...GITHUB_PUSH.headers, "content-type": "application/x-www-form-urlencoded" };
    await post(alias, body, { ...headers, "x-hub-signature-256": `sha256=${sign(body)}` });
    expect(await started()).toHaveLength(1);
  });

  test("a GitLab merge request with its secret token", async () => {
    const { alias } = await make({
      integration: { auth_method: "token", auth_header: "X-Gitlab-Token", auth_secret_id: ours.passwordKeyId },
      matchers: [
        { match_type: "header", key: "X-Gitlab-Event", method: "equals", value: "Merge Request Hook" },
        { match_type: "body", key: "object_attributes.action", method: "equals", value: "merge" },
      ],
      values: [
        { key: "object_attributes.iid", variable: "IID" },
        { key: "object_attributes.labels", variable: "LABELS" },
      ],
    });
    const body = JSON.stringify(GITLAB_MERGE.body);
    await post(alias, body, { ...GITLAB_MERGE.headers, "x-gitlab-token": "wrong" });
    expect(await started()).toEqual([]);
    await post(alias, body, { ...GITLAB_MERGE.headers, "x-gitlab-token": SECRET });
    const [task] = await started();
    expect(JSON.parse(task?.environment ?? "")).toEqual({
      IID: "1",
      LABELS: "[map[color:#ffffff id:206 title:API]]",
    });
  });

  test("a Gitea push with its own signature header", async () => {
    const { alias } = await make({
      integration: { auth_method: "hmac", auth_header: "X-Gitea-Signature", auth_secret_id: ours.passwordKeyId },
      matchers: [{ match_type: "header", key: "X-Gitea-Event", method: "equals", value: "push" }],
      values: [{ key: "commits.[0].author.username", variable: "AUTHOR" }],
    });
    const body = JSON.stringify(GITEA_PUSH.body);
    await post(alias, body, { ...GITEA_PUSH.headers, "x-gitea-signature": sign(body) });
    expect(JSON.parse((await started())[0]?.environment ?? "")).toEqual({ AUTHOR: "gitea" });
  });
});

describe("an unauthorized delivery starts nothing, gets an empty response, and the inbox has the reason", () => {
  test.each([
    ["no signature", { "x-hub-signature-256": "" }, "signature_missing"],
    ["a wrong signature", { "x-hub-signature-256": `sha256=${"0".repeat(64)}` }, "signature_wrong"],
    ["upper case", { "x-hub-signature-256": `SHA256=${sign(JSON.stringify(GITHUB_PUSH.body))}` }, "signature_wrong"],
  ])("%s", async (_name, headers, reason) => {
    const { alias } = await make({ integration: signed() });
    expect(await push(alias, headers)).toMatchObject(NOTHING);
    expect(await started()).toEqual([]);
    expect(await inbox()).toMatchObject([{ outcome: "unauthorized", reason, task_id: null }]);
  });

  test("a signature of the same JSON in another notation", async () => {
    const { alias } = await make({ integration: signed() });
    const headers = {
      ...GITHUB_PUSH.headers,
      "x-hub-signature-256": `sha256=${sign(JSON.stringify(GITHUB_PUSH.body))}`,
    };
    await post(alias, JSON.stringify(GITHUB_PUSH.body, null, 1), headers);
    expect(await inbox()).toMatchObject([{ outcome: "unauthorized", reason: "signature_wrong" }]);
  });

  test("a method without a secret", async () => {
    const { alias } = await make({ integration: { auth_method: "token", auth_header: "X-Token" } });
    await post(alias, "{}", { "x-token": "" });
    await post(alias, "{}", { "x-token": "anything" });
    expect(await inbox()).toMatchObject([{ reason: "secret_missing" }, { reason: "secret_missing" }]);
  });

  test("a secret that was never filled in, or can't be decrypted", async () => {
    const [empty] = await db
      .insert(accessKeys)
      .values({ project_id: w.projectId, name: "restored", type: "login_password" })
      .returning();
    const { alias } = await make({ integration: { ...github, auth_secret_id: empty?.id } });
    await push(alias, { "x-hub-signature-256": `sha256=${createHmac("sha256", "").update("{}").digest("hex")}` });
    expect(await inbox()).toMatchObject([{ reason: "secret_missing" }]);
    await db
      .update(accessKeys)
      .set({ secret: sql`'s1.gone.x.y'` })
      .where(eq(accessKeys.id, empty?.id ?? 0));
    await push(alias);
    expect((await inbox())[0]).toMatchObject({ reason: "secret_unreadable" });
    expect(await started()).toEqual([]);
  });

  test("an unauthorized delivery doesn't block a later one", async () => {
    const { alias } = await make({ integration: signed() });
    await push(alias, { "x-hub-signature-256": "sha256=forged" });
    await push(alias);
    expect(await started()).toHaveLength(1);
  });

  test.each(["unknown", "0".repeat(32), "a%00b", "a\0b", "x".repeat(5000), "../tasks"])(
    "the alias %j",
    async (alias) => {
      expect(await post(alias, "{}")).toMatchObject(NOTHING);
      expect(await inbox()).toEqual([]);
    },
  );

  test("a deleted alias", async () => {
    const { alias } = await make();
    await db.delete(integrationAliases);
    expect(await push(alias)).toMatchObject(NOTHING);
    expect(await started()).toEqual([]);
  });
});

describe("the inbox has the reason when nothing starts", () => {
  test("no matchers, or a matcher that fails", async () => {
    const { alias } = await make({ matchers: [] });
    await push(alias);
    expect(await inbox()).toMatchObject([{ outcome: "unmatched", reason: "no_matchers" }]);
    const other = await make({ matchers: [{ ...pushMatcher, value: "release", name: "releases" }] });
    await push(other.alias);
    const [delivery] = await inbox();
    expect(delivery).toMatchObject({ outcome: "unmatched", reason: "no_match", detail: "releases" });
    expect((await detail(delivery?.id ?? 0)).verdict?.matchers).toMatchObject([{ ok: false, actual: "push" }]);
  });

  test("a reason of another release is left out", async () => {
    const { alias } = await make({ matchers: [] });
    await push(alias);
    await db.execute(sql`update webhook_deliveries set reason = 'of_tomorrow'`);
    const [delivery] = await inbox();
    expect(delivery).toMatchObject({ outcome: "unmatched", reason: null });
    expect(await detail(delivery?.id ?? 0)).toMatchObject({ reason: null });
  });

  test("no template, a missing survey variable, or a parameter the application doesn't have", async () => {
    const without = await make({ integration: { template_id: null } });
    await push(without.alias);
    expect(await inbox()).toMatchObject([{ outcome: "refused", detail: "Template is required" }]);
    const needed = { name: "CITY", title: "City", required: true, type: "" as const, description: "", values: null };
    await db
      .update(templates)
      .set({ survey_vars: [needed] })
      .where(eq(templates.id, templateId));
    const missing = await make();
    await push(missing.alias);
    const issues = [{ path: "environment.CITY", key: "variableRequired", params: {} }];
    expect((await inbox())[0]).toMatchObject({ detail: "environment.CITY: This variable is required", issues });
    const [recorded] = await db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.integration_id, missing.id));
    expect(recorded).toMatchObject({ detail: "", issues });
    await db.update(templates).set({ survey_vars: [] }).where(eq(templates.id, templateId));
    await db.update(templates).set({ app: "terraform" }).where(eq(templates.id, templateId));
    const plan = await make({ integration: { task_params: { plan: true } } });
    await db.update(templates).set({ app: "bash" }).where(eq(templates.id, templateId));
    await push(plan.alias);
    expect((await inbox())[0]).toMatchObject({ detail: "params.plan: Not available for this application" });
    expect(await started()).toEqual([]);
  });

  test("an extracted value that is too long", async () => {
    const { alias } = await make({ values: [{ key: "text", variable: "TEXT" }] });
    await post(alias, JSON.stringify({ text: "x".repeat(10_000) }), { "x-github-event": "push" });
    expect(await inbox()).toMatchObject([{ outcome: "refused", reason: "value_too_long", detail: "TEXT" }]);
  });

  test("too many waiting tasks of the template", async () => {
    const { id, alias } = await make();
    for (let i = 0; i < 200; i++)
      await insertTask(db, w.projectId, templateId, { status: "waiting", integration_id: id });
    await push(alias);
    expect(await inbox()).toMatchObject([
      { outcome: "refused", detail: "Too many tasks of this template are waiting. Try again later." },
    ]);
  });

  test("no integration that listens on the project's alias", async () => {
    const { url } = await w.call(ops.createProjectAlias, "manager", here());
    await push(url.split("/").at(-1) ?? "");
    expect(await inbox()).toMatchObject([{ outcome: "unused", reason: "no_integration", integration_id: null }]);
  });

  test("bodies that are binary, empty or contain NULs", async () => {
    const { alias } = await make({
      matchers: [{ match_type: "body", body_data_type: "string", key: "-", method: "contains", value: "x" }],
    });
    for (const body of ["", "a\0b", "\ud800", "[".repeat(100_000)]) expect((await post(alias, body)).status).toBe(204);
    expect(await inbox()).toHaveLength(4);
  });
});

describe("a repeated delivery", () => {
  test("sent 100 times at once starts one task", async () => {
    const { alias } = await make({ integration: signed() });
    const answers = await Promise.all(Array.from({ length: 100 }, () => push(alias)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await started()).toHaveLength(1);
    expect(await inbox()).toMatchObject([{ outcome: "started", repeats: 99 }]);
  });

  test("without a delivery id starts a task for each request", async () => {
    const { alias } = await make();
    await Promise.all([1, 2, 3].map(() => post(alias, "{}", { "x-github-event": "push" })));
    expect(await started()).toHaveLength(3);
    expect((await inbox()).map(({ outcome, repeats }) => [outcome, repeats])).toEqual([
      ["started", 0],
      ["started", 0],
      ["started", 0],
    ]);
  });

  test("is processed again if the first one started nothing", async () => {
    const { id, alias } = await make({ matchers: [] });
    await push(alias);
    expect(await started()).toEqual([]);
    await w.call(
      parts.createMatcher,
      "manager",
      { ...here(), integrationId: id },
      { name: "m", body_data_type: "", ...pushMatcher },
    );
    await push(alias);
    expect(await started()).toHaveLength(1);
    expect(await inbox()).toMatchObject([{ outcome: "started", repeats: 1 }]);
  });
});

describe("a GET", () => {
  const get = (alias: string, method = "GET", headers: Record<string, string> = {}) =>
    hookRoute.GET(new Request("http://signalbox.test/api", { method, headers }), {
      params: Promise.resolve({ alias }),
    });
  const opened = { match_type: "header", key: "X-Button", method: "unequals", value: "off" };

  test("starts a task if the integration accepts it, and is recorded as refused otherwise", async () => {
    const { id, alias } = await make({ matchers: [opened] });
    expect((await get(alias)).status).toBe(204);
    expect(await started()).toEqual([]);
    expect(await inbox()).toMatchObject([{ outcome: "refused", reason: "get_not_accepted", integration_id: id }]);
    const body = { name: "hook", template_id: templateId, accept_get: true };
    await w.call(ops.updateIntegration, "manager", { ...here(), integrationId: id }, body);
    expect((await get(alias)).status).toBe(204);
    expect(await started()).toMatchObject([{ integration_id: id }]);
  });

  test("requires the same authentication as a POST", async () => {
    const token = { auth_method: "token", auth_header: "X-Token", auth_secret_id: ours.passwordKeyId };
    const { alias } = await make({ matchers: [opened], integration: { ...token, accept_get: true } });
    await get(alias, "GET", { "x-token": "wrong" });
    expect(await started()).toEqual([]);
    expect(await inbox()).toMatchObject([{ outcome: "unauthorized", reason: "token_wrong" }]);
    await get(alias, "GET", { "x-token": SECRET });
    expect(await started()).toHaveLength(1);
  });

  test("starts and records nothing if it is a HEAD", async () => {
    const { alias } = await make({ matchers: [opened], integration: { accept_get: true } });
    expect((await get(alias, "HEAD")).status).toBe(204);
    expect([await started(), await inbox()]).toEqual([[], []]);
  });

  test("stays accepted after a PUT from a client that doesn't know the setting", async () => {
    const { id } = await make({ integration: { accept_get: true } });
    await w.call(ops.updateIntegration, "manager", { ...here(), integrationId: id }, { name: "hook" });
    expect(await db.select().from(integrations)).toMatchObject([{ accept_get: true, template_id: null }]);
  });
});

describe("several integrations", () => {
  test("on a project's alias all get the same body, except those that aren't searchable", async () => {
    const values = [{ key: "after", variable: "COMMIT" }];
    for (const searchable of [true, true, false]) await make({ values, integration: { searchable } });
    await make({ integration: { searchable: true, ...signed() } });
    const { url } = await w.call(ops.createProjectAlias, "manager", here());
    await push(url.split("/").at(-1) ?? "", { "x-hub-signature-256": "sha256=forged" });
    const all = await started();
    expect(all).toHaveLength(2);
    for (const task of all) expect(JSON.parse(task.environment)).toEqual({ COMMIT: GITHUB_PUSH.body.after });
    expect((await inbox()).map(({ outcome }) => outcome).sort()).toEqual(["started", "started", "unauthorized"]);
  });

  test("on the global alias are called in every project, each on its own", async () => {
    await make({ integration: { searchable: true } });
    await make({ integration: { searchable: true } }, "stranger");
    await push(await globalAlias());
    expect(await inbox()).toMatchObject([{ outcome: "started" }]);
    const theirs = await w.call(listDeliveries, "stranger", { projectId: w.otherProjectId }, {});
    expect(theirs).toMatchObject([{ outcome: "refused", detail: "Template is required" }]);
    expect((await started()).map(({ project_id }) => project_id)).toEqual([w.projectId]);
  });
});

test("a secret's header is hidden in the log of every project that listens on the alias", async () => {
  const token = { auth_method: "token", auth_header: "X-Gate", auth_secret_id: ours.passwordKeyId };
  await make({ integration: { ...token, searchable: true } });
  const curious = { match_type: "header", key: "X-Gate", method: "contains", value: "vault" };
  const values = [{ value_source: "header", key: "X-Gate", variable: "GATE" }];
  await make({ integration: { searchable: true }, matchers: [curious], values }, "stranger");
  const alias = await globalAlias();
  await post(alias, "{}", { "x-gate": SECRET });
  await post(alias, "x".repeat(1024 * 1024 + 1), { "x-gate": SECRET });
  const theirs = { projectId: w.otherProjectId };
  const list = await w.call(listDeliveries, "stranger", theirs, {});
  expect(list).toHaveLength(2);
  for (const { id: deliveryId } of list) {
    const seen = await w.call(getDelivery, "stranger", { ...theirs, deliveryId });
    expect(seen.headers).toMatchObject({ "x-gate": "(hidden)" });
    expect(JSON.stringify(seen)).not.toContain(SECRET);
  }
});

test("a header that says what a request is about is hidden from no other project", async () => {
  await make({ integration: { searchable: true }, matchers: [pushMatcher] });
  const open = { auth_method: "", auth_header: "X-Kind", searchable: true };
  const event = { auth_method: "token", auth_header: "X-GitHub-Event", searchable: true };
  const type = { auth_method: "hmac", auth_header: "Content-Type", searchable: true };
  for (const integration of [open, event, type]) await make({ integration }, "stranger");
  const alias = await globalAlias();
  await post(alias, "{}", { "x-kind": "a", "x-github-event": "push", "content-type": "application/json" });
  const [delivery] = await inbox();
  const { headers } = await detail(delivery?.id ?? 0);
  expect(headers).toMatchObject({ "x-kind": "a", "x-github-event": "push", "content-type": "application/json" });
});

/** Requests are counted per minute, so a test must not cross into the next one. */
async function avoidMinuteBoundary(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 10_000) await sleep(left + 100);
}

test.each([
  ["a delivery", (alias: string) => push(alias, { "x-github-delivery": randomUUID() })],
  ["a repeated delivery", (alias: string) => push(alias)],
  [
    "a replay",
    async () => {
      const [delivery] = await inbox();
      const params = { ...here(), deliveryId: delivery?.id ?? 0 };
      return refusal(w.call(ops.replayDelivery, "manager", params, {}));
    },
  ],
])("%s that comes while its template is deleted does not get in its way", async (_what, call) => {
  const { alias } = await make();
  await push(alias);
  await db.update(webhookDeliveries).set({ outcome: "unmatched" });
  const [task] = await db.update(tasks).set({ status: "success" }).returning();
  let both: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx
      .select()
      .from(tasks)
      .where(eq(tasks.id, task?.id ?? 0))
      .for("update");
    const deletion = w.call(deleteTemplate, "manager", { ...here(), templateId });
    await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
    both = Promise.all([deletion, call(alias)]);
    await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(2);
  });
  await both;
  expect(await db.$count(integrations)).toBe(0);
});

/** Connections waiting for a lock; asked outside of the transaction, which would see the same answer again. */
const waiting = () =>
  db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

describe("limits", () => {
  test("a body over 1 MiB is rejected before it is parsed", async () => {
    const { alias } = await make();
    expect((await post(alias, "x".repeat(1024 * 1024 + 1))).status).toBe(413);
    expect(await inbox()).toMatchObject([{ outcome: "refused", reason: "body_too_large", repeats: 0, task_id: null }]);
    expect((await post(alias, "x".repeat(1024 * 1024))).status).toBe(204);
    expect((await inbox())[0]).toMatchObject({ body_bytes: 1024 * 1024 });
    expect(await detail((await inbox())[0]?.id ?? 0)).toMatchObject({ body_cut: true });
  });

  test("an alias without authentication accepts 120 requests a minute, and others are not affected", async () => {
    await avoidMinuteBoundary();
    const { alias } = await make();
    const signedOne = await make({ integration: signed() });
    await db
      .insert(webhookRates)
      .values({ key: `alias:${alias}`, minute: sql`date_trunc('minute', now())`, requests: 119 });
    expect((await push(alias)).status).toBe(204);
    const refused = await push(alias);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await db.delete(webhookRates);
    expect((await push(alias)).status).toBe(429);
    expect((await push(signedOne.alias)).status).toBe(204);
    expect(await started()).toHaveLength(2);
  });

  test("an integration without authentication lowers the limit of no other one on the server's alias", async () => {
    await avoidMinuteBoundary();
    const { id } = await make({ integration: { ...signed(), searchable: true } });
    const open = await make({ integration: { searchable: true } }, "stranger");
    const alias = await globalAlias();
    const minute = sql`date_trunc('minute', now())`;
    await db.insert(webhookRates).values([
      { key: `alias:${alias}`, minute, requests: 500 },
      { key: `alias:${alias}:open`, minute, requests: 120 },
    ]);
    for (let sent = 0; sent < 2; sent++) expect((await push(alias)).status).toBe(204);
    expect(await inbox()).toMatchObject([{ integration_id: id, outcome: "started", repeats: 1 }]);
    const theirs = await w.call(listDeliveries, "stranger", { projectId: w.otherProjectId }, {});
    expect(theirs).toMatchObject([{ integration_id: open.id, outcome: "refused", reason: "too_many_requests" }]);
  });

  test("dropped requests are recorded as one counting delivery a minute, for an integration and for a project's alias", async () => {
    await avoidMinuteBoundary();
    const { id, alias } = await make();
    const { url } = await w.call(ops.createProjectAlias, "manager", here());
    const unused = url.split("/").at(-1) ?? "";
    const minute = sql`date_trunc('minute', now())`;
    for (const each of [alias, unused])
      await db.insert(webhookRates).values({ key: `alias:${each}`, minute, requests: 600 });
    const rowsWritten = await countWrites(db);
    for (const each of [alias, unused])
      for (let sent = 0; sent < 20; sent++) expect((await push(each)).status).toBe(429);
    expect(await rowsWritten()).toBe(4);
    const dropped = { outcome: "refused", reason: "too_many_requests", task_id: null };
    await expect.poll(inbox, { timeout: 15_000 }).toMatchObject([
      { ...dropped, integration_id: null, repeats: 19 },
      { ...dropped, integration_id: id, repeats: 19 },
    ]);
  });

  test("a client that guesses aliases is blocked", async () => {
    await avoidMinuteBoundary();
    const headers = { "x-signalbox-remote": "192.0.2.66" };
    const answers: number[] = [];
    for (let i = 0; i < 130; i++) answers.push((await post(randomUUID(), "{}", headers)).status);
    expect(answers.slice(0, 120).every((status) => status === 204)).toBe(true);
    expect(answers.slice(120).every((status) => status === 429)).toBe(true);
    expect((await post(randomUUID(), "{}")).status).toBe(204);
  });
});

describe("the inbox", () => {
  test("hides answers to secret variables, and secret headers", async () => {
    const token = {
      name: "TOKEN",
      title: "t",
      required: false,
      type: "secret" as const,
      description: "",
      values: null,
    };
    await db
      .update(templates)
      .set({ survey_vars: [token] })
      .where(eq(templates.id, templateId));
    const { alias } = await make({
      values: [
        { value_source: "header", key: "X-Kind", variable: "TOKEN" },
        { value_source: "header", key: "X-Api-Key", variable: "OTHER" },
      ],
    });
    await push(alias, { "x-kind": "canary-one", "x-api-key": "canary-two", cookie: "a=canary-three" });
    const [delivery] = await inbox();
    const { verdict, headers } = await detail(delivery?.id ?? 0);
    expect(verdict?.values).toEqual({ TOKEN: "(hidden)", OTHER: "(hidden)" });
    expect(headers).toMatchObject({ "x-api-key": "(hidden)", cookie: "(hidden)" });
    expect((await started())[0]?.environment).not.toContain("canary-one");
  });

  test("is visible to members, its details to those who manage resources", async () => {
    const { alias } = await make();
    await push(alias);
    const [delivery] = await inbox();
    const params = { ...here(), deliveryId: delivery?.id };
    expect(await refusal(w.call(getDelivery, "guest", params))).toMatchObject({ status: 403 });
    expect(await refusal(w.call(getDelivery, "stranger", params))).toMatchObject({ status: 404 });
    const elsewhere = { ...params, projectId: w.otherProjectId };
    expect(await refusal(w.call(getDelivery, "stranger", elsewhere))).toEqual({ status: 404, error: null });
    expect(await refusal(w.call(ops.replayDelivery, "stranger", elsewhere))).toEqual({ status: 404, error: null });
  });

  test("keeps the newest deliveries, counting unauthorized and dropped ones separately", async () => {
    const { id, alias } = await make({ integration: signed() });
    const row = { project_id: w.projectId, integration_id: id, headers: {}, body: "", body_bytes: 0, verdict: {} };
    const dropped = (minute: number) => ({ outcome: "refused" as const, delivery_key: `dropped:too_large:${minute}` });
    await db
      .insert(webhookDeliveries)
      .values(Array.from({ length: 100 }, (_, minute) => ({ ...row, ...dropped(minute) })));
    await db
      .insert(webhookDeliveries)
      .values(Array.from({ length: 150 }, () => ({ ...row, outcome: "unauthorized" as const })));
    await db
      .insert(webhookDeliveries)
      .values(Array.from({ length: 1100 }, () => ({ ...row, outcome: "unmatched" as const })));
    await push(alias, { "x-hub-signature-256": "sha256=forged" });
    await push(alias);
    const count = async (outcome: "unauthorized" | "refused" | "unmatched" | "started") =>
      (
        await db
          .select()
          .from(webhookDeliveries)
          .where(and(eq(webhookDeliveries.outcome, outcome)))
      ).length;
    expect([await count("unauthorized"), await count("refused")]).toEqual([151, 49]);
    expect((await count("unmatched")) + (await count("started"))).toBe(1000);
  });
});

describe("replay", () => {
  async function replayByUrl(deliveryId: number, query: string) {
    const request = new Request(`http://signalbox.test/api${query}`, {
      method: "POST",
      headers: { cookie: `semaphore=${w.sessionIds.manager}` },
    });
    const params = Promise.resolve({ projectId: String(w.projectId), deliveryId: String(deliveryId) });
    const response = await replayRoute.POST(request, { params });
    return { status: response.status, body: await response.json() };
  }

  test("processes a delivery again with the current rules; a dry run only shows the result", async () => {
    const { id, alias } = await make({ matchers: [], values: [{ key: "after", variable: "COMMIT" }] });
    await push(alias);
    const [original] = await inbox();
    const params = { ...here(), integrationId: id };
    await w.call(parts.createMatcher, "manager", params, { name: "m", body_data_type: "", ...pushMatcher });
    const dry = await replayByUrl(original?.id ?? 0, "?dry_run=true");
    expect(dry).toMatchObject({
      status: 200,
      body: { dry_run: true, outcome: "started", task_id: null, delivery_id: null },
    });
    expect(dry.body.verdict.values).toEqual({ COMMIT: GITHUB_PUSH.body.after });
    expect([await started(), await inbox()].map(({ length }) => length)).toEqual([0, 1]);
    const real = await replayByUrl(original?.id ?? 0, "");
    const [task] = await started();
    expect(real).toMatchObject({ status: 200, body: { dry_run: false, outcome: "started", task_id: task?.id } });
    expect((await inbox())[0]).toMatchObject({ replay_of: original?.id, outcome: "started", task_id: task?.id });
    expect((await replayByUrl(original?.id ?? 0, "?dry_run=false")).body).toMatchObject({ dry_run: false });
    expect(await started()).toHaveLength(2);
  });

  test.each([
    ["hidden", "x-kind-token", "yes", {}],
    ["cut", "x-kind", "y".repeat(1001), {}],
    ["not kept", "x-kind", "yes", Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`x-h-${n}`, "1"]))],
  ] as const)("is rejected if a header that it reads was %s", async (_, key, sent, others) => {
    for (const rules of [
      { values: [{ value_source: "header", key, variable: "KIND" }] },
      { matchers: [{ match_type: "header", key, method: "contains", value: sent.slice(0, 3) }] },
    ]) {
      const { id, alias } = await make(rules);
      await push(alias, { ...others, [key]: sent });
      expect(await started()).toHaveLength(1);
      const [delivery] = await inbox();
      const error = `This delivery can't be replayed: the header ${key} is not stored in full`;
      for (const query of ["", "?dry_run=true"])
        expect(await replayByUrl(delivery?.id ?? 0, query)).toMatchObject({ status: 400, body: { error } });
      await w.call(ops.deleteIntegration, "manager", { ...here(), integrationId: id });
      await db.delete(tasks);
    }
  });

  test("is the responsibility of its person, and an event of its integration", async () => {
    const { id, alias } = await make();
    await push(alias);
    const [delivery] = await inbox();
    await replayByUrl(delivery?.id ?? 0, "");
    expect(await started()).toMatchObject([
      { user_id: null, responsible_id: w.userIds.manager },
      { user_id: null, responsible_id: null },
    ]);
    const isReplay = like(events.description, "%replayed");
    const [event] = await db.select().from(events).where(isReplay).orderBy(desc(events.id)).limit(1);
    expect(event).toMatchObject({ object_type: "integration", object_id: id });
  });

  test.each([
    ["a character", "x".repeat(300 * 1024)],
    ["a byte that is no UTF-8", Buffer.alloc(300 * 1024, 0xff)],
    ["a NUL", "\0".repeat(300 * 1024)],
  ])("is rejected if the body was not stored completely: many times %s", async (_, body) => {
    const { alias } = await make();
    await post(alias, body, { "x-github-event": "push" });
    const [delivery] = await inbox();
    expect(await replayByUrl(delivery?.id ?? 0, "")).toMatchObject({ status: 400 });
  });

  test.each([
    ["a byte order mark", Buffer.from('\ufeff{"after":1}')],
    ["a byte that is no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["a NUL", "\0"],
  ])("takes a body with %s for complete", async (_, body) => {
    const { alias } = await make({ integration: signed() });
    const signature = createHmac("sha256", SECRET).update(body).digest("hex");
    await post(alias, body, { "x-github-event": "push", "x-hub-signature-256": `sha256=${signature}` });
    const [delivery] = await inbox();
    expect(await detail(delivery?.id ?? 0)).toMatchObject({ body_cut: false });
    expect(await replayByUrl(delivery?.id ?? 0, "")).toMatchObject({ status: 200, body: { outcome: "started" } });
  });
});
