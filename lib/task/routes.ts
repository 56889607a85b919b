import { type Db, database } from "@/db/client";
import { rawEndpoint } from "@/lib/operation/endpoint";
import { execute } from "@/lib/operation/execute";
import { callerOf } from "@/lib/operation/request";
import { readChunks } from "@/lib/task/log/read-log";
import { openRawOutput } from "@/lib/task/operations";

/** How much of a log is in memory at once: a few chunks of 64 KiB. */
const CHUNKS_AT_ONCE = 8;

const HEADERS = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

export const rawOutput = rawEndpoint(openRawOutput.access, openRawOutput.summary, async (request, context) => {
  const caller = { ...callerOf(request.headers), signal: request.signal };
  const { id } = await execute(openRawOutput, caller, await context.params, {});
  const body = request.method === "HEAD" ? null : streamOf(logText(database(), id));
  return new Response(body, { headers: HEADERS });
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
