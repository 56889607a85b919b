import { beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/projects/restore/route";
import { database } from "@/db/client";
import { exportProject } from "@/lib/backup/operations";
import { RestoredProject } from "@/lib/backup/schema";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { rowCounts } from "../support/tables";
import { type World, world } from "../support/world";
import { mutatedFile } from "./mutated-file";

const ROUNDS = process.env.SIGNALBOX_TEST_LONG === "1" ? 60 : 20;

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
  return () => database().close();
});

/** What the file becomes: a whole project, or nothing at all. */
async function outcomeOf(seed: number): Promise<number> {
  const file = mutatedFile(seed);
  const before = await rowCounts(db);
  const { status, body, text } = await send(w, POST, { method: "POST", as: "admin", body: file });
  if (status === 400) expect([seed, await rowCounts(db)]).toEqual([seed, before]);
  else expect([seed, status, status === 200 ? "" : text]).toEqual([seed, 200, ""]);
  if (status === 200) await comparesTo(seed, RestoredProject.parse(body));
  return status;
}

/** A backup of the project can be restored again, and nothing more has to be adjusted than what was kept. */
async function comparesTo(seed: number, { id }: RestoredProject): Promise<void> {
  const backup = await w.call(exportProject, "admin", { projectId: id });
  const again = await send(w, POST, { method: "POST", as: "admin", body: backup });
  const { report } = RestoredProject.parse(again.body);
  const other = report.filter(({ done }) => done !== "kept");
  expect([seed, other]).toEqual([seed, []]);
}

it("a mutated backup becomes a whole project or nothing, and never a failure of the server", {
  timeout: 120_000,
}, async () => {
  const statuses: number[] = [];
  for (let seed = 1; seed <= ROUNDS; seed++) statuses.push(await outcomeOf(seed));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(ROUNDS * 0.9);
});
