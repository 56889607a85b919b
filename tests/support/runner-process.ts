import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { bundle } from "./bundle";
import { findTool } from "./tools";

let made: Promise<string> | undefined;

/** The runner as it ships: a single file. */
export function runnerBundle(): Promise<string> {
  made ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-bundle-"));
    await bundle(folder, { runner: "runner/main.ts" });
    return join(folder, "runner.mjs");
  })();
  return made;
}

let quick: string | undefined;

/** A PATH on which Ansible tells its version at once: each runner asks for it at its start, and Python takes long for it. */
function quickPath(): string {
  const real = findTool("ansible-playbook");
  if (!real) return process.env.PATH ?? "";
  if (!quick) {
    quick = mkdtempSync(join(tmpdir(), "signalbox-quick-"));
    const script = `#!/bin/sh\n[ "$*" = --version ] && exec echo "ansible-playbook [core 2]"\nexec ${real} "$@"\n`;
    writeFileSync(join(quick, "ansible-playbook"), script, { mode: 0o755 });
  }
  return [quick, process.env.PATH].join(delimiter);
}

export type RunnerOptions = {
  url: string;
  token: string;
  dataDir: string;
  env?: Record<string, string>;
  /** Command line arguments. */
  words?: string[];
};

/** A runner as a separate process. */
export class RunnerProcess {
  output = "";
  readonly exited: Promise<number | NodeJS.Signals | null>;

  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (bytes: Buffer) => {
        this.output += bytes.toString();
      });
    }
    this.exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  }

  static async start({ url, token, dataDir, env = {}, words = [] }: RunnerOptions): Promise<RunnerProcess> {
    const child = fork(await runnerBundle(), words, {
      silent: true,
      cwd: tmpdir(),
      env: {
        NODE_ENV: "production",
        PATH: quickPath(),
        SIGNALBOX_URL: url,
        SIGNALBOX_RUNNER_DATA_DIR: dataDir,
        SIGNALBOX_RUNNER_OUTBOUND_ALLOW: "127.0.0.1",
        ...(token === "" ? {} : { SIGNALBOX_RUNNER_TOKEN: token }),
        ...env,
      },
    });
    return new RunnerProcess(child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    this.child.kill(signal);
    await this.exited;
  }
}
