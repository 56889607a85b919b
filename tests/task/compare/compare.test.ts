import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { environmentSecrets } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { runners } from "@/db/schema/runners";
import { taskComparisons } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { createEnvironment, updateEnvironment } from "@/lib/environment/operations";
import type { TaskPlan } from "@/lib/protocol/plan";
import { MAX_LINES } from "@/lib/task/compare/log";
import { comparable } from "@/lib/task/compare/log-lines";
import { compareTaskLogs, compareTasks } from "@/lib/task/compare/operations";
import { deleteTask } from "@/lib/task/operations";
import { freshDatabase } from "../../support/database";
import { eventsBody, host, result, step } from "../../support/events";
import { HandRunner } from "../../support/hand-runner";
import { planChange, taskPlan } from "../../support/plan";
import { taskSite } from "../../support/task-site";
import { refusal } from "../../support/world";

const db = await freshDatabase();
const site = await taskSite(db);
const project = { projectId: site.w.projectId };
let runner: HandRunner;

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db, { capabilities: ["events", "plan", "state"] });
});

const compare = (taskId: number, other?: number, who: "owner" | "guest" | "stranger" = "owner") =>
  site.w.call(compareTasks, who, { ...project, taskId }, other === undefined ? {} : { with: other });
const logs = (taskId: number, other?: number) =>
  site.w.call(compareTaskLogs, "guest", { ...project, taskId }, other === undefined ? {} : { with: other });

type Told = { end?: "success" | "error"; lines?: string[]; facts?: object; input?: object };

/** Runs a template by hand. Returns the task's number and the job that the runner was given. */
async function run(templateId: number, { end = "success", lines = [], facts = {}, input = {} }: Told = {}) {
  const id = await site.start(templateId, input);
  const ref = await runner.take();
  const job = await runner.begin(ref);
  for (let first = 0; first < lines.length; first += 1_000)
    await runner.log(ref, lines.slice(first, first + 1_000), first);
  await runner.finish(ref, end, { facts, ...(end === "error" && { reason: "exit_code", exit_code: 1 }) });
  return { id, job };
}

const hash = (letter: string) => letter.repeat(40);
const commit = (letter: string, parent: string, paths: string[] = []) => ({
  hash: hash(letter),
  parents: [hash(parent)],
  author: "Ann",
  time: "2026-01-01T00:00:00Z",
  subject: `Change ${letter}`,
  paths,
  files: paths.length,
});
const ran = (letter: string, ...commits: object[]) => ({
  commit_hash: hash(letter),
  ...(commits.length > 0 && { commits: { commits, more: false } }),
});

describe("a run is compared", () => {
  test("with the last success before it, or else with the run before it; the first run with none", async () => {
    const templateId = await site.template();
    const first = await run(templateId, { end: "error" });
    expect(await refusal(compare(first.id))).toMatchObject({ status: 404 });
    expect((await site.look(first.id)).compare_with).toBeNull();
    const second = await run(templateId, { end: "error" });
    expect((await compare(second.id)).before.id).toBe(first.id);
    const good = await run(templateId);
    await run(templateId, { end: "error" });
    const last = await run(templateId, { end: "error" });
    expect((await compare(last.id)).before).toMatchObject({ id: good.id, status: "success" });
    expect((await site.look(last.id)).compare_with).toBe(good.id);
  });

  test("with any run of the project, in either direction, and with no one else's", async () => {
    const one = await run(await site.template());
    const other = await run(await site.template({ name: "Other", arguments: '["-v"]' }));
    const forth = await compare(other.id, one.id);
    expect(forth.fields.map(({ name }) => name)).toEqual(["arguments", "name"]);
    expect((await compare(one.id, other.id)).fields.map(({ before }) => before)).toEqual(
      forth.fields.map(({ after }) => after),
    );
    expect(await refusal(compare(other.id, 2_147_483_647))).toMatchObject({ status: 404 });
    expect(await refusal(compare(other.id, one.id, "stranger"))).toMatchObject({ status: 404 });
  });
});

const SECRET = "hunter2-canary";
const environment = (secrets: object[], json: object) => ({
  name: "Production",
  project_id: site.w.projectId,
  json: JSON.stringify(json),
  env: '{"LEVEL":"1"}',
  password: null,
  secrets,
});

describe("what the runs were given", () => {
  test("is compared field by field as it was then, whatever it is now", async () => {
    const templateId = await site.template({ app: "ansible", playbook: "a.yml", inventory_id: site.r.inventoryId });
    await run(templateId);
    await db.update(inventories).set({ inventory: "localhost\nweb-7\n" }).where(eq(inventories.id, site.r.inventoryId));
    await db.update(templates).set({ playbook: "b.yml" }).where(eq(templates.id, templateId));
    const { id } = await run(templateId, { input: { limit: "web-7", diff: true } });
    await db.update(templates).set({ playbook: "c.yml" }).where(eq(templates.id, templateId));
    const { fields, commits } = await compare(id);
    expect(fields).toMatchObject([
      { section: "parameters", name: "diff", change: "added", after: "true" },
      { section: "parameters", name: "limit", change: "added", before: null, after: "web-7" },
      { section: "template", name: "playbook", change: "changed", before: "a.yml", after: "b.yml" },
      { section: "inventory", name: "inventory", change: "changed", before: null, after: null },
    ]);
    expect(fields.at(-1)?.diff).toContain("+web-7");
    expect(commits).toMatchObject({ state: "unknown" });
  });

  test("shows no text of inventories and no value of environments to members who can't manage resources", async () => {
    const values = (address: string) => environment([], { address, name: address });
    const { id: environmentId } = await site.w.call(createEnvironment, "owner", project, values("10.0.0.1"));
    const templateId = await site.template({
      app: "ansible",
      playbook: "a.yml",
      inventory_id: site.r.inventoryId,
      environment_id: environmentId,
    });
    await run(templateId);
    const inventory = "localhost\n# 10.0.0.2\n";
    await db.update(inventories).set({ inventory }).where(eq(inventories.id, site.r.inventoryId));
    const changed = { ...values("10.0.0.2"), id: environmentId };
    await site.w.call(updateEnvironment, "owner", { ...project, environmentId }, changed);
    const { id } = await run(templateId, { input: { limit: "localhost" } });
    expect(JSON.stringify((await compare(id)).fields)).toMatch(/10\.0\.0\.1.*10\.0\.0\.2/);
    const seen = await compare(id, undefined, "guest");
    expect(JSON.stringify(seen)).not.toContain("10.0.0");
    expect(seen.fields).toMatchObject([
      { section: "parameters", name: "limit", after: "localhost" },
      { section: "inventory", name: "inventory", change: "changed", secret: true },
      { section: "environment", name: "address", change: "changed", secret: true },
      { section: "environment", name: "name", change: "changed", secret: true },
    ]);
  });

  test("tells of a secret only whether it has changed", async () => {
    const secret = (name: string) => ({ type: "var", name, secret: SECRET, operation: "create" });
    const create = ["stays", "turns", "goes"].map(secret);
    const { id: environmentId } = await site.w.call(createEnvironment, "owner", project, environment(create, { a: 1 }));
    const templateId = await site.template({ environment_id: environmentId });
    const { job } = await run(templateId);
    expect(job.secret_vars).toEqual({ stays: SECRET, turns: SECRET, goes: SECRET });
    expect(JSON.stringify(await db.select().from(taskComparisons))).not.toContain(SECRET);
    const stored = await db
      .select()
      .from(environmentSecrets)
      .where(eq(environmentSecrets.environment_id, environmentId));
    const idOf = (name: string) => stored.find((row) => row.name === name)?.id;
    const change = [
      { id: idOf("turns"), type: "var", name: "turns", secret: `${SECRET}-2`, operation: "update" },
      { id: idOf("goes"), type: "var", name: "goes", secret: "", operation: "delete" },
      secret("comes"),
    ];
    const changed = { ...environment(change, { a: 2, b: [1] }), id: environmentId };
    await site.w.call(updateEnvironment, "owner", { ...project, environmentId }, changed);
    const { id } = await run(templateId);
    const { fields } = await compare(id);
    expect(fields.filter(({ secret }) => !secret)).toMatchObject([
      { section: "environment", name: "a", change: "changed", before: "1", after: "2" },
      { section: "environment", name: "b", change: "added", before: null, after: "[1]" },
    ]);
    expect(fields.filter(({ secret }) => secret)).toEqual(
      [
        ["comes", "added"],
        ["goes", "removed"],
        ["turns", "changed"],
      ].map(([name, change]) => ({
        section: "environment",
        name,
        change,
        secret: true,
        before: null,
        after: null,
        diff: null,
      })),
    );
    expect(JSON.stringify(fields)).not.toContain(SECRET);
  });

  test("says nothing of secrets in comparison with a run that kept no digests", async () => {
    const create = [{ type: "env", name: "TOKEN", secret: SECRET, operation: "create" }];
    const { id: environment_id } = await site.w.call(createEnvironment, "owner", project, environment(create, {}));
    const templateId = await site.template({ environment_id });
    await run(templateId);
    await db.delete(taskComparisons);
    const { id } = await run(templateId);
    expect((await compare(id)).fields).toMatchObject([{ name: "$TOKEN", change: "unknown", secret: true }]);
  });
});

describe("the commits between", () => {
  test("are asked for since the last success of the same repository", async () => {
    const templateId = await site.template();
    expect((await run(templateId, { facts: ran("a") })).job.previous_commit).toBeNull();
    expect((await run(templateId, { facts: ran("b"), end: "error" })).job.previous_commit).toBe(hash("a"));
    expect((await run(templateId, { facts: ran("b") })).job.previous_commit).toBe(hash("a"));
    await db.update(repositories).set({ git_url: "/srv/elsewhere" }).where(eq(repositories.id, site.r.repositoryId));
    expect((await run(templateId)).job.previous_commit).toBeNull();
    await db.update(repositories).set({ git_url: "/srv/code" }).where(eq(repositories.id, site.r.repositoryId));
  });

  test("are those of any two runs, and go with their task", async () => {
    const templateId = await site.template();
    const first = await run(templateId, { facts: ran("a") });
    await run(templateId, { facts: ran("c", commit("c", "b"), commit("b", "a")) });
    const last = await run(templateId, { facts: ran("d", commit("d", "c")) });
    const subjects = (of: { subject: string }[]) => of.map(({ subject }) => subject);
    expect(subjects((await compare(last.id)).commits.added)).toEqual(["Change d"]);
    expect(subjects((await compare(last.id, first.id)).commits.added)).toEqual(["Change d", "Change c", "Change b"]);
    expect(subjects((await compare(first.id, last.id)).commits.removed)).toHaveLength(3);
    await site.w.call(deleteTask, "admin", { ...project, taskId: last.id });
    expect(await db.select().from(taskComparisons)).toHaveLength(1);
  });

  test("of a run of the same commit are none", async () => {
    const templateId = await site.template();
    await run(templateId, { facts: ran("a") });
    const { id } = await run(templateId, { facts: ran("a") });
    expect((await compare(id)).commits).toEqual({ state: "same", added: [], removed: [], more: false });
  });
});

describe("what a failed run is suspected of", () => {
  const ansible = () => site.template({ app: "ansible", playbook: "site.yml", inventory_id: site.r.inventoryId });

  async function runOnHosts(templateId: number, hosts: string[], failed: string[], facts: object) {
    const id = await site.start(templateId);
    const ref = await runner.take();
    const results = hosts.map((name, number) => result(0, number, failed.includes(name) ? "failed" : "ok"));
    const events = [step(0, "install"), ...hosts.map((name, number) => host(number, name)), ...results];
    await runner.events(ref, eventsBody(ref.attempt, 0, events));
    const end = failed.length > 0 ? ("error" as const) : ("success" as const);
    await runner.finish(ref, end, { facts, ...(end === "error" && { reason: "exit_code", exit_code: 2 }) });
    return id;
  }

  test("is first of all the commit that changed the file whose step failed", async () => {
    const templateId = await ansible();
    const good = await runOnHosts(templateId, ["web-1"], [], ran("a"));
    const commits = [commit("c", "b", ["README.md"]), commit("b", "a", ["site.yml"])];
    const first = await runOnHosts(templateId, ["web-1"], ["web-1"], ran("c", ...commits));
    const second = await runOnHosts(templateId, ["web-1"], ["web-1"], ran("c", ...commits));
    const { suspects, failing_since, hosts, before } = await compare(second);
    expect(before.id).toBe(good);
    expect(failing_since).toBe(first);
    expect(suspects.map(({ kind, hash, names }) => [kind, hash[0], names])).toEqual([
      ["commit", "b", ["site.yml"]],
      ["commit", "c", ["README.md"]],
    ]);
    expect(hosts).toEqual({ list: [{ host: "web-1", before: "ok", after: "failed", step: "install" }], more: 0 });
  });

  test("is the inventory, if only hosts failed that it has gained", async () => {
    await db.update(inventories).set({ inventory: "web-1" }).where(eq(inventories.id, site.r.inventoryId));
    const templateId = await ansible();
    await runOnHosts(templateId, ["web-1"], [], ran("a"));
    await db.update(inventories).set({ inventory: "web-1\nweb-7" }).where(eq(inventories.id, site.r.inventoryId));
    const id = await runOnHosts(templateId, ["web-1", "web-7"], ["web-7"], ran("b", commit("b", "a", ["README.md"])));
    expect((await compare(id)).suspects.map(({ kind, names }) => [kind, names])).toEqual([
      ["inventory_gained", ["web-7"]],
      ["commit", ["README.md"]],
    ]);
  });

  test("is nothing while it succeeds", async () => {
    const templateId = await ansible();
    await runOnHosts(templateId, ["web-1"], [], ran("a"));
    const id = await runOnHosts(templateId, ["web-1"], [], ran("b", commit("b", "a")));
    expect(await compare(id)).toMatchObject({ suspects: [], failing_since: null });
  });
});

test("plans are compared by resource and by their numbers", async () => {
  const templateId = await site.template({ app: "terraform", playbook: "" });
  const planned = async (plan: TaskPlan, summary: object) => {
    const id = await site.start(templateId);
    const ref = await runner.take();
    await runner.plan(ref, plan);
    await runner.finish(ref, "success", { facts: { plan: summary } });
    return id;
  };
  await planned(taskPlan({ resources: [planChange({ action: "create" })] }), { add: 1, change: 0, destroy: 0 });
  const id = await planned(taskPlan({ checksum: "d".repeat(64) }), { add: 0, change: 1, destroy: 0 });
  expect((await compare(id)).plan).toEqual({
    before: { add: 1, change: 0, destroy: 0 },
    after: { add: 0, change: 1, destroy: 0 },
    list: [{ address: "aws_instance.web", before: "create", after: "update" }],
    more: 0,
  });
});

describe("logs are compared", () => {
  test("without times, ids and the order of hosts, with the lines around what differs", async () => {
    const templateId = await site.template();
    const log = (time: string, hosts: string[], end: string) => [
      `${time} start`,
      "TASK [install]",
      ...hosts.map((name) => `ok: [${name}]`),
      "",
      end,
      "bye",
    ];
    const hosts = ["web-1", "web-2", "web-3"];
    const first = await run(templateId, { lines: log("2026-01-01T00:00:00Z", hosts, "version 1") });
    const same = await run(templateId, { lines: log("2026-02-02T02:02:02Z", hosts.toReversed(), "version 1") });
    expect(await logs(same.id)).toEqual({ before: 8, after: 8, state: "same", passages: [], more: false });
    const other = await run(templateId, { lines: log("2026-03-03T03:03:03Z", hosts, "version 2") });
    expect((await logs(other.id, first.id)).passages).toEqual([
      [
        { in: "both", line: 4, output: "ok: [web-3]" },
        { in: "both", line: 5, output: "" },
        { in: "before", line: 6, output: "version 1" },
        { in: "after", line: 6, output: "version 2" },
        { in: "both", line: 7, output: "bye" },
      ],
    ]);
  });

  test("only up to a length, and only if they have something in common", async () => {
    const templateId = await site.template();
    const lines = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`);
    const short = await run(templateId, { lines: lines("one", 3_000) });
    const other = await run(templateId, { lines: lines("two", 3_000) });
    expect(await logs(other.id)).toMatchObject({ state: "too_different", passages: [] });
    const long = await run(templateId, { lines: lines("one", MAX_LINES + 1) });
    expect(await logs(long.id, short.id)).toMatchObject({
      state: "too_long",
      before: 3_000,
      after: MAX_LINES + 1,
      passages: [],
    });
  });
});

test("lines full of beginnings of ids take no longer than others", () => {
  const output = "[id=".repeat(499);
  const began = performance.now();
  for (let line = 0; line < 2_000; line++) comparable({ line, output, time: "" });
  // It was 3 to 6 seconds.
  expect(performance.now() - began).toBeLessThan(1_000);
});
