import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { preparedSql } from "@/db/prepared";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { busyTasks, type ProjectBusy, queueHeads, type Waiting } from "@/lib/queue/candidates";
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
  const which = projectId === undefined ? "all projects" : "one project";
  const view = onlyRow(await selectView(db, which).execute({ projectId, runnerId, instanceId }));
  // It is calling now.
  return view.runner ? { ...view, runner: { ...view.runner, connected: true } } : view;
}

const selectView = preparedSql<QueueView, ["all projects" | "one project"]>((db, which) => {
  const projectId = which === "one project" ? sql.placeholder("projectId") : undefined;
  const inProject = projectId && eq(tasks.project_id, projectId);
  return sql`
    select
      (select coalesce(json_agg(h order by h.id), '[]') from (${queueHeads(projectId)}) h) as heads,
      (select coalesce(json_agg(b order by b.id), '[]') from ${busyTasks(db, inProject)} b) as busy,
      (select row_to_json(r) from (select ${stateList} from ${runners}
        where ${runners.id} = ${sql.placeholder("runnerId")}
          and ${runners.instance_id} = ${sql.placeholder("instanceId")}) r) as runner`;
});
