import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { templates } from "@/db/schema/templates";
import { views } from "@/db/schema/views";
import { listLastEvents } from "@/lib/event/operations";
import { createView, deleteView, getView, listViews, moveViews, saveViews, updateView } from "@/lib/view/operations";
import { insertView } from "@/lib/view/store";
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
const at = (viewId: number) => ({ ...here(), viewId });
const input = (changes: Record<string, unknown> = {}) => ({
  project_id: w.projectId,
  title: "Web",
  position: 4,
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) => w.call(createView, "manager", here(), input(changes));

/** Connections waiting for a lock. */
const waiting = async () =>
  db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

describe("a view", () => {
  it("is created, read, replaced and deleted, with an event for each", async () => {
    const created = await create({ id: -3 });
    expect(created).toEqual({ id: created.id, ...input() });
    expect(await w.call(getView, "guest", at(created.id))).toEqual(created);
    const changed = input({ id: created.id, title: "Sites", position: 1 });
    expect(await w.call(updateView, "manager", at(created.id), changed)).toBeUndefined();
    expect(await w.call(getView, "guest", at(created.id))).toEqual(changed);
    await w.call(deleteView, "manager", at(created.id));
    expect(await refusal(w.call(getView, "guest", at(created.id)))).toEqual({ status: 404, error: null });
    const texts = (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);
    expect(texts.slice(0, 3)).toEqual(["View Sites deleted", "View Sites updated", "View Web created"]);
  });

  it.each([
    [{ title: "" }, "title can not be empty"],
    [{ title: "\t" }, "title can not be empty"],
    [{ position: "1" }, "position: Must be an integer"],
    [{ project_id: 999_999 }, "Project ID in body and URL must be the same"],
  ])("can't be created with %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it("rejects a body whose ids differ from the path, and ids of another project", async () => {
    const replaced = w.call(updateView, "manager", at(ours.viewId), input({ id: theirs.viewId }));
    expect(await refusal(replaced)).toEqual({ status: 400, error: "View ID in URL and in body must be the same" });
    const gone = { status: 404, error: null };
    expect(await refusal(w.call(getView, "owner", at(theirs.viewId)))).toEqual(gone);
    expect(await refusal(w.call(updateView, "owner", at(theirs.viewId), input()))).toEqual(gone);
    expect(await refusal(w.call(deleteView, "owner", at(theirs.viewId)))).toEqual(gone);
  });

  it("can be changed by those who manage resources, and read by members", async () => {
    expect(await statuses((as) => w.call(createView, as, here(), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(updateView, as, at(ours.viewId), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(moveViews, as, here(), {}))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(getView, as, at(ours.viewId)))).toEqual(MEMBERS);
    expect(await refusal(w.call(deleteView, "task_runner", at(ours.viewId)))).toEqual(FORBIDDEN);
  });

  it("keeps its templates when it is deleted", async () => {
    const { id } = await create();
    const templateId = await insertTemplateRow(db, w.projectId, ours, { view_id: id });
    await w.call(deleteView, "manager", at(id));
    const [row] = await db.select().from(templates).where(eq(templates.id, templateId));
    expect(row).toMatchObject({ view_id: null, project_id: w.projectId });
  });

  it("waits to be deleted while a template is saved into it", async () => {
    const { id } = await create();
    const template = eq(templates.id, await insertTemplateRow(db, w.projectId, ours, { view_id: id }));
    let deletion: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.select().from(views).where(eq(views.id, id)).for("key share");
      deletion = w.call(deleteView, "manager", at(id));
      await expect.poll(waiting).toHaveLength(1);
      await tx.update(templates).set({ description: "saved" }).where(template);
    });
    await deletion;
    const [row] = await db.select().from(templates).where(template);
    expect(row).toMatchObject({ view_id: null, description: "saved" });
  });
});

describe("positions", () => {
  it("are set by id, and those of other projects stay unchanged", async () => {
    const { id: a } = await insertView(db, w.projectId, { title: "a", position: 10 });
    const { id: b } = await insertView(db, w.projectId, { title: "b", position: 11 });
    const moves = { [a]: 21, [b]: 20, [theirs.viewId]: 99, "-5": 1, x: 2, "1e3": 3 };
    expect(await w.call(moveViews, "manager", here(), moves)).toBeUndefined();
    const order = (await w.call(listViews, "guest", here())).map(({ title }) => title);
    expect(order.indexOf("b")).toBe(order.indexOf("a") - 1);
    const params = { projectId: w.otherProjectId, viewId: theirs.viewId };
    expect(await w.call(getView, "stranger", params)).toMatchObject({ position: 0 });
    expect(await refusal(w.call(moveViews, "manager", here(), { [a]: "1" }))).toMatchObject({ status: 400 });
  });

  it("determine the order of the list, which takes one statement", async () => {
    const positions = (await w.call(listViews, "guest", here())).map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((x, y) => x - y));
    expect(await statementsOf(db, () => w.call(listViews, "guest", here()))).toHaveLength(2);
  });
});

describe("the views that a person edited together", () => {
  type Row = { view_id: number | null; title: string };
  const save = (views: Row[], shown: Row[] = []) =>
    w.call(saveViews, "manager", here(), {
      views,
      shown: shown.flatMap(({ view_id, title }) => (view_id === null ? [] : [{ id: view_id, title }])),
    });
  const rows = async () => (await w.call(listViews, "guest", here())).map(({ id, title }) => ({ view_id: id, title }));
  const titles = async () => (await rows()).map(({ title }) => title);
  const lastTexts = async () => (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);

  it("are created, renamed, moved and deleted at once, with the events of each", async () => {
    await save([], await rows());
    await save([
      { view_id: null, title: "a" },
      { view_id: null, title: "b" },
      { view_id: null, title: "c" },
    ]);
    const [a, b, c] = await rows();
    if (!a || !b || !c) throw new Error("not created");
    const saved = await save([{ ...c, title: "C" }, { view_id: null, title: "d" }, a], [a, b, c]);
    expect(saved.map(({ title, position }) => [title, position])).toEqual([
      ["C", 0],
      ["d", 1],
      ["a", 2],
    ]);
    expect(await titles()).toEqual(["C", "d", "a"]);
    const texts = ["Views moved", "View d created", "View C updated", "View b deleted"];
    expect((await lastTexts()).slice(0, 4)).toEqual(texts);
    await save(await rows());
    expect((await lastTexts()).slice(0, 4)).toEqual(texts);
  });

  it("stay as others left them: what is gone is gone, what is new or renamed stays so", async () => {
    await create({ title: "gone" });
    const seen = await rows();
    const [first, ...others] = seen;
    if (!first) throw new Error("no view");
    await w.call(deleteView, "manager", at(first.view_id));
    await create({ title: "new" });
    const [renamed, ...unchanged] = others;
    if (!renamed) throw new Error("no other view");
    const title = "renamed by others";
    await w.call(updateView, "manager", at(renamed.view_id), { title, position: 0 });
    await save(others, seen);
    await save(seen, seen);
    expect((await titles()).toSorted()).toEqual([title, ...unchanged.map((view) => view.title), "new"].toSorted());
  });

  it("are all as before after a refusal", async () => {
    const before = await rows();
    const [first, ...others] = before;
    if (!first) throw new Error("no view");
    const refused = save([...others, { view_id: null, title: "more" }, { view_id: null, title: " " }], before);
    expect(await refusal(refused)).toMatchObject({ status: 400 });
    expect(await rows()).toEqual(before);
  });

  it("can be those of the project only, by those who manage resources", async () => {
    const others = {
      views: [{ view_id: theirs.viewId, title: "Taken" }],
      shown: [{ id: theirs.viewId, title: "" }],
    };
    await w.call(saveViews, "manager", here(), others);
    const params = { projectId: w.otherProjectId, viewId: theirs.viewId };
    expect((await w.call(getView, "stranger", params)).title).not.toBe("Taken");
    const stored = { views: await rows(), shown: [] };
    expect(await statuses((as) => w.call(saveViews, as, here(), stored))).toEqual(MANAGERS);
  });
});
