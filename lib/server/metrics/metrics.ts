import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { database } from "@/db/client";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { FINAL_STATUSES, isFinal, TASK_STATUSES } from "@/lib/protocol/status";
import { type Measures, measure } from "@/lib/server/metrics/measure";
import { answerSiblings, scrapeSiblings } from "@/lib/server/metrics/siblings";
import { log } from "@/lib/settings/log";

/** With several web processes, the value that all of them measure, instead of its multiple. */
const measured = { aggregator: "first" } as const;

const registry = new Registry();
const registers = [registry];

const requests = new Histogram({
  name: "signalbox_http_request_seconds",
  help: "HTTP requests by route; a runner's poll waits for work, so it may take long",
  labelNames: ["method", "route", "status"] as const,
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  registers,
});

const ended = new Counter({
  name: "signalbox_tasks_ended_total",
  help: "Tasks that ended since this process started, on whichever web process; without those inside workflows",
  aggregator: "max",
  labelNames: ["status"] as const,
  registers,
});
for (const status of FINAL_STATUSES) ended.inc({ status }, 0);

const unexpected = new Counter({
  name: "signalbox_unexpected_errors_total",
  help: "Errors that nothing in this process expected; each is in its log",
  labelNames: ["kind"] as const,
  registers,
});
export type UnexpectedKind = "exception" | "rejection";
for (const kind of ["exception", "rejection"] as const) unexpected.inc({ kind }, 0);

export const observeUnexpected = (kind: UnexpectedKind): void => unexpected.inc({ kind });

const socketFailures = new Counter({
  name: "signalbox_socket_failures_total",
  help: "Requests over Socket.IO that failed; only the first one of each connection is in the log",
  registers,
});

export const observeSocketFailure = (): void => socketFailures.inc();

const gauge = (name: string, help: string) => new Gauge({ name: `signalbox_${name}`, help, registers, ...measured });

const up = gauge("database_up", "1 when the database answers");
const unfinished = new Gauge({
  name: "signalbox_tasks",
  help: "Unfinished tasks by status",
  ...measured,
  labelNames: ["status"] as const,
  registers,
});
const claim = new Gauge({
  name: "signalbox_claim_seconds",
  help: "How long the newest 200 tasks waited for a runner",
  ...measured,
  labelNames: ["quantile"] as const,
  registers,
});
const run = new Gauge({
  name: "signalbox_run_seconds",
  help: "How long the newest 200 finished tasks ran",
  ...measured,
  labelNames: ["quantile"] as const,
  registers,
});
const ofProject = (name: string, help: string, label: "status" | "quantile") =>
  new Gauge({
    name: `signalbox_project_${name}`,
    help: `${help} of a project's tasks of the last 24 hours, as in its statistics`,
    ...measured,
    labelNames: ["project", label] as const,
    registers,
  });
const projectTasks = ofProject("tasks", "Number by result", "status");
const projectRun = ofProject("run_seconds", "Duration", "quantile");
const projectQueue = ofProject("queue_seconds", "Waiting time until the start", "quantile");
const byProject = [projectTasks, projectRun, projectQueue];
const successes = gauge("success_ratio", "Share of the newest 200 finished tasks, except stopped ones, that succeeded");
const oldest = gauge("queue_oldest_seconds", "Age of the task that waits longest");
const runners = gauge("runners_connected", "Runners heard of within the last minute");
const logBytes = gauge("log_stored_bytes", "Size of all stored logs");
const stateBytes = gauge("state_stored_bytes", "Size of all stored versions of states");
const outbox = gauge("outbox_waiting", "Alerts that are still to be sent");

/** `route` is the pattern, never the path, so that ids do not create series of their own. */
export function observeRequest(method: string, route: string, status: number, beganAt: number): void {
  requests.observe({ method, route, status }, (performance.now() - beganAt) / 1000);
}

export function observeChanges(updates: readonly Pick<TaskUpdate, "status" | "parent_task_id">[]): void {
  for (const { status, parent_task_id } of updates)
    if (isFinal(status) && parent_task_id === null) ended.inc({ status });
}

/** The metrics in Prometheus's text format, of all web processes of this machine's supervisor. */
export const scrape = async (): Promise<{ type: string; text: string }> => ({
  type: registry.contentType,
  text: cluster.isWorker ? await scrapeSiblings() : await (await measuredRegistry()).metrics(),
});

/** From now on there are metrics of the process itself, and siblings get all of them. */
export function startCollecting(): void {
  // At prom-client's 10 ms, waking up for it takes an idle process 4 ms of each second, and 1 ms at this.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  if (cluster.isWorker) answerSiblings(async () => (await measuredRegistry()).getMetricsAsJSON());
}

/** Less than the supervisor waits for a web process, and Prometheus for everything. */
const MEASURE_MS = 2_000;
let measuring: Promise<Measures> | undefined;

/** A database that hangs is not asked again until it has answered. */
async function measureInTime(): Promise<Measures> {
  measuring ??= measure(database()).finally(() => {
    measuring = undefined;
  });
  const measures = await Promise.race([measuring, sleep(MEASURE_MS, undefined, { ref: false })]);
  if (!measures) throw new Error(`the database did not answer within ${MEASURE_MS / 1_000} s`);
  return measures;
}

/** Without the database, only this process's own. */
async function measuredRegistry(): Promise<Registry> {
  try {
    show(await measureInTime());
    up.set(1);
  } catch (error) {
    log.warn({ err: error }, "could not measure");
    const others = [unfinished, claim, run, successes, oldest, runners, logBytes, stateBytes, outbox];
    for (const gauge of [...others, ...byProject]) gauge.reset();
    up.set(0);
  }
  return registry;
}

function show(measures: Measures): void {
  for (const status of TASK_STATUSES) {
    if (!isFinal(status)) unfinished.set({ status }, measures.tasks[status] ?? 0);
  }
  for (const [quantile, seconds] of Object.entries(measures.claim_seconds)) claim.set({ quantile }, seconds ?? 0);
  for (const [quantile, seconds] of Object.entries(measures.run_seconds)) run.set({ quantile }, seconds ?? 0);
  successes.set(measures.success_ratio ?? Number.NaN);
  oldest.set(measures.oldest_seconds);
  runners.set(measures.runners_connected);
  logBytes.set(measures.log_bytes);
  stateBytes.set(measures.state_bytes);
  outbox.set(measures.outbox_waiting);
  showProjects(measures.projects);
}

/** A project without such a task has no series, and one that had some no longer. */
function showProjects(projects: Measures["projects"]): void {
  for (const gauge of byProject) gauge.reset();
  for (const { project, ...runs } of projects) {
    for (const status of FINAL_STATUSES) projectTasks.set({ project, status }, runs[status]);
    for (const [gauge, quantile, seconds] of [
      [projectRun, "0.5", runs.duration_p50],
      [projectRun, "0.95", runs.duration_p95],
      [projectQueue, "0.5", runs.waited_p50],
      [projectQueue, "0.95", runs.waited_p95],
    ] as const)
      if (seconds !== null) gauge.set({ project, quantile }, seconds);
  }
}
