import { expect } from "vitest";
import { openExplaining, type Ran } from "@/bench/size/explain";
import type { Database } from "@/db/client";
import type { AttemptRef } from "@/lib/protocol/runner";
import { HandRunner } from "../support/hand-runner";
import { insertTask } from "../support/resources";
import { taskSite } from "../support/task-site";

const AT_ONCE = 100;

/** A queue of one template, and a runner whose claims say how Postgres made them. */
export async function claimSite(db: Database) {
  const explaining = openExplaining(process.env.DATABASE_URL ?? "");
  const site = await taskSite(db);
  const template = await site.template({ allow_parallel_tasks: true });
  const runner = await HandRunner.start(explaining.db);
  const held: AttemptRef[] = [];
  return {
    held,
    close: () => explaining.db.close(),
    /** In steps of 100. */
    async queue(count: number): Promise<void> {
      const add = () => insertTask(db, site.w.projectId, template, { status: "waiting" });
      for (let n = 0; n < count; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, add));
    },
    /** Gives the runner one more task. */
    async claim(): Promise<Ran[]> {
      const before = held.length;
      const ran = await explaining.ranBy(async () => held.push(...(await runner.poll(1, held)).tasks));
      expect(held).toHaveLength(before + 1);
      return ran;
    },
  };
}
