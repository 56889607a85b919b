import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { headsOf, isBusy, type ProjectBusy, stateKey, type Waiting } from "@/lib/queue/candidates";
import type { RunnerState } from "@/lib/queue/rule";
import { stateColumns } from "@/lib/runner/store";

/** What a claim is decided by. `runner` null: it was deleted, or another process has registered for it. */
export type QueueView = { heads: Waiting[]; busy: ProjectBusy[]; runner: RunnerState | null };

const stateList = sql.join(
  Object.entries(stateColumns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
  sql`, `,
);

/** The queue of one project, or of all, as a runner's process meets it; in one statement. */
export async function viewQueue(
  db: Db,
  { runnerId, instanceId }: { runnerId: number; instanceId: string },
  projectId?: number,
): Promise<QueueView> {
  const inProject = projectId === undefined ? sql`true` : sql`${tasks.project_id} = ${projectId}`;
  const [view] = await db.execute<QueueView>(sql`
    select
      (select coalesce(json_agg(h order by h.id), '[]') from (${headsOf(projectId)}) h) as heads,
      (select coalesce(json_agg(json_build_object('id', ${tasks.id}, 'project_id', ${tasks.project_id},
          'template_id', ${tasks.template_id}, 'holds_slot', ${tasks.holds_slot}, 'state', ${stateKey}) order by ${tasks.id}), '[]')
        from ${tasks} where ${isBusy} and ${inProject}) as busy,
      (select row_to_json(r) from (select ${stateList} from ${runners}
        where ${runners.id} = ${runnerId} and ${runners.instance_id} = ${instanceId}) r) as runner`);
  if (!view) throw new Error("select returned no row");
  // It is calling now.
  return view.runner ? { ...view, runner: { ...view.runner, connected: true } } : view;
}
