import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { schedules } from "@/db/schema/schedules";
import { listLastEvents } from "@/lib/event/operations";
import { insertKey } from "@/lib/key/store";
import {
  createRepository,
  deleteRepository,
  getRepository,
  getRepositoryRefs,
  listRepositories,
  updateRepository,
} from "@/lib/repository/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { MANAGERS, MEMBERS, refusal, statuses, type World, world } from "../support/world";

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
const input = (changes: Record<string, unknown> = {}) => ({
  project_id: w.projectId,
  name: "app",
  git_url: "https://example.com/app.git",
  git_branch: "main",
  ssh_key_id: ours.keyId,
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) => w.call(createRepository, "manager", here(), input(changes));

/** Connections waiting for a lock. */
const waiting = async () =>
  db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

describe("a repository", () => {
  it("waits to be deleted while an inventory is saved with it", async () => {
    const { id } = await create();
    const inventory = eq(inventories.id, ours.inventoryId);
    await db.update(inventories).set({ repository_id: id }).where(inventory);
    let deletion: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.select().from(repositories).where(eq(repositories.id, id)).for("key share");
      deletion = w.call(deleteRepository, "manager", { ...here(), repositoryId: id });
      await expect.poll(waiting).toHaveLength(1);
      await tx.update(inventories).set({ name: "saved" }).where(inventory);
    });
    await deletion;
    const [row] = await db.select().from(inventories).where(inventory);
    expect(row).toMatchObject({ repository_id: null, name: "saved" });
  });

  it("is created, read, replaced and deleted, with an event for each", async () => {
    const created = await create();
    expect(created).toEqual({ id: created.id, ...input() });
    const params = { ...here(), repositoryId: created.id };
    expect(await w.call(getRepository, "guest", params)).toEqual(created);
    const changed = input({ id: created.id, name: "app2", git_url: "git@example.com:app.git" });
    expect(await w.call(updateRepository, "manager", params, changed)).toBeUndefined();
    expect(await w.call(getRepository, "guest", params)).toEqual(changed);
    expect(await w.call(deleteRepository, "manager", params)).toBeUndefined();
    expect(await refusal(w.call(getRepository, "guest", params))).toEqual({ status: 404, error: null });
    const texts = (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);
    expect(texts.slice(0, 3)).toEqual([
      "Repository git@example.com:app.git deleted",
      "Repository git@example.com:app.git updated",
      "Repository https://example.com/app.git created",
    ]);
  });

  it("needs no branch if it is a local path, which is trimmed", async () => {
    expect(await create({ git_url: " /srv/app\n", git_branch: "" })).toMatchObject({ git_url: "/srv/app" });
  });

  it.each([
    [{ name: "" }, "repository name can't be empty"],
    [{ git_url: "" }, "repository url can't be empty"],
    [{ git_branch: "" }, "repository branch can't be empty"],
    [{ git_url: "ext::sh -c id" }, "git_url: Incorrect URL"],
    [{ git_url: "ssh://-oProxyCommand=x/y" }, "git_url: Incorrect URL"],
    [
      { git_url: "https://user:pw@example.com/x.git" },
      "git_url: Don't put a password or token in the URL. Use an access key instead.",
    ],
    [{ git_branch: "--upload-pack=x" }, "git_branch: Not a valid branch name"],
    [{ git_url: "/srv/app", git_branch: "; id" }, "git_branch: Not a valid branch name"],
    [{ ssh_key_id: null }, "ssh_key_id: Access key is required"],
    [{ ssh_key_id: "1" }, "ssh_key_id: Not a valid ID"],
    [{ project_id: 999_999 }, "Project ID in body and URL must be the same"],
  ])("rejects %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it("rejects ids of another project, and leaves its rows unchanged", async () => {
    const error = "ssh_key_id: Not found in this project";
    expect(await refusal(create({ ssh_key_id: theirs.keyId }))).toEqual({ status: 404, error });
    const foreign = { ...here(), repositoryId: theirs.repositoryId };
    const body = input({ id: theirs.repositoryId });
    expect(await refusal(w.call(updateRepository, "manager", foreign, body))).toEqual({ status: 404, error: null });
    expect(await refusal(w.call(deleteRepository, "manager", foreign))).toEqual({ status: 404, error: null });
    expect(await refusal(w.call(getRepositoryRefs, "manager", foreign))).toEqual({ status: 404, error: null });
    const params = { projectId: w.otherProjectId, repositoryId: theirs.repositoryId };
    expect(await w.call(getRepository, "stranger", params)).toMatchObject({ name: "code" });
  });

  it("can be changed by those who manage resources, and read by members", async () => {
    expect(await statuses((as) => w.call(createRepository, as, here(), input()))).toEqual(MANAGERS);
    const params = { ...here(), repositoryId: ours.repositoryId };
    expect(await statuses((as) => w.call(updateRepository, as, params, input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(getRepository, as, params))).toEqual(MEMBERS);
    const { id } = await create();
    const remove = { ...here(), repositoryId: id };
    const refused = await statuses((as) => (as === "guest" ? w.call(deleteRepository, as, remove) : Promise.resolve()));
    expect(refused.guest).toBe(403);
  });
});

describe("the list of repositories", () => {
  it("is sorted by name, URL or the key's name in one statement, and ignores unknown columns", async () => {
    const { id: last } = await insertKey(db, w.projectId, { name: "zzz", type: "none" });
    const { id } = await create({ name: "aaa", git_url: "https://zzz.example.com/a.git", ssh_key_id: last });
    const list = (query: Record<string, string>) => w.call(listRepositories, "guest", here(), query);
    expect((await list({})).at(0)?.id).toBe(id);
    expect((await list({ sort: "git_url", order: "desc" })).at(0)?.id).toBe(id);
    expect((await list({ sort: "ssh_key" })).at(-1)?.id).toBe(id);
    expect((await list({ sort: "id;drop table" })).at(0)?.id).toBe(id);
    expect(await statementsOf(db, () => list({}))).toHaveLength(2);
  });
});

describe("a repository in use", () => {
  it("can't be deleted and names what uses it", async () => {
    const { id } = await create({ name: "used" });
    const templateId = await insertTemplateRow(db, w.projectId, { repositoryId: id });
    await db.insert(schedules).values({ project_id: w.projectId, template_id: templateId, repository_id: id });
    const params = { ...here(), repositoryId: id };
    const refs = await w.call(getRepositoryRefs, "guest", params);
    expect(refs.templates).toEqual([{ id: templateId, name: "Deploy" }]);
    expect(refs.schedules).toMatchObject([{ name: "Deploy" }]);
    expect(await refusal(w.call(deleteRepository, "manager", params))).toEqual({
      status: 400,
      error: "Repository is in use by one or more templates",
    });
  });

  it("only by inventories is deleted, and they lose it", async () => {
    const { id } = await create({ name: "hosts" });
    await db.update(inventories).set({ repository_id: id }).where(eq(inventories.id, ours.inventoryId));
    await w.call(deleteRepository, "manager", { ...here(), repositoryId: id });
    const [row] = await db.select().from(inventories).where(eq(inventories.id, ours.inventoryId));
    expect(row).toMatchObject({ repository_id: null, project_id: w.projectId });
  });
});
