const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 4000;

type Observer = { onLost: () => void; onBack: () => void };

/**
 * Next's router answers a page request that fails without a response with a navigation of the browser, which ends in its
 * error page. This keeps such a request waiting until the server can be reached again. Server actions fail as before:
 * they must not run later, or twice. Returns a function that undoes it.
 */
export function holdPages({ onLost, onBack }: Observer): () => void {
  const plain = window.fetch;
  let held = 0;

  async function hold(...request: Parameters<typeof fetch>): Promise<Response> {
    if (held++ === 0) onLost();
    try {
      for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LAST_RETRY_MS)) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        const reply = await plain(...request).catch((error) => rethrowAborted(error, request[1]));
        if (reply) return reply;
      }
    } finally {
      if (--held === 0) onBack();
    }
  }

  const fetchHeld: typeof fetch = async (...request) => {
    if (!isPage(request[1])) return plain(...request);
    const reply = await plain(...request).catch((error) => rethrowAborted(error, request[1]));
    return reply ?? hold(...request);
  };
  window.fetch = fetchHeld;
  return () => {
    window.fetch = plain;
  };
}

/** What the router loads for a navigation or a refresh; a prefetch may fail. */
function isPage(init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers);
  return (init?.method ?? "GET") === "GET" && headers.has("rsc") && !headers.has("next-router-prefetch");
}

function rethrowAborted(error: unknown, init: RequestInit | undefined): null {
  if (init?.signal?.aborted) throw error;
  return null;
}
