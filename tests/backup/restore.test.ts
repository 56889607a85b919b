import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { integrationAliases, integrationMatchers, integrations, integrationValues } from "@/db/schema/integrations";
import { schedules } from "@/db/schema/schedules";
import { restoreProject } from "@/lib/backup/operations";
import { restoreBackup } from "@/lib/backup/restore";
import { BackupFile } from "@/lib/backup/schema";
import { getEnvironment, listEnvironments } from "@/lib/environment/store";
import { listMyLastEvents } from "@/lib/event/operations";
import { listInventories } from "@/lib/inventory/store";
import { listKeys } from "@/lib/key/store";
import { AppError } from "@/lib/operation/errors";
import { getProjectRole } from "@/lib/project/operations";
import { listRepositories } from "@/lib/repository/store";
import { listTemplates } from "@/lib/template/store";
import { listViews } from "@/lib/view/store";
import { freshDatabase } from "../support/database";
import { rowCounts } from "../support/tables";
import { statuses, type World, world } from "../support/world";
import { type AnyFile, changed, fullFile, oldFile } from "./files";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

const BY_NAME = { sort: "name", order: "asc" } as const;
const restore = (file: unknown) => w.call(restoreProject, "admin", {}, file);
const templatesOf = async (projectId: number) => {
  const all = await listTemplates(db, projectId, BY_NAME);
  return Object.fromEntries(all.map((template) => [template.name, template]));
};
const only = <Row>(rows: Row[]): Row => {
  expect(rows).toHaveLength(1);
  return rows[0] as Row;
};

it("trims names, and keeps apart those that differ only in spaces", async () => {
  const { id, name, report } = await restore({
    meta: { name: " Spaces " },
    keys: [
      { name: " Deploy", type: "ssh" },
      { name: "Deploy", type: "none" },
      { name: "Deploy - 2", type: "none" },
    ],
    repositories: [{ name: "Code ", git_url: "git@example.com:shop.git", git_branch: "main", ssh_key: " Deploy" }],
    inventories: [{ name: " Hosts ", type: "static", inventory: "localhost" }],
    environments: [{ name: "Live ", json: "{}" }],
    views: [{ title: " Web", position: 1 }],
    templates: [
      {
        name: " Build ",
        app: "ansible",
        playbook: "a.yml",
        inventory: " Hosts ",
        repository: "Code ",
        environment: "Live ",
        view: " Web",
      },
    ],
  });
  const [repository] = await listRepositories(db, id, BY_NAME);
  const keys = await listKeys(db, id, BY_NAME);
  expect(name).toBe("Spaces");
  expect(keys.map((key) => [key.name, key.type])).toEqual([
    ["Deploy", "none"],
    ["Deploy - 2", "none"],
    ["Deploy - 3", "ssh"],
  ]);
  expect(report).toEqual([
    {
      kind: "key",
      name: "Deploy",
      field: "name",
      was: " Deploy",
      reason: "backupNameRepeated",
      reason_params: { name: "Deploy" },
      done: "changed",
      done_params: { value: "Deploy - 3" },
    },
  ]);
  expect(repository).toMatchObject({ name: "Code", ssh_key_id: keys.find(({ type }) => type === "ssh")?.id });
  expect(only(await listTemplates(db, id, BY_NAME))).toMatchObject({
    name: "Build",
    repository_id: repository?.id,
    inventory_id: only(await listInventories(db, id, BY_NAME)).id,
    environment_id: only(await listEnvironments(db, id, BY_NAME)).id,
    view_id: only(await listViews(db, id)).id,
  });
  expect(only(await listInventories(db, id, BY_NAME)).name).toBe("Hosts");
  expect(only(await listEnvironments(db, id, BY_NAME)).name).toBe("Live");
  expect(only(await listViews(db, id)).title).toBe("Web");
});

describe("a whole file", () => {
  let projectId: number;
  beforeAll(async () => {
    const restored = await restore(fullFile());
    expect(restored).toMatchObject({ name: "Shop", alert: true, alert_chat: "-100", max_parallel_tasks: 2, type: "" });
    expect(restored.empty_keys).toBe(3);
    projectId = restored.id;
  });

  it("makes the caller owner and records an event", async () => {
    expect(await w.call(getProjectRole, "admin", { projectId })).toEqual({ role: "owner", permissions: 15 });
    const [event] = await w.call(listMyLastEvents, "admin", {});
    expect(event).toMatchObject({ object_type: "project", object_id: projectId, description: "Project restored" });
  });

  it("creates the keys, all empty, and no other key or environment", async () => {
    expect((await listKeys(db, projectId, BY_NAME)).map(({ name, type, empty }) => [name, type, empty])).toEqual([
      ["Deploy", "ssh", true],
      ["None", "none", true],
      ["Vault", "login_password", true],
    ]);
    const { id } = only(await listEnvironments(db, projectId, BY_NAME));
    expect(await getEnvironment(db, projectId, id)).toMatchObject({
      name: "Live",
      json: '{"a":1}',
      env: '{"STAGE":"live"}',
      secrets: null,
    });
  });

  it("creates repositories, inventories and views with the ids of their keys", async () => {
    const keys = new Map((await listKeys(db, projectId, BY_NAME)).map(({ name, id }) => [name, id]));
    expect(only(await listRepositories(db, projectId, BY_NAME))).toMatchObject({
      name: "Code",
      git_url: "git@example.com:shop.git",
      git_branch: "main",
      ssh_key_id: keys.get("Deploy"),
    });
    expect(await listInventories(db, projectId, BY_NAME)).toMatchObject([
      { name: "Hosts", type: "static", ssh_key_id: keys.get("Deploy"), become_key_id: keys.get("Vault") },
      { name: "Space", type: "terraform-workspace", ssh_key_id: null, become_key_id: null },
    ]);
    expect(only(await listViews(db, projectId))).toMatchObject({ title: "Web", position: 3 });
  });

  it("creates complete templates, deploys after their builds in any order of the file", async () => {
    const templates = await templatesOf(projectId);
    expect(templates.Build).toMatchObject({ type: "build", start_version: "1.0.0", build_template_id: null });
    expect(templates.Promote).toMatchObject({ type: "deploy", build_template_id: templates.Deploy?.id });
    expect(templates.Deploy).toMatchObject({
      app: "ansible",
      build_template_id: templates.Build?.id,
      description: "Puts it out",
      autorun: true,
      arguments: '["-v"]',
      allow_override_args_in_task: true,
      suppress_success_alerts: true,
      git_branch: "release",
      vaults: [{ name: null }, { name: "second" }],
      survey_vars: [
        { name: "size", required: true, type: "enum", values: [{ name: "Big", value: "b" }] },
        { name: "token", required: false, type: "secret", values: null },
      ],
    });
    expect([templates.Build, templates.Promote].map((template) => template?.inventory_id)).toEqual([null, null]);
  });

  it("links a workspace to its template without creating a second one", async () => {
    const { Infra } = await templatesOf(projectId);
    const space = (await listInventories(db, projectId, BY_NAME)).find(({ name }) => name === "Space");
    expect(space?.holder_id).toBe(Infra?.id);
    expect(Infra?.inventory_id).toBe(space?.id);
  });

  it("restores the schedule as a disabled commit check", async () => {
    const { Deploy } = await templatesOf(projectId);
    const row = only(await db.select().from(schedules).where(eq(schedules.project_id, projectId)));
    expect(row).toMatchObject({
      template_id: Deploy?.id,
      repository_id: Deploy?.repository_id,
      cron_format: "*/10 * * * *",
      active: false,
      next_run_at: null,
    });
  });

  it("restores integrations with matchers, values and aliases", async () => {
    const { Build } = await templatesOf(projectId);
    const row = only(await db.select().from(integrations).where(eq(integrations.project_id, projectId)));
    expect(row).toMatchObject({
      name: "Pushes",
      template_id: Build?.id,
      auth_method: "hmac",
      auth_header: "X-Signature",
      searchable: true,
      task_params: { debug: true },
    });
    expect(row.auth_secret_id).not.toBeNull();
    const ofRow = eq(integrationMatchers.integration_id, row.id);
    expect(only(await db.select().from(integrationMatchers).where(ofRow))).toMatchObject({
      name: "main only",
      match_type: "body",
      method: "equals",
      body_data_type: "json",
      key: "ref",
      value: "refs/heads/main",
    });
    const values = db.select().from(integrationValues).where(eq(integrationValues.integration_id, row.id));
    expect(only(await values)).toMatchObject({ name: "who", value_source: "header", key: "X-User", variable: "user" });
    const aliases = db
      .select()
      .from(integrationAliases)
      .where(eq(integrationAliases.project_id, projectId))
      .orderBy(asc(integrationAliases.alias));
    expect(await aliases).toMatchObject([
      { alias: "project0123456789", integration_id: null },
      { alias: "pushes0123456789", integration_id: row.id },
    ]);
  });

  it("keeps an alias in place when the same file is restored again", async () => {
    const again = await restore(fullFile());
    expect(again.dropped_aliases).toEqual(["pushes0123456789", "project0123456789"]);
    const rows = await db.select().from(integrationAliases);
    expect(rows.map(({ project_id }) => project_id)).toEqual([projectId, projectId]);
    expect(again.id).not.toBe(projectId);
  });
});

describe("old files", () => {
  it("one unnamed vault, no application and no branch get their old meaning", async () => {
    const { id } = await restore(oldFile());
    const { site } = await templatesOf(id);
    const keys = new Map((await listKeys(db, id, BY_NAME)).map((key) => [key.name, key.id]));
    expect(site).toMatchObject({ app: "ansible", git_branch: null, survey_vars: null });
    expect(site?.vaults).toMatchObject([{ name: null, vault_key_id: keys.get("vault") }]);
    expect(only(await listRepositories(db, id, BY_NAME)).git_branch).toBe("master");
    expect(only(await listEnvironments(db, id, BY_NAME))).toMatchObject({ json: "{}", env: null });
  });

  it("a list of vaults wins over the single one", async () => {
    const file = changed(oldFile(), "templates.0.vaults", [{ name: "prod", vault_key: "vault" }]);
    const { id } = await restore(file);
    expect((await templatesOf(id)).site?.vaults).toMatchObject([{ name: "prod" }]);
  });

  it("a local repository needs no branch", async () => {
    const { id } = await restore(changed(oldFile(), "repositories.0.git_url", "/srv/repo"));
    expect(only(await listRepositories(db, id, BY_NAME)).git_branch).toBe("");
  });

  it("a terraform template without a workspace runs in the default one, and nothing is added", async () => {
    const { id } = await restore(changed(fullFile(), "templates.3.inventory", undefined));
    expect((await templatesOf(id)).Infra?.inventory_id).toBeNull();
    expect(await listInventories(db, id, BY_NAME)).toHaveLength(2);
  });
});

/** Where and why the file is rejected; nothing may have been written. */
async function refusedAt(file: unknown): Promise<[string, string][]> {
  const before = await rowCounts(db);
  const problem = await restore({ ...(file as AnyFile), strict: true }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(await rowCounts(db)).toEqual(before);
  if (!(problem instanceof AppError)) throw problem ?? new Error("the file was restored");
  expect(problem.code).toBe("invalid");
  return (problem.details.issues ?? []).map(({ path, key }) => [path, key]);
}

/** Templates 1 and 2 of the file build from each other. */
const circle = (): AnyFile =>
  changed(changed(fullFile(), "templates.2.type", "deploy"), "templates.2.build_template", "Promote");

describe("rejected without effect, naming the path", () => {
  it.each<[string, AnyFile, [string, string][]]>([
    [
      "a missing key",
      changed(fullFile(), "repositories.0.ssh_key", "Gone"),
      [["repositories.0.ssh_key", "backupReferenceMissing"]],
    ],
    [
      "a repository without a key",
      changed(fullFile(), "repositories.0.ssh_key", undefined),
      [["repositories.0.ssh_key", "repositoryKeyRequired"]],
    ],
    [
      "missing keys of an inventory",
      changed(changed(fullFile(), "inventories.0.ssh_key", "A"), "inventories.0.become_key", "B"),
      [
        ["inventories.0.ssh_key", "backupReferenceMissing"],
        ["inventories.0.become_key", "backupReferenceMissing"],
      ],
    ],
    [
      "a missing inventory",
      changed(fullFile(), "templates.1.inventory", "Gone"),
      [["templates.1.inventory", "backupReferenceMissing"]],
    ],
    [
      "ansible without an inventory",
      changed(fullFile(), "templates.1.inventory", undefined),
      [["templates.1.inventory", "templateInventoryRequired"]],
    ],
    [
      "a missing repository",
      changed(fullFile(), "templates.2.repository", "Gone"),
      [["templates.2.repository", "backupReferenceMissing"]],
    ],
    [
      "a template without a repository",
      changed(fullFile(), "templates.2.repository", undefined),
      [["templates.2.repository", "templateRepositoryRequired"]],
    ],
    [
      "a missing environment",
      changed(fullFile(), "templates.1.environment", "Gone"),
      [["templates.1.environment", "backupReferenceMissing"]],
    ],
    [
      "a missing view",
      changed(fullFile(), "templates.1.view", "Gone"),
      [["templates.1.view", "backupReferenceMissing"]],
    ],
    [
      "a missing build",
      changed(fullFile(), "templates.1.build_template", "Gone"),
      [["templates.1.build_template", "backupReferenceMissing"]],
    ],
    [
      "a deploy without a build",
      changed(fullFile(), "templates.1.build_template", undefined),
      [["templates.1.build_template", "buildTemplateRequired"]],
    ],
    [
      "a deploy of a template that is no build",
      changed(fullFile(), "templates.1.build_template", "Infra"),
      [["templates.1.build_template", "buildTemplateNoBuild"]],
    ],
    [
      "a deploy of itself",
      changed(fullFile(), "templates.1.build_template", "Deploy"),
      [["templates.1.build_template", "buildTemplateCycle"]],
    ],
    [
      "a circle of builds",
      circle(),
      [
        ["templates.0.build_template", "buildTemplateCycle"],
        ["templates.1.build_template", "buildTemplateCycle"],
        ["templates.2.build_template", "buildTemplateCycle"],
      ],
    ],
    [
      "a missing vault key",
      changed(fullFile(), "templates.1.vaults.1.vault_key", "Gone"),
      [["templates.1.vaults.1.vault_key", "backupReferenceMissing"]],
    ],
    [
      "a vault without a key",
      changed(fullFile(), "templates.1.vaults.1.vault_key", undefined),
      [["templates.1.vaults.1.vault_key", "vaultKeyRequired"]],
    ],
    [
      "a vault key that is no password",
      changed(fullFile(), "templates.1.vaults.1.vault_key", "None"),
      [["templates.1.vaults.1.vault_key", "vaultKeyNoPassword"]],
    ],
    [
      "two vaults with one name",
      changed(fullFile(), "templates.1.vaults.1.name", ""),
      [["templates.1.vaults.1.name", "vaultNamesUnique"]],
    ],
    [
      "a missing vault key in the old format",
      changed(oldFile(), "templates.0.vault_key", "Gone"),
      [["templates.0.vault_key", "backupReferenceMissing"]],
    ],
    [
      "a vault key in the old format that is no password",
      changed(oldFile(), "templates.0.vault_key", "none"),
      [["templates.0.vault_key", "vaultKeyNoPassword"]],
    ],
    [
      "a build without a start version",
      changed(fullFile(), "templates.2.start_version", undefined),
      [["templates.2.start_version", "startVersionRequired"]],
    ],
    ["an unknown application", changed(fullFile(), "templates.2.app", "cobol"), [["templates.2.app", "appUnknown"]]],
    [
      "a path outside the repository",
      changed(fullFile(), "templates.2.playbook", "../x"),
      [["templates.2.playbook", "playbookInvalid"]],
    ],
    [
      "two keys with one name",
      changed(fullFile(), "keys.1.name", "Vault"),
      [
        ["keys.2.name", "backupNameRepeated"],
        ["repositories.0.ssh_key", "backupReferenceMissing"],
        ["inventories.0.ssh_key", "backupReferenceMissing"],
      ],
    ],
    [
      "two views whose titles differ only in spaces",
      changed(fullFile(), "views", [{ title: "Web" }, { title: " Web" }]),
      [["views.1.title", "backupNameRepeated"]],
    ],
    [
      "two views with one title",
      changed(fullFile(), "views", [{ title: "Web" }, { title: "Web" }]),
      [["views.1.title", "backupNameRepeated"]],
    ],
    [
      "a URL with a password",
      changed(fullFile(), "repositories.0.git_url", "https://a:b@example.com/x.git"),
      [["repositories.0.git_url", "urlCredentials"]],
    ],
    [
      "an invalid URL",
      changed(fullFile(), "repositories.0.git_url", "ext::sh -c x"),
      [["repositories.0.git_url", "incorrectUrl"]],
    ],
    [
      "variables that aren't JSON",
      changed(fullFile(), "environments.0.json", "{"),
      [["environments.0.json", "extraVarsNotJson"]],
    ],
    [
      "a variable with a reserved name",
      changed(fullFile(), "environments.0.env", '{"LD_PRELOAD":"x"}'),
      [["environments.0.env.LD_PRELOAD", "variableNameReserved"]],
    ],
    [
      "a variable with one of our own names",
      changed(fullFile(), "environments.0.env", '{"SIGNALBOX_TASK_MARK":"x","ANSIBLE_CONFIG":"a.cfg"}'),
      [["environments.0.env.SIGNALBOX_TASK_MARK", "variableNameReserved"]],
    ],
    [
      "an integration with a missing template",
      changed(fullFile(), "integrations.0.template", "Gone"),
      [["integrations.0.template", "backupReferenceMissing"]],
    ],
    [
      "an integration with a missing key",
      changed(fullFile(), "integrations.0.auth_secret", "Gone"),
      [["integrations.0.auth_secret", "backupReferenceMissing"]],
    ],
    ["an invalid structure", changed(fullFile(), "templates.1.cron", "often"), [["templates.1.cron", "cronInvalid"]]],
  ])("%s", async (_what, file, places) => {
    expect(await refusedAt(file)).toEqual(places);
  });

  it("a late failure also rolls back the caller's transaction", async () => {
    const before = await rowCounts(db);
    const failing = db.transaction(async (tx) => {
      const project = await restoreBackup(tx, BackupFile.parse(fullFile()), w.userIds.owner);
      expect(await listTemplates(tx, project.id, BY_NAME)).toHaveLength(4);
      throw new Error("pulled the plug");
    });
    await expect(failing).rejects.toThrow("pulled the plug");
    expect(await rowCounts(db)).toEqual(before);
  });
});

describe("a restore", () => {
  it("is allowed for those who can create projects", async () => {
    expect(await statuses((as) => w.call(restoreProject, as, {}, { meta: { name: "Mine" } }))).toEqual({
      anonymous: 401,
      admin: 200,
      owner: 401,
      manager: 401,
      task_runner: 401,
      guest: 401,
      stranger: 401,
    });
  });

  it("a file contains no users, roles or ids", async () => {
    const file = { ...fullFile(), users: [{ username: "eve", admin: true }], team: [{ user_id: 1, role: "owner" }] };
    const [before] = await db.execute<{ n: number }>(sql`select count(*)::int as n from users`);
    const { id } = await restore({ ...file, meta: { ...file.meta, id: w.projectId, owner: "eve" } });
    expect(id).not.toBe(w.projectId);
    const [after] = await db.execute<{ n: number }>(sql`select count(*)::int as n from users`);
    expect(after).toEqual(before);
    const members = await db.execute(sql`select user_id from project_members where project_id = ${id}`);
    expect([...members]).toEqual([{ user_id: w.userIds.admin }]);
  });
});

it("a file with a thousand templates is restored completely", async () => {
  const template = fullFile().templates[2];
  const templates = Array.from({ length: 1000 }, (_, number) => ({ ...template, name: `Build ${number}` }));
  const { id } = await restore({ ...fullFile(), templates, integrations: [] });
  expect(await listTemplates(db, id, BY_NAME)).toHaveLength(1000);
});
