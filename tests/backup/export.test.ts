import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/project/[projectId]/backup/route";
import { database } from "@/db/client";
import { connect } from "@/db/connect";
import { schedules } from "@/db/schema/schedules";
import { exportBackup } from "@/lib/backup/export";
import { checkProject, exportProject, getRestoreReport, restoreProject } from "@/lib/backup/operations";
import { createInventory } from "@/lib/inventory/operations";
import { createKey } from "@/lib/key/operations";
import { deleteProject } from "@/lib/project/operations";
import { createRepository } from "@/lib/repository/operations";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { MANAGERS, newProject, statuses, type World, world } from "../support/world";
import { randomFile, withSpaces } from "./random-file";
import { CANARY, richProject, withoutAnswers } from "./rich-project";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
  return () => database().close();
});

const backupOf = (projectId: number) => w.call(exportProject, "admin", { projectId });
const restore = (file: unknown) => w.call(restoreProject, "admin", {}, file);
/** As it appears in a file. */
const written = (backup: unknown) => JSON.parse(JSON.stringify(backup, (_key, value) => value ?? undefined));

describe("a project with one of everything", () => {
  let projectId: number;
  beforeAll(async () => {
    projectId = await richProject(w);
  });

  it("is exported by name, including what other backups lose", async () => {
    const backup = await backupOf(projectId);
    const build = backup.templates.find(({ name }) => name === "Build");
    expect(build).toMatchObject({
      inventory: "Hosts",
      environment: "Live",
      view: "Web",
      repository: "Code",
      autorun: true,
      suppress_success_alerts: true,
      allow_parallel_tasks: true,
      runner_tag: "gpu",
      timeout_seconds: 90,
      auto_approve: true,
      launch: { limit: "allowed", message: "fixed", arguments: "ask" },
      cron: "0 3 * * *",
      vaults: [
        { name: null, vault_key: "Password" },
        { name: "second", vault_key: "Password" },
      ],
      survey_vars: [{ name: "size", values: [{ name: "L", value: "l" }] }, { name: "pin" }],
    });
    expect(backup.templates.find(({ name }) => name === "Deploy")).toMatchObject({ build_template: "Build" });
    expect(backup.templates.map(({ name, state_of }) => [name, state_of])).toEqual([
      ["Build", null],
      ["Deploy", null],
      ["Destroy", "Deploy"],
    ]);
    expect(backup.inventories.find(({ name }) => name === "File")).toMatchObject({ repository: "Inventories" });
    expect(backup.views).toEqual([{ title: "Web", position: 7 }]);
    expect(backup.environments.find(({ name }) => name === "Live")?.secrets).toEqual([
      { type: "env", name: "TOKEN" },
      { type: "var", name: "token" },
    ]);
    expect(backup.schedules).toMatchObject([
      {
        name: "Nightly",
        timezone: "Europe/Berlin",
        active: true,
        overlap: "skip",
        inventory: "Hosts",
        environment: "Live",
      },
      { run_at: "2199-01-01T00:00:00Z", active: false, cron_format: "" },
      { cron_format: "@hourly", active: true, repository: "Code" },
    ]);
    expect(backup.integrations).toMatchObject([
      {
        template: "Build",
        auth_secret: "Password",
        inventory: "Hosts",
        environment: "Live",
        task_params: { debug: true },
        matchers: [{ value: "main" }],
        extract_values: [{ variable: "size" }],
      },
    ]);
    expect(backup.integrations[0]?.aliases).toHaveLength(1);
    expect(backup.integration_aliases).toHaveLength(1);
  });

  it("never contains a secret or an id", async () => {
    const text = JSON.stringify(await backupOf(projectId));
    expect(text).not.toContain(CANARY);
    expect(text).not.toMatch(/"(id|\w+_id|secret|password)":/);
  });

  it("is restored unchanged, except for aliases in use and secret answers", async () => {
    const before = await backupOf(projectId);
    const restored = await restore(written(before));
    expect(restored).toMatchObject({ empty_keys: 3, empty_secrets: 5 });
    expect([...restored.dropped_aliases].sort()).toEqual(
      [...before.integration_aliases, ...(before.integrations[0]?.aliases ?? [])].sort(),
    );
    const after = await backupOf(restored.id);
    const withoutAliases = before.integrations.map((integration) => ({ ...integration, aliases: [] }));
    expect(after).toEqual({
      ...before,
      schedules: before.schedules.map(withoutAnswers),
      integrations: withoutAliases,
      integration_aliases: [],
    });
    expect(JSON.stringify(after)).not.toContain(CANARY);
  });

  it("has active schedules again with a next run", async () => {
    const { schedules: all, ...backup } = await backupOf(projectId);
    const open = all.map((schedule) => ({ ...withoutAnswers(schedule), active: schedule.active }));
    const { id } = await restore(written({ ...backup, schedules: open }));
    const rows = await db.select().from(schedules).where(eq(schedules.project_id, id)).orderBy(schedules.id);
    expect(rows.map(({ next_run_at }) => next_run_at !== null)).toEqual([true, false, true]);
  });

  it.each([true, false])(
    "has inactive schedules where secret answers are missing, which are reported (strict %s)",
    async (strict) => {
      const file = { ...written(await backupOf(projectId)), integration_aliases: [], integrations: [] };
      const { id, report } = await restore({ ...file, strict });
      const lines = ["Nightly", "Build", "Build"].map((name) => [
        name,
        "task_params.secret_names[0]",
        "left_out",
        "pin",
      ]);
      const stopped = ["Nightly", "Build"].map((name) => [name, "active", "inactive", "pin"]);
      const said = report.map(({ name, field, done, reason_params }) => [name, field, done, reason_params.name]);
      expect(said).toHaveLength(5);
      expect(said).toEqual(expect.arrayContaining([...lines, ...stopped]));
      expect((await w.call(checkProject, "admin", {}, { ...file, strict })).report).toEqual(report);
      expect((await w.call(getRestoreReport, "admin", { projectId: id })).lines).toEqual(report);
      expect((await backupOf(id)).schedules.map(({ active }) => active)).toEqual([false, false, false]);
    },
  );

  it("is a file to download, indented and without nulls", async () => {
    const { status, headers, text } = await send(w, GET, { params: { projectId }, as: "admin" });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="backup_${projectId}_\\d{13}\\.json"$`),
    );
    expect(text).toMatch(/^\{\n {2}"meta": \{\n/);
    expect(text).not.toContain("null");
    expect(JSON.parse(text)).toEqual(written(await backupOf(projectId)));
  });

  it("is read in one snapshot, with as many statements as an empty project", async () => {
    const rich = await statementsOfExport(projectId);
    expect(rich.filter((statement) => /isolation level repeatable read read only/.test(statement))).toHaveLength(1);
    expect(rich.length).toBeLessThanOrEqual(
      (await statementsOfExport(await newProject(db, "Bare", w.userIds.owner))).length,
    );
  });
});

/** Includes those inside the export's transaction. */
async function statementsOfExport(projectId: number): Promise<string[]> {
  const sent: string[] = [];
  const client = connect(process.env.DATABASE_URL ?? "", { max: 1, debug: (_connection, query) => sent.push(query) });
  await exportBackup(drizzle(client), projectId);
  await client.end();
  return sent;
}

it("is available to those who manage the resources", async () => {
  expect(await statuses((as) => w.call(exportProject, as, { projectId: w.projectId }))).toEqual(MANAGERS);
});

it("renames duplicates, so that the file can be restored", async () => {
  const projectId = await newProject(db, "Twins", w.userIds.owner);
  const name = "😀".repeat(127);
  const ids: number[] = [];
  for (let copy = 0; copy < 3; copy++) {
    ids.push((await w.call(createKey, "admin", { projectId }, { name, type: "none" })).id);
  }
  const repository = { name: "r", git_url: "/srv/x", git_branch: "" };
  await w.call(createRepository, "admin", { projectId }, { ...repository, ssh_key_id: ids[2] });
  const backup = await backupOf(projectId);
  const twins = backup.keys.filter((key) => key.name.startsWith("😀"));
  expect(new Set(twins.map((key) => key.name)).size).toBe(3);
  const suffixes = [undefined, ids[1], ids[2]].map((id) => id?.toString());
  expect(new Set(twins.map((key) => / - (\d+)$/.exec(key.name)?.[1]))).toEqual(new Set(suffixes));
  expect(backup.repositories[0]?.ssh_key).toMatch(new RegExp(` - ${ids[2]}$`));
  expect(await backupOf(projectId)).toEqual(backup);
  expect(await backupOf((await restore(written(backup))).id)).toEqual(backup);
});

it("rejects a project too large to be restored", async () => {
  const projectId = await newProject(db, "Huge", w.userIds.owner);
  for (let part = 0; part < 18; part++) {
    const inventory = { name: `i${part}`, type: "static", inventory: "x".repeat(1_000_000) };
    await w.call(createInventory, "admin", { projectId }, inventory);
  }
  await expect(backupOf(projectId)).rejects.toMatchObject({ code: "too_large" });
});

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1);

it.each(SEEDS)("a random project (%i) is restored unchanged, but for spaces around names", async (seed) => {
  const file = randomFile(seed);
  const first = await restore(written(withSpaces(file, seed)));
  expect(first.report).toEqual([]);
  expect(first.dropped_aliases).toEqual([]);
  const backup = await backupOf(first.id);
  expect(written(backup)).toEqual(written(file));
  await w.call(deleteProject, "admin", { projectId: first.id });
  expect(await backupOf((await restore(written(backup))).id)).toEqual(backup);
});
