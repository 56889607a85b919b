import { eq } from "drizzle-orm";
import { z } from "zod";
import { type Db, database } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { endpoint, type RouteHandler } from "@/lib/operation/endpoint";
import { streamed } from "@/lib/operation/http/stream";
import { chunkLines, type LogChunk } from "@/lib/protocol/log";
import { asOutput, readChunks } from "@/lib/task/log/read-log";
import { getOutput, openRawOutput } from "@/lib/task/log-operations";
import { OutputQuery } from "@/lib/task/schema";

/** Chunks of up to 64 KiB in memory at once. */
const CHUNKS_AT_ONCE = 8;

const TEXT = "text/plain; charset=utf-8";

const headersOf = (type: string) => ({ "content-type": type, "cache-control": "no-store" });

export const rawOutput = endpoint(openRawOutput, {
  reply: { description: "The log", type: TEXT, schema: z.string() },
  respond: ({ id }, { method }) => streamed(method, logText(database(), id), headersOf(TEXT)),
});

const windowOfOutput = endpoint(getOutput);

const wholeOutput = endpoint(openRawOutput, {
  respond: ({ id }, { method, url }) =>
    streamed(method, logJson(database(), id, queryOf(url).data?.from ?? 0), headersOf("application/json")),
});

/** Streams all lines, as Semaphore's clients expect: several large logs would not fit into memory. */
const handleOutput: RouteHandler = (request, context) =>
  (asksForAll(request.url) ? wholeOutput : windowOfOutput)(request, context);

export const output = Object.assign(handleOutput, windowOfOutput);

function asksForAll(url: string): boolean {
  const { data: query } = queryOf(url);
  if (!query || query.limit !== undefined || query.search !== undefined || query.errors) return false;
  return !new URL(url).searchParams.has("export");
}

const queryOf = (url: string) => OutputQuery.safeParse(Object.fromEntries(new URL(url).searchParams));

async function* logText(db: Db, taskId: number): AsyncGenerator<string> {
  for await (const { text } of chunksFrom(db, taskId, 0)) yield `${text}\n`;
}

async function* logJson(db: Db, taskId: number, from: number): AsyncGenerator<string> {
  let before = "[";
  for await (const chunk of chunksFrom(db, taskId, from)) {
    const lines = chunkLines(chunk).filter(({ line }) => line >= from);
    yield before + lines.map((line) => JSON.stringify(asOutput(taskId, line))).join(",");
    before = ",";
  }
  yield before === "[" ? "[]\n" : "]\n";
}

/** Reads on as the caller consumes them. Throws if the task is deleted meanwhile: its log must not look complete. */
async function* chunksFrom(db: Db, taskId: number, from: number): AsyncGenerator<LogChunk> {
  for (let next = from; ; ) {
    const chunks = await readChunks(db, taskId, next, CHUNKS_AT_ONCE);
    if (chunks.length === 0) break;
    for (const chunk of chunks) {
      yield chunk;
      next = chunk.first_line + chunk.offsets.length;
    }
  }
  if ((await db.$count(tasks, eq(tasks.id, taskId))) === 0) throw new Error(`Task ${taskId} was deleted.`);
}
