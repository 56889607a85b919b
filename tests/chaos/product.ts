import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runners } from "@/db/schema/runners";
import { insertRepository } from "@/lib/repository/store";
import { hashToken, randomToken } from "@/lib/secret/token";
import { getOutput } from "@/lib/task/log-operations";
import { createTask, getTask } from "@/lib/task/operations";
import { OutputLines } from "@/lib/task/schema";
import { createTemplate } from "@/lib/template/operations";
import { type Running, startNode } from "../server/processes";
import { ROOT } from "../structure/sources";
import { freePort } from "../support/listen";
import { resources } from "../support/resources";
import type { World } from "../support/world";

/** The built web process and runner on a test's database; each can be killed and restarted. */
export class Product {
  private readonly folder = mkdtempSync(join(tmpdir(), "signalbox-chaos-"));
  private readonly token = randomToken();
  private port = 0;
  private web: Running | null = null;
  private runner: ChildProcess | null = null;

  constructor(private readonly w: World) {}

  async start(): Promise<void> {
    await this.w.db.insert(runners).values({ name: "chaos", token_hash: hashToken(this.token) });
    this.port = await freePort();
    await this.startWeb();
    this.startRunner();
  }

  async startWeb(): Promise<void> {
    this.web = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: process.env.DATABASE_URL ?? "" }, this.port);
  }

  startRunner(): void {
    this.runner = spawn(process.execPath, ["dist/runner.mjs"], {
      cwd: ROOT,
      stdio: "ignore",
      env: {
        NODE_ENV: "production",
        PATH: process.env.PATH,
        SIGNALBOX_URL: `http://127.0.0.1:${this.port}`,
        SIGNALBOX_RUNNER_TOKEN: this.token,
        SIGNALBOX_RUNNER_DATA_DIR: join(this.folder, "runner"),
      },
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get webPid(): number {
    return this.web?.pid ?? 0;
  }

  async killWeb(): Promise<void> {
    await this.web?.stop("SIGKILL");
  }

  async killRunner(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const runner = this.runner;
    if (!runner || runner.exitCode !== null || runner.signalCode !== null) return;
    const ended = new Promise((resolve) => runner.once("exit", resolve));
    runner.kill(signal);
    await ended;
  }

  /** A unique path that is removed with the product. */
  place(name: string): string {
    return join(this.folder, name);
  }

  /** A folder with one file, used as a repository in place. */
  files(name: string, text: string): string {
    const folder = mkdtempSync(join(this.folder, "repository-"));
    writeFileSync(join(folder, name), text);
    return folder;
  }

  /** Creates a template that runs a bash script, and starts a task of it. */
  run(name: string, script: string): Promise<number> {
    return this.runIn(this.files("run.sh", script), { name, app: "bash", playbook: "run.sh" });
  }

  async runIn(folder: string, { name, ...template }: { name: string; app: string; playbook: string }): Promise<number> {
    const { projectId, call, db } = this.w;
    const { keyId, environmentId } = await resources(db, projectId);
    const repository = await insertRepository(db, projectId, {
      name,
      git_url: folder,
      git_branch: "",
      ssh_key_id: keyId,
    });
    const input = { name, ...template, repository_id: repository.id, environment_id: environmentId };
    const { id: template_id } = await call(createTemplate, "owner", { projectId }, input);
    return (await call(createTask, "owner", { projectId }, { template_id })).id;
  }

  look(taskId: number) {
    return this.w.call(getTask, "owner", { projectId: this.w.projectId, taskId });
  }

  async output(taskId: number): Promise<string[]> {
    const lines = await this.w.call(getOutput, "owner", { projectId: this.w.projectId, taskId }, {});
    return OutputLines.parse(lines).map(({ output }) => output);
  }

  async until(taskId: number, reached: (task: Awaited<ReturnType<Product["look"]>>) => boolean, seconds = 60) {
    for (let tries = 0; tries < seconds * 10; tries++) {
      const task = await this.look(taskId);
      if (reached(task)) return task;
      await sleep(100);
    }
    throw new Error(`task ${taskId} stays ${JSON.stringify(await this.look(taskId))}`);
  }

  async stop(): Promise<void> {
    await this.killRunner("SIGTERM");
    await this.killRunner();
    await this.web?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
