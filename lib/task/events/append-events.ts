import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskEventChunks, taskHosts, taskSteps } from "@/db/schema/task-events";
import { taskAttempts } from "@/db/schema/tasks";
import { AppError, invalid } from "@/lib/operation/errors";
import { MAX_CELLS } from "@/lib/protocol/events";
import type { LogChunk } from "@/lib/protocol/log";
import type { AttemptRef } from "@/lib/protocol/runner";
import { type AttemptRow, isAttempt, lockAttempt } from "@/lib/task/attempt/open-attempts";
import { type Digest, digest } from "@/lib/task/events/digest";
import { eventTails, type LogTail, tailAfter } from "@/lib/task/log/log-tails";

/**
 * Stores chunks of events as a log's are: a duplicate is ignored, one that leaves a gap is refused with the event to
 * resume from. Returns the next event. One guarded statement, unless another process stored those before.
 */
export async function storeEvents(db: Db, runnerId: number, ref: AttemptRef, chunks: LogChunk[]): Promise<number> {
  const stored = await storeNext(db, runnerId, ref, eventTails.known(ref), chunks);
  if (stored !== null) return stored;
  return db.transaction(async (tx) => {
    const { events, events_crc } = await lockAttempt(tx, runnerId, ref.task_id, ref.attempt);
    const missing = chunks.filter(({ first_line }) => first_line >= events);
    const [first] = missing;
    if (!first) return events;
    if (first.first_line > events) throw new AppError("conflict", { key: "logGap", extra: { next_line: events } });
    const stored = await storeNext(tx, runnerId, ref, { lines: events, crc: events_crc }, missing);
    if (stored === null) throw invalid("text", "tooLarge", { maximum: MAX_CELLS });
    return stored;
  });
}

/** Null, and nothing stored, if the events do not end at `tail`, have too many cells, or the attempt is not the runner's. */
async function storeNext(
  db: Db,
  runnerId: number,
  ref: AttemptRef,
  tail: LogTail,
  chunks: LogChunk[],
): Promise<number | null> {
  const next = chunks.reduce<LogTail | null>((end, chunk) => end && tailAfter(end, chunk), tail);
  if (!next) return null;
  const changes = digest(chunks);
  const open = and(
    isAttempt(ref),
    eq(taskAttempts.runner_id, runnerId),
    isNotNull(taskAttempts.begun_at),
    isNull(taskAttempts.ended_at),
    eq(taskAttempts.events, tail.lines),
    eq(taskAttempts.events_crc, tail.crc),
    sql`${cellsAfter(ref, changes)} <= ${MAX_CELLS}`,
  );
  const stored = await db.execute(sql`
    with attempt as (
      update ${taskAttempts} set events = ${next.lines}, events_crc = ${next.crc}, heartbeat_at = now()
      where ${open} returning 1),
    ${changesOf(ref, chunks, changes)}
    select 1 from attempt`);
  if (stored.length === 0) return null;
  eventTails.remember(ref, next);
  return next.lines;
}

/** What changes if `attempt` has a row. */
function changesOf({ task_id, attempt }: AttemptRef, chunks: LogChunk[], changes: Digest) {
  const rows = chunks.map((chunk, index) => valuesOf(chunk, changes.contents[index]));
  return sql`
    chunks as (
      insert into ${taskEventChunks} (task_id, attempt, first_event, event_count, text, steps, hosts, states)
      select ${task_id}, ${attempt}, chunk.* from attempt, (values ${sql.join(rows, sql`, `)}) chunk),
    new_steps as (
      insert into ${taskSteps}
        (task_id, number, play, name, file, file_line, is_handler, states, started, ended, millis, last_event)
      select ${task_id}, number, play, name, file, file_line, is_handler, ${statesWith("''")}, started, ended, millis, last_event
      from attempt, json_to_recordset(${JSON.stringify(changes.newSteps)}::json) change(
        number int, play text, name text, file text, file_line int, is_handler boolean, ${STEP_CHANGE})
      on conflict do nothing),
    steps as (
      update ${taskSteps} step set states = ${statesWith("step.states")}, started = least(step.started, change.started),
        ended = greatest(step.ended, change.ended), millis = step.millis + change.millis, last_event = change.last_event
      from attempt, json_to_recordset(${JSON.stringify(changes.steps)}::json) change(number int, ${STEP_CHANGE})
      where step.task_id = ${task_id} and step.number = change.number),
    new_hosts as (
      insert into ${taskHosts} (task_id, number, name, millis)
      select ${task_id}, host.* from attempt,
        json_to_recordset(${JSON.stringify(changes.newHosts)}::json) host(number int, name text, millis bigint)
      on conflict do nothing),
    hosts as (
      update ${taskHosts} host set millis = host.millis + change.millis
      from attempt, json_to_recordset(${JSON.stringify(changes.hosts)}::json) change(number int, millis bigint)
      where host.task_id = ${task_id} and host.number = change.number)`;
}

const STEP_CHANGE = sql.raw("cells json, width int, started bigint, ended bigint, millis bigint, last_event int");

/** `old` with the cells of `change` in it. As bytes, a piece of which is found without counting the letters before it. */
const statesWith = (old: string) =>
  sql.raw(`(
  select convert_from(coalesce((
    select string_agg(substr(padded, after + 1, first - after) || convert_to(letters, 'UTF8'), '' order by first)
    from json_to_recordset(change.cells) cell(after int, first int, letters text)), '')
    || substr(padded, change.width + 1), 'UTF8')
  from (
    select convert_to(rpad(${old}, greatest(length(${old}), change.width)), 'UTF8') padded offset 0) whole)`);

/** How many cells the task has with the changes. Knows the length of a text without reading it. */
function cellsAfter({ task_id }: AttemptRef, { newSteps, steps }: Digest) {
  const widths = [...newSteps, ...steps].map(({ number, width }) => ({ number, width }));
  return sql`(
    select coalesce(sum(greatest(octet_length(step.states), width)), 0)
    from (select number, states from ${taskSteps} where task_id = ${task_id}) step
    full join json_to_recordset(${JSON.stringify(widths)}::json) change(number int, width int) using (number))`;
}

const valuesOf = ({ first_line, offsets, text }: LogChunk, contents: Digest["contents"][number] | undefined) =>
  sql`(${first_line}::integer, ${offsets.length}::integer, ${text}::text, ${arrayOf(contents?.steps)}::integer[],
    ${arrayOf(contents?.hosts)}::integer[], ${contents?.states ?? ""}::text)`;

const arrayOf = (numbers: readonly number[] = []): string => `{${numbers.join(",")}}`;

/** Deletes the events so that the runner sends them again: they differ from what the runner has. */
export async function dropEvents(tx: Db, attempt: AttemptRow): Promise<void> {
  const { task_id } = attempt;
  for (const table of [taskEventChunks, taskSteps, taskHosts]) await tx.delete(table).where(eq(table.task_id, task_id));
  await tx.update(taskAttempts).set({ events: 0, events_crc: 0 }).where(isAttempt(attempt));
  eventTails.remember(attempt, { lines: 0, crc: 0 });
}
