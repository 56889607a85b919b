import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { TaskStatus } from "@/lib/protocol/status";

/** One entry per change of a task row, in the database's order; `at` in seconds. */
export type Change = {
  task_id: number;
  status: TaskStatus;
  holds_slot: boolean;
  runner_id: number | null;
  at: number;
};

/** A trigger that records every status change of a task in the same transaction. */
export async function watchChanges(db: Db): Promise<void> {
  await db.execute(sql`create table chaos_changes (id bigint generated always as identity, task_id int, status text,
    holds_slot boolean, runner_id int, at float8 default extract(epoch from clock_timestamp()))`);
  await db.execute(sql`create function note_change() returns trigger language plpgsql as $$ begin
    insert into chaos_changes (task_id, status, holds_slot, runner_id)
      values (new.id, new.status, new.holds_slot, new.runner_id);
    return new; end $$`);
  await db.execute(sql`create trigger note_change after insert or update of status, holds_slot on tasks
    for each row execute function note_change()`);
}

export const changes = (db: Db): Promise<Change[]> =>
  db.execute<Change>(sql`select task_id, status, holds_slot, runner_id, at from chaos_changes order by id`);

/** The maximum number of slots held at once: by the project, and by the busiest runner. */
export function mostSlots(entries: Change[]): { project: number; runner: number } {
  const held = new Map<number, number | null>();
  const most = { project: 0, runner: 0 };
  for (const { task_id, runner_id, holds_slot } of entries) {
    if (holds_slot) held.set(task_id, runner_id);
    else held.delete(task_id);
    most.project = Math.max(most.project, held.size);
    for (const id of held.values()) {
      most.runner = Math.max(most.runner, [...held.values()].filter((other) => other === id).length);
    }
  }
  return most;
}
