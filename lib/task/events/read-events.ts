import { and, asc, eq, gte, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { taskEventChunks, taskHosts, taskSteps } from "@/db/schema/task-events";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { type ResultEvent, STATE_LETTERS } from "@/lib/protocol/events";
import { readEvents } from "@/lib/task/events/event-lines";
import type { HostStepResult, MatrixQuery, TaskEventsQuery, TaskMatrix, TaskResults } from "@/lib/task/schema/events";
import { isTaskOf } from "@/lib/task/transition";

const DEFAULT_RESULTS = 100;
const CHUNKS_AT_ONCE = 8;
/** A rare result of a large run takes several calls. */
const MAX_CHUNKS = 160;

const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Null when the project has no such task. */
async function countEvents(db: Db, projectId: number, taskId: number): Promise<number | null> {
  const [row] = await db
    .select({ events: sql<number>`coalesce(${taskAttempts.events}, 0)` })
    .from(tasks)
    .leftJoin(taskAttempts, and(eq(taskAttempts.task_id, tasks.id), eq(taskAttempts.attempt, tasks.attempt)))
    .where(isTaskOf(projectId, taskId));
  return row?.events ?? null;
}

type MatrixOf = { projectId: number; taskId: number } & z.output<typeof MatrixQuery>;

/** The steps that changed, and all hosts. Null when the project has no such task. */
export async function readMatrix(
  db: Db,
  { projectId, taskId, known, from, limit }: MatrixOf,
): Promise<TaskMatrix | null> {
  const events = await countEvents(db, projectId, taskId);
  if (events === null || events <= known) return events === null ? null : { events, hosts: [], steps: [] };
  const ofTask = and(eq(taskSteps.task_id, taskId), gte(taskSteps.last_event, known), gte(taskSteps.number, from));
  const steps = db.select().from(taskSteps).where(ofTask).orderBy(asc(taskSteps.number));
  const hosts = db.select().from(taskHosts).where(eq(taskHosts.task_id, taskId)).orderBy(asc(taskHosts.number));
  const [changed, all] = await Promise.all([limit === undefined ? steps : steps.limit(limit), hosts]);
  return {
    events,
    hosts: all.map(({ number, name, millis }) => ({ number, name, millis })),
    steps: changed.map(({ task_id: _, last_event: __, started, ended, ...step }) => ({
      ...step,
      started: started === null ? null : instantOf(started),
      ended: ended === null ? null : instantOf(ended),
    })),
  };
}

/** Results in the order of their events, with all their details. */
export async function readResults(db: Db, taskId: number, query: TaskEventsQuery): Promise<TaskResults> {
  const limit = query.limit ?? DEFAULT_RESULTS;
  const host = query.host === undefined ? undefined : await hostNumber(db, taskId, query.host);
  if (host === null) return { results: [], next: null };
  const wanted = { step: query.step, host, states: query.state && new Set(query.state) };
  const found: Numbered[] = [];
  let next: number | null = query.from;
  for (let read = 0; next !== null && found.length < limit && read < MAX_CHUNKS; read += CHUNKS_AT_ONCE) {
    const from: number = next;
    const chunks = await readTellingChunks(db, taskId, from, wanted);
    const last = chunks.at(-1);
    next = last && chunks.length === CHUNKS_AT_ONCE ? last.first_event + last.event_count : null;
    for (const chunk of chunks) found.push(...resultsIn(chunk, from, wanted));
  }
  const more = found[limit];
  const results = await named(db, taskId, found.slice(0, limit));
  return { results, next: more ? more.event : next };
}

type Wanted = { step?: number; host?: number; states?: ReadonlySet<ResultEvent["state"]> };
type Numbered = ResultEvent & { event: number };
type StoredChunk = Pick<typeof taskEventChunks.$inferSelect, "first_event" | "event_count" | "text">;

function readTellingChunks(db: Db, taskId: number, from: number, wanted: Wanted): Promise<StoredChunk[]> {
  const { task_id, first_event, event_count, steps, hosts, states, text } = taskEventChunks;
  const letters = wanted.states && [...wanted.states].map((state) => STATE_LETTERS[state]).join("");
  return db
    .select({ first_event, event_count, text })
    .from(taskEventChunks)
    .where(
      and(
        eq(task_id, taskId),
        sql`${first_event} + ${event_count} > ${from}`,
        wanted.step === undefined ? undefined : sql`${wanted.step} = any(${steps})`,
        wanted.host === undefined ? undefined : sql`${wanted.host} = any(${hosts})`,
        letters === undefined ? undefined : sql`${states} ~ ${`[${letters}]`}`,
      ),
    )
    .orderBy(asc(first_event))
    .limit(CHUNKS_AT_ONCE);
}

const resultsIn = (chunk: StoredChunk, from: number, wanted: Wanted): Numbered[] =>
  readEvents(chunk).flatMap((event, index) => {
    const number = chunk.first_event + index;
    return event.type === "result" && number >= from && isWanted(event, wanted) ? [{ ...event, event: number }] : [];
  });

const isWanted = ({ step, host, state }: ResultEvent, wanted: Wanted): boolean =>
  (wanted.step === undefined || wanted.step === step) &&
  (wanted.host === undefined || wanted.host === host) &&
  (wanted.states === undefined || wanted.states.has(state));

async function hostNumber(db: Db, taskId: number, name: string): Promise<number | null> {
  const [host] = await db
    .select({ number: taskHosts.number })
    .from(taskHosts)
    .where(and(eq(taskHosts.task_id, taskId), eq(taskHosts.name, name)));
  return host?.number ?? null;
}

async function named(db: Db, taskId: number, results: readonly Numbered[]): Promise<HostStepResult[]> {
  const numbers = [...new Set(results.map(({ host }) => host))];
  const hosts = await db
    .select({ number: taskHosts.number, name: taskHosts.name })
    .from(taskHosts)
    .where(and(eq(taskHosts.task_id, taskId), sql`${taskHosts.number} = any(${sql.param(numbers)})`));
  const names = new Map(hosts.map(({ number, name }) => [number, name]));
  return results.map(({ type: _, host, time, ...result }) => ({
    ...result,
    host: names.get(host) ?? "",
    time: instantOf(time),
  }));
}
