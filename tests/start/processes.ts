import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

type Message = Record<string, unknown>;

export type Held = {
  child: ChildProcess;
  /** The next reported line. */
  next: () => Promise<Message>;
  send: (line: string) => void;
  ended: Promise<number | null>;
};

/** Runs a program that communicates in lines of JSON, like holder.ts. */
export function hold(program: string, args: string[], user: { uid?: number; gid?: number; cwd?: string } = {}): Held {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "inherit"], ...user });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const next = async (): Promise<Message> => {
    const { value, done } = await lines.next();
    if (done) throw new Error("it ended without another line");
    return JSON.parse(value);
  };
  return { child, next, send: (line) => child.stdin.write(`${line}\n`), ended };
}

function readStat(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    // It has ended.
    return undefined;
  }
}

/** Children, grandchildren and so on. */
export function descendants(pid: number): number[] {
  const all = readdirSync("/proc").map(Number).filter(Boolean);
  const children = all.filter((other) => readStat(other)?.parent === pid);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** A zombie counts as ended, even if it is never reaped. */
export function isRunning(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== undefined && stat.state !== "Z";
}

/** Waits until none is running; resolves with those still running after `ms`. */
export async function untilGone(pids: readonly number[], ms: number): Promise<number[]> {
  const began = Date.now();
  while (pids.some(isRunning) && Date.now() - began < ms) await sleep(20);
  return pids.filter(isRunning);
}
