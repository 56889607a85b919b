import { z } from "zod";
import { type Db, database } from "@/db/client";
import { endpoint } from "@/lib/operation/endpoint";
import { readChunks } from "@/lib/task/log/read-log";
import { openRawOutput } from "@/lib/task/operations";

/** How much of a log is in memory at once: a few chunks of 64 KiB. */
const CHUNKS_AT_ONCE = 8;

const TYPE = "text/plain; charset=utf-8";
const HEADERS = { "content-type": TYPE, "cache-control": "no-store" };

export const rawOutput = endpoint(openRawOutput, {
  reply: { description: "The log", type: TYPE, schema: z.string() },
  respond: ({ id }, { method }) =>
    new Response(method === "HEAD" ? null : streamOf(logText(database(), id)), { headers: HEADERS }),
});

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}

/** The log as bytes, each line with its end; read on as the caller takes it. */
async function* logText(db: Db, taskId: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let next = 0; ; ) {
    const chunks = await readChunks(db, taskId, next, CHUNKS_AT_ONCE);
    if (chunks.length === 0) return;
    for (const { first_line, offsets, text } of chunks) {
      yield encoder.encode(`${text}\n`);
      next = first_line + offsets.length;
    }
  }
}
