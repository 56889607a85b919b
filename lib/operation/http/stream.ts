type Parts = AsyncGenerator<string | Uint8Array>;

/** A reply whose body is made while it is sent, without one for HEAD. Texts are sent as UTF-8. */
export function streamed(method: string, parts: Parts, headers: Record<string, string>): Response {
  return new Response(method === "HEAD" ? null : streamOf(parts), { headers });
}

function streamOf(parts: Parts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}
