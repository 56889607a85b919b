import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import { findTool, requireTool } from "../support/tools";
import { until } from "../support/until";
import { settled } from "./play";
import { type Site, startSite } from "./site";
import { checkStreams } from "./stream-checker";
import { readStreams } from "./streams";

/** The runner stops its tasks after half of that: longer than all three kills and the restarts after them take. */
const LOST_AFTER_SECONDS = 120;

let site: Site;
beforeAll(async () => {
  if (findTool("ansible-playbook")) site = await startSite(1, { lostAfterSeconds: LOST_AFTER_SECONDS });
}, 240_000);
afterAll(() => site?.stop({ keep: false }), 60_000);

/** Waits for a moment of the run; Postgres may be away meanwhile. */
const waitUntil = (what: string, reached: () => Promise<boolean>) => {
  const details = async () => JSON.stringify(await site.api.tasks());
  return until(what, () => reached().catch(() => false), { ms: 90_000, everyMs: 20, details });
};

const killWeb = async () => {
  await site.webs[0]?.end("SIGKILL");
  await pause(500);
  site.webs[0]?.start();
};
const killPostgres = async () => {
  await site.database.kill();
  await pause(500);
  await site.database.start();
};

requireTool("ansible-playbook")(
  "web and Postgres are killed while results and files arrive: each result is there once, each file whole",
  async () => {
    const { api, db, streamTemplate } = site;
    await settled(site);
    const id = await api.start(streamTemplate ?? 0, {});
    if (id === null) throw new Error("the task was not accepted");
    const events = async () => {
      const [row] = await db.execute<{ count: number }>(
        sql`select coalesce(max(events), 0)::int as count from task_attempts where task_id = ${id}`,
      );
      return row?.count ?? 0;
    };
    const fileHasBegun = async () => {
      const [row] = await db.execute(sql`select from task_artifacts where task_id = ${id} and stored > 0`);
      return row !== undefined;
    };
    await waitUntil("results arrive", async () => (await events()) > 100);
    await killWeb();
    const before = await events();
    await waitUntil("more results arrive", async () => (await events()) > before + 100);
    await killPostgres();
    await waitUntil("the file arrives", fileHasBegun);
    await killWeb();
    await settled(site);
    const listed = (await api.tasks())?.find((task) => task.id === id);
    expect(listed).toMatchObject({ id, status: "success" });
    const evidence = await readStreams(db, { id, status: listed?.status ?? "" });
    expect(checkStreams(evidence)).toEqual([]);
    expect(evidence.chunks.length).toBeGreaterThan(1);
  },
  240_000,
);
