import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../structure/sources";
import { freePort } from "../support/listen";

export type Running = {
  url: string;
  pid: number;
  /** The end of its output. */
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts a script of the build, by default on a free port, and waits until it responds. */
export async function startNode(
  args: (port: number) => string[],
  environment: Record<string, string>,
  givenPort?: number,
): Promise<Running> {
  if (!existsSync(join(ROOT, "dist/server.mjs")) || !existsSync(join(ROOT, ".next/BUILD_ID"))) {
    throw new Error("not built: run `npm run build` first (`npm test` does)");
  }
  const port = givenPort ?? (await freePort());
  const child = spawn(process.execPath, args(port), {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PORT: String(port), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part) => (output = (output + part).slice(-5000)));
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/api/ping`, child, () => output);
  return { url, pid: child.pid ?? 0, output: () => output, stop: (signal = "SIGTERM") => stop(child, signal) };
}

async function answers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 900 && child.exitCode === null; tries++) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await sleep(100);
  }
  child.kill("SIGKILL");
  throw new Error(`no answer from ${url}:\n${output()}`);
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}
