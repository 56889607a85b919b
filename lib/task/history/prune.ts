import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { deleteTask } from "@/lib/task/history/delete";

/** Few, and each in a transaction of its own: a long log takes a while to delete, and nobody is to wait for it. */
const BATCH = 50;
const LONGEST_MS = 1000;

/**
 * Deletes finished tasks beyond the newest `keep` of their template, the oldest first; `keep` 0 keeps all. Answers
 * whether there may be more to delete.
 */
export async function pruneTasks(db: Db, keep: number): Promise<boolean> {
  if (keep === 0) return false;
  const began = performance.now();
  const surplus = await findSurplus(db, keep);
  for (const { id, project_id } of surplus) {
    await db.transaction((tx) => deleteTask(tx, project_id, id));
    if (performance.now() - began > LONGEST_MS) return true;
  }
  return surplus.length === BATCH;
}

/** A template that never had so many tasks needs no look at them. */
const findSurplus = (db: Db, keep: number): Promise<{ id: number; project_id: number }[]> =>
  db.execute(sql`
    select ${tasks.id}, ${tasks.project_id}
    from ${templates},
      lateral (select id from ${tasks} where template_id = ${templates.id} order by id desc offset ${keep - 1} limit 1) oldest_kept,
      ${tasks}
    where ${templates.tasks} > ${keep} and ${tasks.template_id} = ${templates.id} and ${tasks.id} < oldest_kept.id
      and ${tasks.status} in ('success', 'error', 'stopped')
    order by ${tasks.id} limit ${BATCH}`);
