import { get } from "node:http";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { localUrl, type Settings } from "@/lib/settings/settings";
import { StartProblem } from "../problem";
import type { Service } from "./service";

const READY_MS = 120_000;
const MOST_FAILURES = 3;

/** The URL that users open. */
export function publicUrl(settings: Settings): string {
  return settings.publicUrl ?? localUrl(settings).replace("127.0.0.1", "localhost");
}

/** Throws a StartProblem when the web process can't listen on its ports. */
export async function requireFreePorts({ host, port, metricsPort }: Settings): Promise<void> {
  await requireFreePort("PORT", host, port);
  if (metricsPort !== undefined) await requireFreePort("SIGNALBOX_METRICS_PORT", host, metricsPort);
}

function requireFreePort(name: string, host: string | undefined, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartProblem(explainListen(error, name, host, port))),
    );
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

function explainListen(error: NodeJS.ErrnoException, name: string, host: string | undefined, port: number): string {
  if (error.code === "EADDRINUSE")
    return `${name} ${port} is already in use by another program. Example: ${name}=${port + 1} npm start`;
  if (error.code === "EACCES")
    return `${name} ${port} may not be used by this user: ports below 1024 need root. Example: ${name}=3000`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST ${host} is not an address of this machine. Example: HOST=127.0.0.1`;
  return `${name} ${port} cannot be used: ${error.message}`;
}

/** Waits until a web process is ready. Throws when one keeps crashing or `stopped` aborts. */
export async function waitUntilReady(
  settings: Settings,
  webs: readonly Service[],
  stopped: AbortSignal,
): Promise<void> {
  const url = `${localUrl(settings)}/api/health/ready`;
  for (const began = performance.now(); !(await answersOk(url)); await sleep(50, undefined, { signal: stopped })) {
    if (webs.some((web) => web.failures() >= MOST_FAILURES))
      throw new StartProblem("The web process did not start; see its last messages above");
    if (performance.now() - began > READY_MS)
      throw new StartProblem(`${url} does not answer after ${READY_MS / 1_000} s`);
  }
}

/** Not by fetch, which takes 10 MB of the supervisor's memory. False if it is not listening yet, or too slow to respond. */
function answersOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { signal: AbortSignal.timeout(5_000) }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}
