import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";

/*
 * With several web processes on one port a scrape reaches any of them. It asks the supervisor, which asks all of them; the
 * supervisor itself knows nothing of metrics and stays small.
 */

type Metrics = MetricObjectWithValues<MetricValue<string>>[];

/** From the worker that is scraped to the supervisor, and back. */
export type CollectRequest = { type: "metrics of all workers"; id: number };
export type Collected = { type: "metrics collected"; id: number; metrics: unknown[][] };
/** From the supervisor to a worker, which answers with `own metrics`. */
export type Collect = { type: "collect metrics"; id: number };

const TIMEOUT_MS = 5_000;
let requests = 0;

/** Answers the supervisor's questions for the metrics of this process. */
export function answerSiblings(own: () => Promise<Metrics>): void {
  process.on("message", async (message: { type?: string; id?: number }) => {
    if (message.type === "collect metrics") process.send?.({ type: "own metrics", id: message.id, own: await own() });
  });
}

/** The metrics of all web processes of this supervisor in Prometheus's text format. */
export async function scrapeSiblings(): Promise<string> {
  const metrics = await new Promise<Metrics[]>((resolve, reject) => {
    const id = ++requests;
    const timer = setTimeout(() => end(() => reject(new Error("the other web processes do not answer"))), TIMEOUT_MS);
    const onMessage = (message: { type?: string; id?: number; metrics?: Metrics[] }) => {
      if (message.type === "metrics collected" && message.id === id) end(() => resolve(message.metrics ?? []));
    };
    const end = (settle: () => void) => {
      clearTimeout(timer);
      process.off("message", onMessage);
      settle();
    };
    process.on("message", onMessage);
    process.send?.({ type: "metrics of all workers", id } satisfies CollectRequest);
  });
  return AggregatorRegistry.aggregate(metrics).metrics();
}
