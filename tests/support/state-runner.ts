import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Database } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { templates } from "@/db/schema/templates";
import { insertInventory } from "@/lib/inventory/store";
import { isFinal } from "@/lib/protocol/status";
import { insertRepository } from "@/lib/repository/store";
import { hashToken, randomToken } from "@/lib/secret/token";
import { openContent } from "@/lib/state/content";
import { getOutput } from "@/lib/task/log-operations";

import { OutputLines } from "@/lib/task/schema";
import { type RealApi, realApi } from "./real-api";
import { makeRepository } from "./repositories";
import { RunnerProcess } from "./runner-process";
import { type TaskSite, taskSite } from "./task-site";
import { until } from "./until";

export type KeptVersion = { workspace: string; number: number; cause: string; offered: boolean; content: string };

/** The product's own API, runners as processes, and templates over repositories that are cloned. */
export class StateRunnerSite {
  readonly folder = mkdtempSync(join(tmpdir(), "signalbox-state-"));
  private readonly running: RunnerProcess[] = [];
  private made = 0;

  private constructor(
    private readonly db: Database,
    readonly site: TaskSite,
    readonly api: RealApi,
  ) {}

  static async start(db: Database): Promise<StateRunnerSite> {
    return new StateRunnerSite(db, await taskSite(db), await realApi());
  }

  /** A runner of its own name and data folder; with `token` the same one as before. */
  async runner(env: Record<string, string> = {}, known?: { token: string; dataDir: string }) {
    const token = known?.token ?? randomToken();
    const dataDir = known?.dataDir ?? join(this.folder, `data-${++this.made}`);
    if (!known) await this.db.insert(runners).values({ name: "real", token_hash: hashToken(token) });
    const started = await RunnerProcess.start({ url: this.api.url, token, dataDir, env });
    this.running.push(started);
    return Object.assign(started, { token, dataDir });
  }

  async endRunners(): Promise<void> {
    for (const runner of this.running.splice(0)) await runner.kill("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.endRunners();
    await this.api.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A repository of these files, which a runner clones. */
  async repository(files: Record<string, string>): Promise<{ id: number; path: string }> {
    const path = makeRepository(join(this.folder, `code-${++this.made}`), files);
    return { path, id: await this.insertRepository(`file://${path}`, "main") };
  }

  /** A repository that a runner uses where it lies. */
  inPlace(path: string): Promise<number> {
    return this.insertRepository(path, "");
  }

  private async insertRepository(git_url: string, git_branch: string): Promise<number> {
    const { w, r } = this.site;
    const values = { name: `code ${++this.made}`, git_url, git_branch, ssh_key_id: r.keyId };
    return (await insertRepository(this.db, w.projectId, values)).id;
  }

  /** Its content is the name of a workspace. */
  async workspace(content: string): Promise<number> {
    const { w, r } = this.site;
    const values = { name: content, type: "terraform-workspace" as const, inventory: content, ssh_key_id: r.keyId };
    const none = { become_key_id: null, holder_id: null, repository_id: null };
    return (await insertInventory(this.db, w.projectId, { ...values, ...none })).id;
  }

  template(repositoryId: number, changes: object = {}): Promise<number> {
    const terraform = { app: "terraform", playbook: "", repository_id: repositoryId };
    return this.site.template({ ...terraform, ...changes });
  }

  /** The state that the template's runs have made. */
  async stateOf(templateId: number): Promise<number | null> {
    const [row] = await this.db.select().from(templates).where(eq(templates.id, templateId));
    return row?.state_id ?? null;
  }

  /** Runs the template to its end. */
  async run(templateId: number, input: object = {}) {
    const taskId = await this.site.start(templateId, { params: { auto_approve: true }, ...input });
    return this.ended(taskId);
  }

  async ended(taskId: number) {
    await this.until(`task ${taskId} is over`, async () => isFinal((await this.site.look(taskId)).status));
    const { status, reason } = await this.site.look(taskId);
    return { taskId, status, reason, text: await this.output(taskId) };
  }

  async output(taskId: number): Promise<string> {
    const params = { projectId: this.site.w.projectId, taskId };
    const lines = OutputLines.parse(await this.site.w.call(getOutput, "owner", params, {}));
    return stripVTControlCharacters(lines.map(({ output }) => output).join("\n"));
  }

  until(what: string, condition: () => Promise<boolean> | boolean): Promise<void> {
    return until(what, condition, { ms: 60_000, details: () => this.running.map(({ output }) => output).join("\n") });
  }

  /** All versions, in order. */
  async versions(): Promise<KeptVersion[]> {
    const rows = await this.db
      .select({ version: stateVersions, workspace: stateWorkspaces.name })
      .from(stateVersions)
      .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateVersions.workspace_id))
      .orderBy(stateVersions.id);
    const opened = rows.map(async ({ version, workspace }) => {
      const { number, cause, offered } = version;
      return { workspace, number, cause, offered, content: (await openContent(version)).toString() };
    });
    return Promise.all(opened);
  }
}

/** Starts the site for the tests of a file, and ends it after them. */
export function stateRunnerSite(db: Database): () => StateRunnerSite {
  let site: StateRunnerSite;
  beforeAll(async () => {
    site = await StateRunnerSite.start(db);
  });
  afterEach(() => site.endRunners());
  afterAll(() => site.stop());
  return () => site;
}

/** Applies the code of a folder, without the product. */
export function applyLocally(folder: string, workspace: string): void {
  const env = { ...process.env, CHECKPOINT_DISABLE: "1" };
  const select = workspace === "default" ? [] : [["workspace", "new", workspace]];
  for (const words of [["init"], ...select, ["apply", "-auto-approve"]]) {
    execFileSync("terraform", words, { cwd: folder, env, stdio: "ignore" });
  }
}
