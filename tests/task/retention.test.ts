import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { pruneTasks, type Retention } from "@/lib/task/prune";
import { freshDatabase } from "../support/database";
import { insertTask } from "../support/resources";
import { chain, runs } from "../support/workflow";
import { workflowSite } from "../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const { play, children } = site;
const parallel = { allow_parallel_tasks: true };
const plain = await site.template(parallel);
const build = await site.template({ name: "Build", type: "build", start_version: "1.0.0", ...parallel });
const deploy = await site.template({ name: "Deploy", type: "deploy", build_template_id: build, ...parallel });
const building = await site.workflow([runs("make", build)], [], { name: "Building", ...parallel });
const DAY = 86_400_000;
const OLD = "2020-01-01T00:00:00Z";

beforeEach(async () => {
  await db.delete(schedules);
  await db.delete(tasks);
  await db.update(templates).set({ tasks: 0, last_task_id: null });
});

const prune = (limits: Partial<Retention>) => pruneTasks(db, { perTemplate: 0, perProject: 0, ms: 0, ...limits });
const age = (...ids: number[]) =>
  db
    .update(tasks)
    .set({ created: OLD, end: OLD })
    .where(ids.length > 0 ? sql`${tasks.id} in ${ids}` : undefined);
const left = async () => (await db.select({ id: tasks.id }).from(tasks).orderBy(tasks.id)).map(({ id }) => id);
const versions = async () =>
  (await db.select().from(tasks).where(eq(tasks.template_id, build)).orderBy(tasks.id)).map(({ version }) => version);

/** A finished run, and the build that it made. */
async function builtBy(workflow: number, end?: "error"): Promise<{ run: number; made: number }> {
  const run = await site.start(workflow);
  await play(end);
  const [made] = await db.select().from(tasks).where(eq(tasks.template_id, build)).orderBy(sql`id desc`).limit(1);
  return { run, made: made?.id ?? 0 };
}

describe("a run stays whole as long as one of its builds is", () => {
  const all = { perTemplate: 1, perProject: 1, ms: DAY };

  test("the newest successful one, which the next deploy takes", async () => {
    const workflow = await site.workflow([runs("make", build), runs("again", build)], chain("make", "again"));
    await builtBy(workflow);
    await play();
    await age();
    const family = await left();
    await prune(all);
    expect(await left()).toEqual(family);
    expect(await versions()).toEqual(["1.0.0", "1.0.1"]);
    const id = await site.start(deploy);
    expect(await site.look(id)).toMatchObject({ incoming_version: "1.0.1" });
    await site.start(build);
    expect(await versions()).toEqual(["1.0.0", "1.0.1", "1.0.2"]);
  });

  test("the newest one, whose version the next one increments", async () => {
    const { run, made } = await builtBy(building, "error");
    await age();
    await prune(all);
    expect(await left()).toEqual([run, made]);
  });

  test("one of a workflow inside", async () => {
    const { run, made } = await builtBy(await site.workflow([runs("inner", building)]));
    const [inner] = await children(run);
    await age();
    await prune(all);
    expect(await left()).toEqual([run, inner?.id, made]);
  });

  test("one that a deploy or a schedule has chosen, until that is gone", async () => {
    const [chosen, scheduled, passed, newest] = [
      await builtBy(building),
      await builtBy(building),
      await builtBy(building),
      await builtBy(building),
    ];
    const deploying = await site.start(deploy, { build_task_id: chosen.made });
    const place = { project_id: site.w.projectId, template_id: deploy };
    await db.insert(schedules).values({ ...place, task_params: { build_task_id: scheduled.made } });
    await age();
    await prune({ ms: DAY });
    const needed = [chosen, scheduled, newest].flatMap(({ run, made }) => [run, made]);
    expect(await left()).toEqual([...needed, deploying]);
    expect(await left()).not.toContain(passed.made);
    expect(await site.look(deploying)).toMatchObject({ build_task_id: chosen.made });
    await play();
    await db.delete(schedules);
    await prune({ ms: DAY });
    expect(await left()).toEqual([chosen.run, chosen.made, newest.run, newest.made, deploying]);
    await age(deploying);
    await prune({ ms: DAY });
    await prune({ ms: DAY });
    expect(await left()).toEqual([newest.run, newest.made]);
  });

  test("but not for a deploy of its own", async () => {
    await site.start(await site.workflow([runs("make", build), runs("ship", deploy)], chain("make", "ship")));
    await play();
    await play();
    const { run, made } = await builtBy(building);
    await age();
    await prune({ ms: DAY });
    expect(await left()).toEqual([run, made]);
  });

  test("one that a deploy chooses while others are being deleted", async () => {
    const first = await insertTask(db, site.w.projectId, plain);
    const [chosen, newest] = [await builtBy(building), await builtBy(building)];
    await age();
    const pruned = await db.transaction(async (tx) => {
      await tx.select().from(tasks).where(eq(tasks.id, first)).for("update");
      const pruning = prune({ ms: DAY });
      await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
      const deploying = await insertTask(db, site.w.projectId, deploy, {
        status: "waiting",
        build_task_id: chosen.made,
      });
      return { pruning, deploying };
    });
    await pruned.pruning;
    expect(await left()).toEqual([chosen.run, chosen.made, newest.run, newest.made, pruned.deploying]);
  });

  /** Connections waiting for a lock; asked outside of the transaction, which would see the same answer again. */
  const waiting = () =>
    db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
});

describe("of a project with a limit,", () => {
  const many = runs("many", plain, { matrix: { items: { value: [1, 2, 3] } } });
  const ranBy = async (workflow: number) => {
    const run = await site.start(workflow);
    for (let item = 0; item < 3; item++) await play();
    return run;
  };

  test.each([
    ["a run", () => site.workflow([many], [], parallel)],
    [
      "a run with another inside",
      async () => site.workflow([runs("inner", await site.workflow([many], [], { name: "Inner", ...parallel }))]),
    ],
  ])("%s stays whole as long as one of its tasks is among the newest", async (_what, workflow) => {
    const before = await insertTask(db, site.w.projectId, plain);
    await ranBy(await workflow());
    const family = (await left()).filter((id) => id !== before);
    await db.update(templates).set({ tasks: 5 });
    await prune({ perProject: 3 });
    expect(await left()).toEqual(family);

    const later = [await insertTask(db, site.w.projectId, plain), await insertTask(db, site.w.projectId, plain)];
    await prune({ perProject: 3 });
    expect(await left()).toEqual([...family, ...later]);
    const last = await insertTask(db, site.w.projectId, plain);
    await prune({ perProject: 3 });
    expect(await left()).toEqual([...later, last]);
  });
});
