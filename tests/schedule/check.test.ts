import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commitChecks } from "@/db/schema/commit-checks";
import { hostKeys } from "@/db/schema/host-keys";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { insertKey } from "@/lib/key/store";
import { getRepository, updateRepository } from "@/lib/repository/operations";
import { insertRepository } from "@/lib/repository/store";
import { recordCheck } from "@/lib/schedule/history";
import { createSchedule, listFires, updateSchedule } from "@/lib/schedule/operations";
import { getTemplate, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
process.env.SIGNALBOX_SLACK_URL = "https://hooks.example.com/secret";
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});
beforeEach(async () => {
  await db.delete(schedules);
  await db.delete(tasks);
  await db.delete(runners);
  await db.delete(hostKeys);
});

const HOST_KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIIaWodWfuVBQLVJSjJrhOLUSItBkbnkGMIYzySibZ1Tn";
const SEEN = "0".repeat(40);
const ONE = "1".repeat(40);
const TWO = "2".repeat(40);

const here = () => ({ projectId: w.projectId });
const template = (values = {}) => insertTemplateRow(db, w.projectId, ours, values);

const bodyOf = (templateId: number) => ({
  template_id: templateId,
  cron_format: "* * * * *",
  active: true,
  repository_id: ours.repositoryId,
});

/** A due commit check after its first run. */
async function wanted(templateId: number, changes: object = {}): Promise<number> {
  const id = await fresh(templateId, changes);
  await db.update(schedules).set({ last_commit_hash: SEEN }).where(eq(schedules.id, id));
  return id;
}

/** A commit check that is due for the first time. */
async function fresh(templateId: number, changes: object = {}): Promise<number> {
  const { id } = await w.call(createSchedule, "manager", here(), { ...bodyOf(templateId), ...changes });
  await makeDue(id);
  return id;
}

const makeDue = (scheduleId: number) =>
  db.update(schedules).set({ next_run_at: sql`now() - interval '1 second'` }).where(eq(schedules.id, scheduleId));

const scheduleRow = async (id: number) => (await db.select().from(schedules).where(eq(schedules.id, id)))[0];
const history = (scheduleId: number) => w.call(listFires, "guest", { ...here(), scheduleId }, {});
const tasksOf = (scheduleId: number) => db.select().from(tasks).where(eq(tasks.schedule_id, scheduleId));
const endLeases = () => db.update(commitChecks).set({ leased_until: sql`now() - interval '1 second'` });

/** The runner performs the only check. */
async function check(runner: HandRunner, report: Parameters<HandRunner["finishCheck"]>[1]): Promise<void> {
  const [id, ...more] = await runner.pollForChecks();
  expect(more).toEqual([]);
  await runner.beginCheck(id ?? 0);
  await runner.finishCheck(id ?? 0, report);
}

describe("a due commit check", () => {
  test("starts a task at the new head, and no other before the next commit", async () => {
    const runner = await HandRunner.start(db);
    const id = await wanted(await template(), { task_params: { message: "news" } });
    await check(runner, { commit: ONE });
    const [task] = await tasksOf(id);
    expect(task).toMatchObject({ commit_hash: ONE, message: "news", user_id: null, status: "waiting" });
    expect((await scheduleRow(id))?.last_commit_hash).toBe(ONE);
    expect(Date.parse((await scheduleRow(id))?.next_run_at ?? "")).toBeGreaterThan(Date.now() - 1000);
    expect(await runner.pollForChecks()).toEqual([]);

    await makeDue(id);
    await check(runner, { commit: ONE });
    await makeDue(id);
    await check(runner, { commit: ONE });
    expect(await tasksOf(id)).toHaveLength(1);
    expect(await history(id)).toMatchObject([
      { outcome: "unchanged", detail: "1111111111", until: expect.any(String) },
      { outcome: "started", task_id: task?.id },
    ]);

    await makeDue(id);
    await check(runner, { commit: TWO });
    expect((await tasksOf(id)).map(({ commit_hash }) => commit_hash)).toEqual([ONE, TWO]);
  });

  test("without news shares a row with the one before, also within a second", async () => {
    const id = await wanted(await template());
    const outcome = { outcome: "unchanged" as const, detail: "1111111111" };
    const due = Date.parse("2026-01-01T00:00:00.900Z");
    for (const later of [0, 12]) await db.transaction((tx) => recordCheck(tx, id, due + later, outcome));
    expect(await history(id)).toMatchObject([{ ...outcome, until: "2026-01-01T00:00:00.912Z" }]);
  });

  test("that fails records the reason, starts nothing, and runs again at the next time", async () => {
    const runner = await HandRunner.start(db);
    const id = await wanted(await template());
    await check(runner, { commit: null, problem: "the repository has no such branch" });
    expect(await tasksOf(id)).toEqual([]);
    expect(await history(id)).toMatchObject([
      { outcome: "failed", reason: "check_failed", detail: "the repository has no such branch" },
    ]);
    await makeDue(id);
    await check(runner, { commit: ONE });
    expect(await tasksOf(id)).toHaveLength(1);
  });

  test("that fails twice in a row is alerted of", async () => {
    await db.update(projects).set({ alert: true });
    const runner = await HandRunner.start(db);
    const id = await wanted(await template());
    await check(runner, { commit: null, problem: "the key was refused" });
    expect(await db.select().from(outbox)).toEqual([]);
    await makeDue(id);
    await check(runner, { commit: null, problem: "the key was refused" });
    expect(await db.select().from(outbox)).toMatchObject([
      { payload: { schedule: { id, outcome: "failed", detail: "the key was refused", commit_check: true } } },
    ]);
  });

  test("keeps a commit whose task couldn't be started", async () => {
    const runner = await HandRunner.start(db);
    const templateId = await template();
    const id = await wanted(templateId, { overlap: "skip" });
    const before = await insertTask(db, w.projectId, templateId, { status: "running" });
    await check(runner, { commit: ONE });
    expect(await history(id)).toMatchObject([{ outcome: "skipped", reason: "template_busy" }]);
    await db.update(tasks).set({ status: "success" }).where(eq(tasks.id, before));
    await makeDue(id);
    await check(runner, { commit: ONE });
    expect(await tasksOf(id)).toHaveLength(1);
  });

  test("of another repository than the template's pins no commit", async () => {
    const runner = await HandRunner.start(db);
    const other = { name: "hosts", git_url: "/srv/hosts", git_branch: "main", ssh_key_id: ours.keyId };
    const { id: repository_id } = await insertRepository(db, w.projectId, other);
    const id = await wanted(await template({ git_branch: "release" }), { repository_id });
    const [checkId = 0] = await runner.pollForChecks();
    expect((await runner.beginCheck(checkId)).repository).toMatchObject({ url: "/srv/hosts", branch: "main" });
    await runner.finishCheck(checkId, { commit: ONE });
    expect(await tasksOf(id)).toMatchObject([{ commit_hash: null }]);
  });

  test("checks once for all times missed without a runner", async () => {
    const runner = await HandRunner.start(db);
    const id = await wanted(await template());
    await db.update(schedules).set({ next_run_at: sql`now() - interval '3 days'` }).where(eq(schedules.id, id));
    await check(runner, { commit: ONE });
    expect(await tasksOf(id)).toHaveLength(1);
    expect(await runner.pollForChecks()).toEqual([]);
  });
});

test("a commit check locks the templates that it starts in their order, whatever that of its schedules", async () => {
  const runner = await HandRunner.start(db);
  const [first, second] = [await template(), await template()];
  const ids = [await wanted(second), await wanted(first)];
  let checking: Promise<void> = Promise.resolve();
  await db.transaction(async (tx) => {
    const lock = (id: number) =>
      tx.select().from(templates).where(eq(templates.id, id)).for("update", { noWait: true });
    await lock(first);
    checking = check(runner, { commit: ONE });
    await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
    await lock(second);
  });
  await checking;
  for (const id of ids) expect(await tasksOf(id)).toHaveLength(1);
});

test("a template that is given another branch is locked after its commit checks, as where one starts it", async () => {
  const templateId = await template();
  const id = await wanted(templateId);
  const at = { ...here(), templateId };
  const current = await w.call(getTemplate, "manager", at);
  let changing: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.select().from(schedules).where(eq(schedules.id, id)).for("update");
    changing = w.call(updateTemplate, "manager", at, { ...current, git_branch: "other" });
    await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
    await tx.select().from(templates).where(eq(templates.id, templateId)).for("update", { noWait: true });
  });
  await changing;
  expect((await scheduleRow(id))?.last_commit_hash).toBeNull();
});

/** Connections waiting for a lock; asked outside of the transaction, which would see the same answer again. */
const waiting = () =>
  db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

describe("the first run of a commit check", () => {
  test("records the head and starts nothing; the next commit starts a task", async () => {
    const runner = await HandRunner.start(db);
    const id = await fresh(await template());
    await check(runner, { commit: ONE });
    expect(await tasksOf(id)).toEqual([]);
    expect((await scheduleRow(id))?.last_commit_hash).toBe(ONE);
    expect(await history(id)).toMatchObject([{ outcome: "unchanged", reason: "first_look", detail: "1111111111" }]);
    await makeDue(id);
    await check(runner, { commit: TWO });
    expect(await tasksOf(id)).toMatchObject([{ commit_hash: TWO }]);
  });

  test("is the first one that finds the branch", async () => {
    const runner = await HandRunner.start(db);
    const id = await fresh(await template());
    await check(runner, { commit: null, problem: "the repository has no such branch" });
    await makeDue(id);
    await check(runner, { commit: ONE });
    expect(await tasksOf(id)).toEqual([]);
    expect((await scheduleRow(id))?.last_commit_hash).toBe(ONE);
  });

  test("is repeated for another branch, and after no other change", async () => {
    const runner = await HandRunner.start(db);
    const templateId = await template();
    const id = await wanted(templateId);
    const change = async (changes: object) => {
      const body = { ...bodyOf(templateId), id, project_id: w.projectId, ...changes };
      await w.call(updateSchedule, "manager", { ...here(), scheduleId: id }, body);
      await makeDue(id);
    };
    await change({ name: "renamed", task_params: { message: "news" } });
    await check(runner, { commit: ONE });
    expect(await tasksOf(id)).toHaveLength(1);
    await change({ task_params: { git_branch: "release" } });
    await check(runner, { commit: TWO });
    expect(await tasksOf(id)).toHaveLength(1);
    expect((await scheduleRow(id))?.last_commit_hash).toBe(TWO);
  });
});

test("a commit check whose template or repository was given another branch or address begins anew", async () => {
  const runner = await HandRunner.start(db);
  const remote = { name: "Watched", git_url: "https://git.example.com/first.git", git_branch: "main" };
  const { id: repository_id } = await insertRepository(db, w.projectId, { ...remote, ssh_key_id: ours.keyId });
  const templateId = await template({ repository_id });
  const id = await wanted(templateId, { repository_id });
  const at = { ...here(), templateId };
  const changeTemplate = async (changes: object) =>
    w.call(updateTemplate, "manager", at, { ...(await w.call(getTemplate, "manager", at)), ...changes });
  const repository = { ...here(), repositoryId: repository_id };
  const stored = await w.call(getRepository, "manager", repository);
  const changeRepository = (changes: object) =>
    w.call(updateRepository, "manager", repository, { ...stored, ...changes });

  await changeTemplate({ name: "only renamed" });
  await changeRepository({ name: "only renamed" });
  expect((await scheduleRow(id))?.last_commit_hash).toBe(SEEN);
  const head = async (commit: string) => {
    await makeDue(id);
    await check(runner, { commit });
    expect(await tasksOf(id)).toEqual([]);
    expect((await scheduleRow(id))?.last_commit_hash).toBe(commit);
  };
  await changeTemplate({ git_branch: "release" });
  await head(ONE);
  await changeRepository({ git_url: "https://git.example.com/elsewhere.git" });
  await head(TWO);

  await makeDue(id);
  const [begun = 0] = await runner.pollForChecks();
  await runner.beginCheck(begun);
  await changeRepository({ git_url: "https://git.example.com/again.git" });
  await expect(runner.finishCheck(begun, { commit: ONE })).rejects.toThrow();
  expect((await scheduleRow(id))?.last_commit_hash).toBeNull();
});

describe("one check", () => {
  test("serves every schedule of the branch; other branches have their own", async () => {
    const [one, two] = [await HandRunner.start(db), await HandRunner.start(db)];
    const plain = await template();
    const same = [await wanted(plain), await wanted(plain), await wanted(await template())];
    const onRelease = await wanted(await template({ git_branch: "release" }));
    const offered = await Promise.all([one.pollForChecks(), two.pollForChecks()]);
    expect(offered.flat()).toHaveLength(2);
    for (const [index, runner] of [one, two].entries()) {
      for (const id of offered[index] ?? []) {
        const { branch } = (await runner.beginCheck(id)).repository;
        await runner.finishCheck(id, { commit: branch === "release" ? TWO : ONE });
      }
    }
    for (const id of same) expect(await tasksOf(id)).toMatchObject([{ commit_hash: ONE }]);
    expect(await tasksOf(onRelease)).toMatchObject([{ commit_hash: TWO }]);
  });

  test("pins the host key of its repository only, and gets the pinned ones", async () => {
    const runner = await HandRunner.start(db);
    const remote = { name: "far", git_url: "git@git.example.com:x", git_branch: "main", ssh_key_id: ours.keyId };
    const { id: repository_id } = await insertRepository(db, w.projectId, remote);
    const id = await wanted(await template(), { repository_id });
    const lines = ["git.example.com", "other.example.com", "*"].map((host) => `${host} ssh-ed25519 ${HOST_KEY}`);
    await check(runner, { commit: ONE, new_known_hosts: lines.join("\n") });
    await makeDue(id);
    const [checkId = 0] = await runner.pollForChecks();
    expect((await runner.beginCheck(checkId)).known_hosts).toBe(`${lines[0]}\n`);
  });

  test("is not given to a runner that is disabled, without git, full, or without the tag", async () => {
    await wanted(await template({ runner_tag: "inside" }));
    const outside = await HandRunner.start(db);
    const bare = await HandRunner.start(db, { tags: ["inside"], tools: { bash: "5" } });
    const off = await HandRunner.start(db, { tags: ["inside"] });
    await db.update(runners).set({ active: false }).where(eq(runners.id, off.id));
    for (const runner of [outside, bare, off]) expect(await runner.pollForChecks()).toEqual([]);
    const inside = await HandRunner.start(db, { tags: ["inside"] });
    expect(await inside.pollForChecks(0)).toEqual([]);
    expect(await inside.pollForChecks()).toHaveLength(1);
  });
});

describe("the lease of a check", () => {
  test("excludes other runners, and expires when its runner is gone", async () => {
    const [lost, other] = [await HandRunner.start(db), await HandRunner.start(db)];
    const id = await wanted(await template());
    const [checkId = 0] = await lost.pollForChecks();
    await lost.beginCheck(checkId);
    expect(await other.pollForChecks()).toEqual([]);
    await endLeases();
    await check(other, { commit: ONE });
    expect(await refusal(lost.finishCheck(checkId, { commit: TWO }))).toMatchObject({ status: 409 });
    expect(await tasksOf(id)).toMatchObject([{ commit_hash: ONE }]);
  });

  test("ends at once when the runner restarts", async () => {
    const runner = await HandRunner.start(db);
    await wanted(await template());
    const [checkId = 0] = await runner.pollForChecks();
    await runner.restart();
    expect(await refusal(runner.beginCheck(checkId))).toMatchObject({ status: 409 });
    await check(runner, { commit: ONE });
  });

  test("is required to read the key, and only its holder can use it", async () => {
    const secret = { login: "robot", password: "s3cret" };
    const key = await insertKey(db, w.projectId, { name: "robot", type: "login_password", login_password: secret });
    const remote = { name: "private", git_url: "https://git.example.com/x", git_branch: "main", ssh_key_id: key.id };
    const { id: repository_id } = await insertRepository(db, w.projectId, remote);
    const [holder, other] = [await HandRunner.start(db), await HandRunner.start(db)];
    await wanted(await template(), { repository_id });
    const [checkId = 0] = await holder.pollForChecks();
    expect(await refusal(other.beginCheck(checkId))).toMatchObject({ status: 409 });
    expect(await refusal(other.finishCheck(checkId, { commit: ONE }))).toMatchObject({ status: 409 });
    expect((await holder.beginCheck(checkId)).repository.key).toMatchObject(secret);
    await holder.finishCheck(checkId, { commit: ONE });
    expect(await refusal(holder.beginCheck(checkId))).toMatchObject({ status: 409 });
  });
});
