import cluster, { type Address, type Worker } from "node:cluster";
import type { Collect, Collected, CollectRequest } from "@/lib/server/metrics/siblings";
import { packageRoot, programArguments } from "../programs";
import { settled } from "./child";
import type { RunningService, Service } from "./service";

export type WorkerOptions = { environment: NodeJS.ProcessEnv; patienceMs: number };

const FORCE_MS = 2_000;
/** More than a web process waits for the database. */
const COLLECT_MS = 3_000;

/** Starts a web process that shares its ports with the others; this process only hands connections out. */
export async function startWorker({ environment, patienceMs }: WorkerOptions): Promise<RunningService> {
  const [exec, ...execArgv] = programArguments("server").reverse();
  cluster.setupPrimary({ exec, execArgv: execArgv.reverse(), args: [], cwd: packageRoot });
  const worker = cluster.fork(replacing(process.env, environment));
  // A connection or a message for one that has just died; its end is noticed by itself.
  worker.on("error", () => {});
  worker.on("message", (message) => isCollectRequest(message) && void collect(worker, message));
  const exited = settled(worker.process);
  const stop = async ({ force }: { force: boolean }): Promise<void> => {
    worker.process.kill("SIGTERM");
    const timer = setTimeout(() => worker.process.kill("SIGKILL"), force ? FORCE_MS : patienceMs);
    await exited;
    clearTimeout(timer);
  };
  return { exited, stop };
}

/** `fork` adds to our environment, of which the children get nothing else. */
const replacing = (ours: NodeJS.ProcessEnv, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.keys(ours).map((name) => [name, undefined])),
  ...environment,
});

/** Restarts workers one at a time; the others serve meanwhile. False if all are stopped before it is done. */
export async function restartInTurn(webs: readonly Service[], port: number, stopped: AbortSignal): Promise<boolean> {
  for (const web of webs) {
    const listening = isListening(port, stopped);
    web.restart();
    if (!(await listening)) return false;
  }
  return true;
}

/** Resolves when some worker begins to listen on the port. */
function isListening(port: number, stopped: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isSo: boolean) => {
      cluster.off("listening", onListening);
      stopped.removeEventListener("abort", onStopped);
      resolve(isSo);
    };
    const onListening = (_: Worker, address: Address) => address.port === port && end(true);
    const onStopped = () => end(false);
    cluster.on("listening", onListening);
    stopped.addEventListener("abort", onStopped);
  });
}

let requests = 0;
/** For a worker that is busy: without its part a sum would fall, which means a restart. */
const lastMetrics = new WeakMap<Worker, unknown[]>();

/** Gets the metrics of all workers for one that was asked for them. One that is still starting is left out. */
async function collect(asking: Worker, { id }: CollectRequest): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const [fresh, last]: [unknown[][], unknown[][]] = [[], []];
  const ask = async (worker: Worker): Promise<void> => {
    const answer = worker.isConnected() ? await metricsOf(worker) : null;
    if (answer) lastMetrics.set(worker, answer);
    (answer ? fresh : last).push(answer ?? lastMetrics.get(worker) ?? []);
  };
  await Promise.all(workers.map(ask));
  // Values of the database are taken from the first.
  const collected: Collected = { type: "metrics collected", id, metrics: [...fresh, ...last] };
  if (asking.isConnected()) asking.send(collected);
}

function metricsOf(worker: Worker): Promise<unknown[] | null> {
  const id = ++requests;
  const collect: Collect = { type: "collect metrics", id };
  return new Promise((resolve) => {
    const end = (metrics: unknown[] | null) => {
      clearTimeout(timer);
      worker.off("message", onMessage);
      resolve(metrics);
    };
    const onMessage = (message: { type?: string; id?: number; own?: unknown[] }) => {
      if (message.type === "own metrics" && message.id === id) end(message.own ?? null);
    };
    const timer = setTimeout(() => end(null), COLLECT_MS);
    worker.on("message", onMessage);
    worker.send(collect, (error) => error && end(null));
  });
}

const isCollectRequest = (message: { type?: string }): message is CollectRequest =>
  message.type === "metrics of all workers";
