import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "@/lib/process/error-code";
import type { Place } from "./place";
import { DatabaseProblem, explain } from "./problem";
import { postgresEnvironment } from "./user";

/**
 * Runs Postgres ("$@") as its child and stops it when stdin closes, which the kernel guarantees however our process
 * dies. $1: a folder to remove at the end, or empty. Prints the pid of Postgres; exits with its exit code.
 */
const GUARD = `
trap '' HUP INT TERM
scratch=$1; shift
exec 3<&0 </dev/null
"$@" 3<&- &
postgres=$!
echo "$postgres"
(
  exec >/dev/null 2>&1
  while read -r line <&3; do :; done
  kill -INT $postgres; sleep 10
  kill -QUIT $postgres; sleep 6
  kill -KILL $postgres
) &
watcher=$!
exec 3<&-
wait $postgres; code=$?
kill -KILL $watcher
if [ -n "$scratch" ]; then rm -rf "$scratch"; fi
exit $code
`;

const READY_MS = 300_000;
const KEPT_LINES = 50;

export type Exit = { code: number | null; lines: string[] };

export type Guarded = {
  /** Settles when Postgres has exited, with the last lines it printed. */
  exited: Promise<Exit>;
  signal: (name: "SIGINT" | "SIGQUIT" | "SIGKILL") => void;
};

export type Launch = {
  place: Place;
  native: string;
  parameters: Record<string, string>;
  scratch: boolean;
  onLog: (line: string) => void;
  stopped?: AbortSignal;
};

/**
 * Starts Postgres under its guard and waits until it accepts connections. Throws when it has exited: a DatabaseProblem, or
 * what `stopped` was aborted with.
 */
export async function launch(options: Launch): Promise<Guarded> {
  const { place, native, parameters } = options;
  const flags = Object.entries(parameters).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [join(native, "bin/postgres"), "-D", place.cluster, ...flags];
  const guard = spawn("/bin/sh", ["-c", GUARD, "signalbox-postgres", options.scratch ? place.home : "", ...command], {
    cwd: place.home,
    env: postgresEnvironment(place.home),
    stdio: ["pipe", "pipe", "pipe"],
    // A session of its own, so that Ctrl-C reaches only us and we stop Postgres last.
    detached: true,
    uid: place.user.uid,
    gid: place.user.gid,
  });
  const pid = firstLine(guard);
  const end = new AbortController();
  const exited = watchEnd(guard, options.onLog).finally(() => end.abort());
  const postgres = await pid;
  // Afterwards its pid may be another process's.
  const signal: Guarded["signal"] = (name) => end.signal.aborted || kill(postgres, name);
  try {
    if (await untilReady(place, postgres, end.signal, options.stopped)) return { exited, signal };
  } catch (error) {
    guard.stdin.end();
    await exited;
    throw error;
  }
  throw explain((await exited).lines.join("\n"), place.cluster);
}

function firstLine(guard: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    guard.once("error", reject);
    guard.stdout?.once("data", (line: Buffer) => resolve(Number.parseInt(line.toString(), 10)));
  });
}

function watchEnd(guard: ChildProcess, onLog: (line: string) => void): Promise<Exit> {
  const lines: string[] = [];
  // If the guard is gone, the pipe is closed; its exit reports that.
  guard.stdin?.on("error", () => {});
  if (guard.stderr) {
    createInterface({ input: guard.stderr }).on("line", (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      onLog(line);
    });
  }
  // "close", not "exit": if only the guard is killed, Postgres holds the pipe until it exits.
  return new Promise((resolve) => guard.once("close", (code) => resolve({ code, lines })));
}

/** False if Postgres exited first. Line 8 of postmaster.pid is its state; crash recovery may take minutes. */
async function untilReady(
  place: Place,
  postgres: number,
  ended: AbortSignal,
  stopped: AbortSignal | undefined,
): Promise<boolean> {
  const file = join(place.cluster, "postmaster.pid");
  for (const began = performance.now(); performance.now() - began < READY_MS; await sleep(5)) {
    stopped?.throwIfAborted();
    const lines = readLines(file);
    if (Number(lines[0]) === postgres && lines[7]?.trim() === "ready") return true;
    if (ended.aborted) return false;
  }
  throw new DatabaseProblem(`Postgres on ${place.cluster} was not ready after ${READY_MS / 60_000} minutes`);
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}
