import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from "node:fs";
import { ROOT } from "../structure/sources";

const RESTART_MS = 200;

/** A process of the product that is restarted whenever it ends, unless it is held down. */
export class Service {
  private child: ChildProcess | null = null;
  private wanted = false;
  private logStart = 0;

  constructor(
    private readonly script: string,
    private readonly environment: Record<string, string>,
    private readonly logFile: string,
  ) {
    process.once("exit", () => this.child?.kill("SIGKILL"));
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  start(): void {
    this.wanted = true;
    if (this.child) return;
    const log = openSync(this.logFile, "a");
    this.logStart = fstatSync(log).size;
    const child = spawn(process.execPath, [this.script], {
      cwd: ROOT,
      env: { NODE_ENV: "production", PATH: process.env.PATH, ...this.environment },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.child = child;
    child.once("exit", () => {
      this.child = null;
      setTimeout(() => this.wanted && this.start(), RESTART_MS);
    });
  }

  /** Output of the newest process so far. */
  said(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile).subarray(this.logStart).toString() : "";
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** Ends the process and keeps it down until the next start; kills it after a time limit. */
  async end(name: NodeJS.Signals, patienceMs = 15_000): Promise<void> {
    this.wanted = false;
    const { child } = this;
    if (!child) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(name);
    const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    await ended;
    clearTimeout(timer);
  }
}
