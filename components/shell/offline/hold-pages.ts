const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 4000;

type Observer = {
  onLost: () => void;
  onBack: () => void;
  /** Opens the page that was asked for last, now that it can be loaded. */
  open: (address: string) => void;
};

/**
 * Next's router answers a page request that fails without a response with a navigation of the browser, which ends in its
 * error page. This keeps such a request waiting until the server can be reached again. Server actions fail as before:
 * they must not run later, or twice. Returns a function that undoes it.
 */
export function holdPages({ onLost, onBack, open }: Observer): () => void {
  const plain = window.fetch;
  let held = 0;
  let newest: { page: string; from: string } | null = null;

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
    const address = addressOf(request[0]);
    const asked = { page: pageOf(address), from: here() };
    if (asked.page !== asked.from) newest = asked;
    const reply = await plain(...request).catch((error) => rethrowAborted(error, request[1]));
    if (reply) return reply;
    if (asked === newest) freeRouter();
    const late = await hold(...request);
    // If something else was opened meanwhile, it stays.
    if (asked === newest && here() === asked.from) open(asked.page + address.hash);
    return late;
  };
  window.fetch = fetchHeld;
  return () => {
    window.fetch = plain;
  };
}

/**
 * The router runs one thing after the other: a server action that is called while a page is loading would be sent after
 * it, however much later. Going to where the browser is already drops the page and lets the next actions fail at once.
 */
function freeRouter(): void {
  // With its mark, Next would take the entry for its own and change nothing.
  window.history.replaceState({ ...window.history.state, __NA: undefined }, "", window.location.href);
}

const here = (): string => window.location.pathname + window.location.search;

const addressOf = (resource: RequestInfo | URL): URL =>
  new URL(resource instanceof Request ? resource.url : resource, window.location.href);

/** Without what the router adds; everything else as it is written, as in `here`. */
function pageOf({ pathname, search }: URL): string {
  const parts = search.slice(1).split("&");
  const own = parts.filter((part) => part !== "" && !part.startsWith("_rsc=")).join("&");
  return own ? `${pathname}?${own}` : pathname;
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
