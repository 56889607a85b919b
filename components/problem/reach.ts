const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 4000;
const TIMEOUT_MS = 10_000;

/** Whether the server itself answers: a proxy that has lost it answers with 502, 503 or 504. */
export async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await fetch("/api/ping", { cache: "no-store", signal }).catch(() => null);
  return reply !== null && reply.status < 500;
}

/** Resolves as soon as the server can be reached. */
export async function untilReachable(): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !(await isReachable()); pause = Math.min(pause * 2, LAST_PAUSE_MS))
    await new Promise((resolve) => setTimeout(resolve, pause));
}
