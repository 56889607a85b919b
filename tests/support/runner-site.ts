import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { JobRepository } from "@/lib/protocol/job";
import { TestConsole } from "./console";
import { repository } from "./job";
import { RunnerProcess } from "./runner-process";

/** A console, a folder with a task's files, and the runners started in a test. */
export type Site = {
  console: TestConsole;
  folder: string;
  dataDir: string;
  /** The task's files, used in place. */
  files: JobRepository;
  write(name: string, text: string): void;
  read(name: string): string;
  start(env?: Record<string, string>, ...words: string[]): Promise<RunnerProcess>;
  /** The runner's stored attempts. */
  attempts(): string[];
};

/** Creates a fresh site for every test of the file, and cleans it up afterwards. */
export function runnerSite(): Site {
  const runners: RunnerProcess[] = [];
  const site = {} as Site;
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-site-"));
    const files = mkdtempSync(join(folder, "files-"));
    const dataDir = join(folder, "data");
    const server = await TestConsole.start();
    Object.assign(site, {
      console: server,
      folder,
      dataDir,
      files: repository(files, { branch: "" }),
      write: (name: string, text: string) => writeFileSync(join(files, name), text),
      read: (name: string) => readFileSync(join(files, name), "utf8"),
      attempts: () => readdirSync(join(dataDir, "attempts")),
      async start(env: Record<string, string> = {}, ...words: string[]) {
        const runner = await RunnerProcess.start({ url: server.url, token: server.token, dataDir, env, words });
        runners.push(runner);
        return runner;
      },
    } satisfies Site);
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.kill("SIGKILL");
    await site.console.goAway();
    rmSync(site.folder, { recursive: true, force: true });
  });
  return site;
}
