import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundle } from "../support/bundle";

let made: Promise<string> | undefined;

/** The command line as it ships: a single file. */
export function cliBundle(): Promise<string> {
  made ??= (async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "signalbox-cli-")), "dist");
    await bundle(folder, { cli: "cli/main.ts" });
    return join(folder, "cli.mjs");
  })();
  return made;
}

export type Ended = { code: number | null; stdout: string; stderr: string };

type Options = { env?: Record<string, string>; input?: string };

const running = new Set<ChildProcess>();

/** Kills commands left by a failed test. */
export function endCommands(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** A running `signalbox` command with an environment of only PATH. */
export class CliProcess {
  stdout = "";
  stderr = "";
  readonly ended: Promise<Ended>;

  private constructor(private readonly child: ChildProcess) {
    running.add(child);
    child.once("close", () => running.delete(child));
    child.stdout?.on("data", (bytes) => (this.stdout += bytes));
    child.stderr?.on("data", (bytes) => (this.stderr += bytes));
    this.ended = new Promise((resolve) =>
      child.once("close", (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr })),
    );
  }

  static async start(words: string[], options: Options = {}): Promise<CliProcess> {
    return CliProcess.startFile(await cliBundle(), words, options);
  }

  static startFile(file: string, words: string[], { env = {}, input }: Options = {}): CliProcess {
    const child = spawn(process.execPath, [file, ...words], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin?.end(input ?? "");
    return new CliProcess(child);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Waits until the text has been printed. */
  async printed(stream: "stdout" | "stderr", text: string): Promise<void> {
    for (let tries = 0; tries < 3_600; tries++) {
      if (this[stream].includes(text)) return;
      if (this.child.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error(`"${text}" is not in ${stream}:\n${this.stdout}\n${this.stderr}`);
  }
}

/** Runs a copy of the command line to its end. */
export const runFile = (file: string, words: string[], options: Options = {}): Promise<Ended> =>
  CliProcess.startFile(file, words, options).ended;

/** Runs a `signalbox` command to its end. */
export const signalbox = async (words: string[], options: Options = {}): Promise<Ended> =>
  (await CliProcess.start(words, options)).ended;
