import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { users } from "@/db/schema/users";
import { withOneTypo } from "@/lib/system/rules";
import { searchAll } from "@/lib/system/search-operations";
import { countStatements, freshDatabase } from "../support/database";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
let theirTask: number;
let task: number;
let deploy: number;

beforeAll(async () => {
  site = await taskSite(db);
  const { w } = site;
  deploy = await site.template({ name: "Deploy to Production" });
  for (const name of ["Deploy", "Redeploy", "100% sure_thing", "Überwachung", "[a-z]+ (.*)"])
    await site.template({ name });
  task = await insertTask(db, w.projectId, deploy);
  const theirs = await resources(db, w.otherProjectId);
  const template = await insertTemplateRow(db, w.otherProjectId, theirs, { name: "Deploy theirs" });
  theirTask = await insertTask(db, w.otherProjectId, template);
});

type Person = "guest" | "stranger" | "admin" | "task_runner" | "manager";
const find = (q: string, as: Person = "guest") => site.w.call(searchAll, as, {}, { q });
const namesOf = async (...args: Parameters<typeof find>) => (await find(...args)).map(({ name }) => name);

test("names that are the text come first, then those that begin with it", async () => {
  expect(await namesOf("deploy")).toEqual(["Deploy", "Deploy to Production", "Redeploy"]);
});

test("all words have to occur, in any order", async () => {
  expect(await namesOf("prod depl")).toEqual(["Deploy to Production"]);
  expect(await namesOf("prod nothing")).toEqual([]);
});

test("each kind of resource is found with its project", async () => {
  const { w, r } = site;
  const project_id = w.projectId;
  expect(await find("hosts")).toEqual([{ kind: "inventory", id: r.inventoryId, project_id, name: "hosts" }]);
  expect(await find("plain")).toEqual([{ kind: "environment", id: r.environmentId, project_id, name: "plain" }]);
  expect(await find("code")).toEqual([{ kind: "repository", id: r.repositoryId, project_id, name: "code" }]);
  expect(await find("password")).toEqual([{ kind: "key", id: r.passwordKeyId, project_id, name: "password" }]);
  expect(await find("Ours")).toEqual([{ kind: "project", id: project_id, project_id, name: "Ours" }]);
});

test("a number finds its task, with the template's name", async () => {
  const found = { kind: "task", id: task, project_id: site.w.projectId, name: "Deploy to Production" };
  for (const text of [`${task}`, `#${task}`, ` #${task} `]) expect((await find(text))[0]).toEqual(found);
});

test("nothing of other people's projects is found, except by administrators", async () => {
  expect(await namesOf("theirs")).toEqual([]);
  expect(await find(`#${theirTask}`)).toEqual([]);
  expect((await namesOf("theirs", "stranger")).sort()).toEqual(["Deploy theirs", "Theirs"]);
  expect((await namesOf("theirs", "admin")).sort()).toEqual(["Deploy theirs", "Theirs"]);
  await expect(site.w.call(searchAll, "anonymous", {}, { q: "deploy" })).rejects.toThrow();
});

describe("one typo in a word is forgiven", () => {
  test.each([
    ["a wrong letter", "deplay prod"],
    ["a missing letter", "prodution"],
    ["a letter too many", "producttion"],
    ["two swapped letters", "delpoy production"],
    ["a letter that Postgres has to fold", "überwachugn"],
  ])("%s", async (_, text) => {
    expect((await namesOf(text)).length).toBeGreaterThan(0);
  });

  test("but not two, nor any in a short word", async () => {
    expect(await namesOf("dxplxy")).toEqual([]);
    expect(await namesOf("hox")).toEqual([]);
  });

  test("only from the beginning of a word", async () => {
    await site.template({ name: "Wandering routers" });
    expect(await namesOf("ruoters")).toEqual(["Wandering routers"]);
    expect(await namesOf("outres")).toEqual([]);
  });

  test("and not at all if the name itself exists", async () => {
    expect(await namesOf("redeploy")).toEqual(["Redeploy"]);
  });
});

describe("what the caller may do", () => {
  const first = async (...args: Parameters<typeof find>) => (await find(...args))[0];

  test("a template tells those who may run tasks whether it asks first", async () => {
    const survey_vars = [{ name: "region", title: "Region", required: true }];
    await site.template({ name: "Wipe", survey_vars });
    await site.template({ name: "Tidy" });
    expect((await first("wipe", "task_runner"))?.start).toEqual({ app: "bash", type: "", asks: true, permissions: 1 });
    expect((await first("tidy", "manager"))?.start).toEqual({ app: "bash", type: "", asks: false, permissions: 5 });
    expect((await first("tidy", "admin"))?.start).toEqual({ app: "bash", type: "", asks: false, permissions: 0 });
    expect((await first("tidy", "guest"))?.start).toBeUndefined();
  });

  test("tasks that have not ended are found by name, and can be stopped", async () => {
    const template = await site.template({ name: "Nightly sweep" });
    const [running, stopping] = [
      await insertTask(db, site.w.projectId, template, { status: "running" }),
      await insertTask(db, site.w.projectId, template, { status: "stopping" }),
    ];
    await insertTask(db, site.w.projectId, template, { status: "success" });
    const foundTasks = async (as: Person) => (await find("nightly swepe", as)).filter(({ kind }) => kind === "task");
    const name = "Nightly sweep";
    const common = { kind: "task", project_id: site.w.projectId, name };
    expect(await foundTasks("task_runner")).toEqual([
      { ...common, id: running, stoppable: true },
      { ...common, id: stopping },
    ]);
    expect(await foundTasks("guest")).toEqual([
      { ...common, id: running },
      { ...common, id: stopping },
    ]);
    const all = await site.w.call(searchAll, "task_runner", {}, { q: "no such name", active: "true" });
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([running, stopping]));
    expect(all.length).toBeLessThanOrEqual(10);
  });
});

test("people are found once, by their name or login, in a team that the caller sees, or by administrators", async () => {
  const { w } = site;
  const person = { kind: "user", id: w.userIds.manager, name: "The manager" };
  expect(await find("manager", "guest")).toEqual([{ ...person, project_id: w.projectId }]);
  expect(await find("manager", "admin")).toEqual([{ ...person, project_id: null }]);
  expect(await find("manager", "stranger")).toEqual([]);
  await db.update(users).set({ username: "zoltan" }).where(eq(users.id, w.userIds.manager));
  expect(await find("zoltan", "guest")).toEqual([{ ...person, project_id: w.projectId }]);
  await db.update(users).set({ username: "manager" }).where(eq(users.id, w.userIds.manager));
});

test("runners are found by those who see their list", async () => {
  const { projectId } = site.w;
  await db.insert(runners).values([
    { name: "eu-west-1", token_hash: "hash of eu-west-1" },
    { name: "eu-west-own", token_hash: "hash of eu-west-own", project_id: projectId },
  ]);
  const places = async (as: Person) => (await find("eu-west", as)).map(({ name, project_id }) => [name, project_id]);
  expect(await places("admin")).toEqual([
    ["eu-west-1", null],
    ["eu-west-own", projectId],
  ]);
  expect(await places("manager")).toEqual([["eu-west-own", projectId]]);
  for (const as of ["guest", "task_runner", "stranger"] as const) expect(await places(as)).toEqual([]);
});

test("plans to confirm are listed first, for those who may confirm them", async () => {
  const template = await site.template({ name: "Network" });
  const asks = await insertTask(db, site.w.projectId, template, { status: "waiting_confirmation" });
  for (let n = 0; n < 12; n++) await insertTask(db, site.w.projectId, template, { status: "running" });
  const decidable = async (as: Person) =>
    (await site.w.call(searchAll, as, {}, { q: "confirm", active: "true" }))
      .filter((found) => found.decidable)
      .map(({ id }) => id);
  expect(await decidable("task_runner")).toEqual([asks]);
  expect(await decidable("guest")).toEqual([]);
});

test("what is special in patterns is only text", async () => {
  expect(await namesOf("100%")).toEqual(["100% sure_thing"]);
  expect(await namesOf("sure_thing")).toEqual(["100% sure_thing"]);
  expect(await namesOf("%")).toEqual(["100% sure_thing"]);
  expect(await namesOf("(.*)")).toEqual(["[a-z]+ (.*)"]);
  expect(await namesOf("\\")).toEqual([]);
  expect(await namesOf("((((([[[[[*****+++++")).toEqual([]);
  expect(await namesOf("[a-z]+xx(.*)")).toEqual([]);
  expect(withOneTypo("a.b*")).toContain("\\.");
});

test("no more than 30 are found, and nothing without a word", async () => {
  for (let n = 0; n < 35; n++) await site.template({ name: `Many ${n}` });
  expect(await find("many")).toHaveLength(30);
  for (const text of ["", "   ", "\0"]) expect(await find(text)).toEqual([]);
});

test("it takes one statement, and a second one to look for typos", async () => {
  expect(await countStatements(db, () => find("deploy"))).toBe(2);
  expect(await countStatements(db, () => find("delpoy"))).toBe(3);
  expect(await countStatements(db, () => find(""))).toBe(1);
});

test("hostile texts take no time", async () => {
  const began = performance.now();
  for (const text of ["a".repeat(200), "aaaa ".repeat(40), "%_".repeat(100)]) await find(text);
  expect(performance.now() - began).toBeLessThan(2000);
});

test("an index leads to the rows of a project", async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute(sql`explain select id from templates where project_id in (select id from projects where name = 'x')
      and name ilike '%a%'`);
  });
  expect(JSON.stringify(plan)).toMatch(/Index Cond: \(project_id = projects\.id\)/);
});
