import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Sealed } from "@/db/columns";
import { stateVersions } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import { pruneVersions } from "@/lib/state/prune";
import { listVersions } from "@/lib/state/version-operations";
import { freshDatabase } from "../support/database";
import { newProject, world } from "../support/world";

const db = await freshDatabase();
const w = await world(db);
const DAY = 86_400_000;
let workspaceId: number;

beforeEach(async () => {
  await db.delete(states);
  const projectId = await newProject(db, "p", w.userIds.owner);
  const [state] = await db.insert(states).values({ project_id: projectId, name: "s", kind: "terraform" }).returning();
  const [workspace] = await db
    .insert(stateWorkspaces)
    .values({ state_id: state?.id ?? 0, name: "default" })
    .returning();
  workspaceId = workspace?.id ?? 0;
});

/** Versions by their age in days, oldest first; a negative one is offered. */
const add = (...days: number[]) =>
  db.insert(stateVersions).values(
    days.map((age, index) => ({
      workspace_id: workspaceId,
      number: index + 1,
      lineage: "one",
      checksum: String(index),
      size: 1,
      content: "" as Sealed,
      resources: 0,
      cause: "run" as const,
      offered: age < 0,
      created: sql`now() - make_interval(days => ${Math.abs(age)})`,
    })),
  );

const kept = async () =>
  (await db.select().from(stateVersions).orderBy(stateVersions.number)).map(({ number }) => number);

test("keeps the configured number of newest versions, not counting offered ones", async () => {
  await add(9, 8, -7, 6, 5, -4);
  expect(await pruneVersions(db, { versions: 2, ms: 0 })).toBe(false);
  expect(await kept()).toEqual([3, 4, 5, 6]);
});

test("deletes versions older than the limit, including offered ones, but never the newest", async () => {
  await add(90, 80, -70, 60, -5);
  await pruneVersions(db, { versions: 0, ms: 30 * DAY });
  expect(await kept()).toEqual([4, 5]);
});

test("keeps all without a limit", async () => {
  await add(900, 800);
  await pruneVersions(db, { versions: 0, ms: 0 });
  expect(await kept()).toEqual([1, 2]);
});

async function addTenThousand(): Promise<void> {
  await add(1, 1);
  await db.execute(sql`
    insert into state_versions (workspace_id, number, lineage, checksum, size, content, resources, cause)
    select workspace_id, generate_series(3, 10000), lineage, checksum, size, content, resources, cause
    from state_versions where number = 1`);
}

test("lists ten thousand versions page by page, each once and newest first", async () => {
  await addTenThousand();
  const [state] = await db.select().from(states);
  const params = { projectId: state?.project_id ?? 0, stateId: state?.id };
  const listed: number[] = [];
  for (let before: number | undefined; ; ) {
    const page = await w.call(listVersions, "admin", params, { workspace: "default", before });
    listed.push(...page.map(({ number }) => number));
    before = page.at(-1)?.id;
    if (before === undefined) break;
  }
  expect(listed).toEqual(Array.from({ length: 10_000 }, (_, index) => 10_000 - index));
});

test("deletes ten thousand versions in batches", async () => {
  await addTenThousand();
  expect(await pruneVersions(db, { versions: 9_850, ms: 0 })).toBe(true);
  expect(await pruneVersions(db, { versions: 9_850, ms: 0 })).toBe(false);
  expect((await kept()).at(0)).toBe(151);
});
