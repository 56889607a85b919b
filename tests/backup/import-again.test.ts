import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/db/client";
import { events } from "@/db/schema/events";
import { checkImport, importProject, listImportedProjects } from "@/lib/backup/import/operations";
import { exportProject, restoreProject } from "@/lib/backup/operations";
import type { UpdatedProject } from "@/lib/backup/schema/import";
import { createEnvironment, deleteEnvironment, listEnvironments } from "@/lib/environment/operations";
import { listProjectAliases } from "@/lib/integration/aliases";
import { deleteIntegration, deleteProjectAlias } from "@/lib/integration/operations";
import { listIntegrations } from "@/lib/integration/read-operations";
import { listInventories, updateInventory } from "@/lib/inventory/operations";
import { listKeys, updateKey } from "@/lib/key/operations";
import { listSchedules, setScheduleActive, updateSchedule } from "@/lib/schedule/operations";
import { NewTaskInput } from "@/lib/task/schema";
import { createTask } from "@/lib/task/start/create";
import { deleteTemplate, listTemplates, updateTemplate } from "@/lib/template/operations";
import { createView, deleteView, listViews } from "@/lib/view/operations";
import { freshDatabase, waitingForLocks } from "../support/database";
import { rowCounts } from "../support/tables";
import { until } from "../support/until";
import { type World, world } from "../support/world";
import { type AnyFile, changed, fullFile } from "./files";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});
afterAll(() => database().close());

/** The file as a server numbers its objects. */
function numbered(): AnyFile {
  const { schedules, ...file } = { ...fullFile(), schedules: [NIGHTLY] };
  const lists = Object.entries({ ...file, schedules }).map(([list, entries]) =>
    Array.isArray(entries) && list !== "integration_aliases"
      ? [list, entries.map((entry, at) => ({ ...(entry as object), id: at + 100 }))]
      : [list, entries],
  );
  return Object.fromEntries(lists);
}
const NIGHTLY = { name: "Nightly", template: "Build", cron_format: "0 3 * * *", active: true, task_params: {} };

let count = 0;
/** A project made from the file, and what imports it again. */
async function imported(file: AnyFile = numbered()) {
  const source = `https://old.example/project/${++count}`;
  const { id } = await w.call(restoreProject, "admin", {}, { ...file, source });
  const params = { projectId: id };
  const again = (body: AnyFile): Promise<UpdatedProject> => w.call(importProject, "admin", params, { ...body, source });
  const check = (body: AnyFile): Promise<UpdatedProject> => w.call(checkImport, "admin", params, { ...body, source });
  const template = async (name: string) => {
    const found = (await w.call(listTemplates, "admin", params)).find((each) => each.name === name);
    if (!found) throw new Error(`there is no template ${name}`);
    return found;
  };
  return { id, params, source, again, check, template };
}

async function deleteViews(params: { projectId: number }): Promise<void> {
  for (const { id } of await w.call(listViews, "admin", params)) {
    await w.call(deleteView, "admin", { ...params, viewId: id });
  }
}

const brief = ({ lines }: UpdatedProject) =>
  lines.map(({ kind, name, done, fields }) => [done, kind, name, ...fields].join(" ")).sort();

describe("a project that was imported", () => {
  it("is found by its source, by those who may see it", async () => {
    const { id, source } = await imported();
    expect(await w.call(listImportedProjects, "admin", {}, { source })).toEqual([{ id, name: "Shop" }]);
    expect(await w.call(listImportedProjects, "stranger", {}, { source })).toEqual([]);
    expect(await w.call(listImportedProjects, "admin", {}, { source: `${source}0` })).toEqual([]);
  });

  it("stays as it is when nothing changed", async () => {
    const { params, again, id } = await imported();
    const before = [await w.call(exportProject, "admin", params), await rowCounts(db)];
    const result = await again(numbered());
    expect([result.lines, result.unchanged]).toEqual([[], 3 + 1 + 2 + 1 + 1 + 4 + 1 + 1]);
    expect([await w.call(exportProject, "admin", params), await rowCounts(db)]).toEqual(before);
    expect((await again(numbered())).lines).toEqual([]);
    expect(await db.select().from(events).where(eq(events.project_id, id))).toHaveLength(1);
  });

  it("keeps the state of a first run that starts meanwhile", async () => {
    const { params, again, template } = await imported();
    const { id: template_id } = await template("Infra");
    let importing: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await createTask(tx, params.projectId, NewTaskInput.parse({ template_id }), { mayManage: true });
      importing = again(changed(numbered(), "templates.3.playbook", "next"));
      await until("the import waits for the start", async () => (await waitingForLocks(db)) > 0);
    });
    await importing;
    expect(await template("Infra")).toMatchObject({ playbook: "next", state_id: expect.any(Number) });
  });

  const newer = () => {
    let file = changed(numbered(), "templates.2.playbook", "make.sh");
    file = changed(file, "keys.1.name", "Deploy key");
    for (const place of ["repositories.0.ssh_key", "inventories.0.ssh_key"]) file = changed(file, place, "Deploy key");
    file = changed(file, "environments.0.secrets", [{ type: "env", name: "TOKEN" }]);
    file = changed(file, "integrations.0.matchers.0.value", "refs/heads/next");
    file = changed(file, "schedules.0.cron_format", "0 4 * * *");
    file.views = [...(file.views as object[]), { id: 300, title: "Nights", position: 4 }];
    return file;
  };
  const CHANGES = [
    "created view Nights",
    "updated environment Live secrets.TOKEN",
    "updated integration Pushes matchers",
    "updated key Deploy key name",
    "updated schedule Nightly timing",
    "updated template Build playbook",
  ];

  it("takes what is new and what changed at the source, by the ids there", async () => {
    const { params, again, template } = await imported();
    const result = await again(newer());
    expect(brief(result)).toEqual(CHANGES);
    expect((await template("Build")).playbook).toBe("make.sh");
    const after = await w.call(exportProject, "admin", params);
    expect(after.repositories[0]?.ssh_key).toBe("Deploy key");
    expect(after.environments[0]?.secrets).toEqual([{ type: "env", name: "TOKEN" }]);
    expect(after.integrations[0]?.matchers).toMatchObject([{ value: "refs/heads/next" }]);
    expect(after.schedules).toMatchObject([{ cron_format: "0 4 * * *", active: true }]);
    expect(brief(await again(newer()))).toEqual([]);
  });

  it("a new schedule waits for its secret answers, and is left alone once it has been activated here", async () => {
    const { params, again } = await imported();
    const answered = { ...NIGHTLY, name: "Answered", id: 300, task_params: { secret_names: ["token"] } };
    const file = { ...numbered(), schedules: [...(numbered().schedules as object[]), answered] };
    const { report } = await again(file);
    expect(report.map(({ name, field, done }) => [name, field, done])).toEqual([
      ["Answered", "task_params.secret_names[0]", "left_out"],
      ["Answered", "active", "inactive"],
    ]);
    const found = async () =>
      (await w.call(listSchedules, "admin", params)).find(({ name }) => name === "Answered") ?? { id: 0, active: null };
    const { id, active } = await found();
    expect(active).toBe(false);
    await w.call(setScheduleActive, "admin", { ...params, scheduleId: id }, { active: true });
    const next = await again(file);
    expect([brief(next), next.report, (await found()).active]).toEqual([[], [], true]);
  });

  it("a dry run says the same and changes nothing", async () => {
    const { params, again, check } = await imported();
    const before = [await w.call(exportProject, "admin", params), await rowCounts(db)];
    const dry = await check(newer());
    expect([await w.call(exportProject, "admin", params), await rowCounts(db)]).toEqual(before);
    expect({ ...dry, dry_run: false }).toEqual(await again(newer()));
  });

  it("keeps a field that was changed here and there, until it may be overwritten", async () => {
    const { again, template, params } = await imported();
    const build = await template("Build");
    const templateParams = { ...params, templateId: build.id };
    await w.call(updateTemplate, "admin", templateParams, { ...build, playbook: "own.sh", runner_tag: "own" });
    expect(brief(await again(numbered()))).toEqual([]);
    let file = changed(numbered(), "templates.2.playbook", "make.sh");
    file = changed(file, "templates.2.description", "Makes it");
    const twice = ["kept template Build playbook", "updated template Build description"];
    expect(brief(await again(file))).toEqual(twice);
    expect(await template("Build")).toMatchObject({ playbook: "own.sh", description: "Makes it", runner_tag: "own" });
    expect(brief(await again(file))).toEqual(["kept template Build playbook"]);
    expect(brief(await again({ ...file, overwrite: true }))).toEqual(["updated template Build playbook"]);
    expect(await template("Build")).toMatchObject({ playbook: "make.sh", runner_tag: "own" });
  });

  it("what was changed to the same on both sides is no conflict", async () => {
    const { again, template, params } = await imported();
    const build = await template("Build");
    const templateParams = { ...params, templateId: build.id };
    await w.call(updateTemplate, "admin", templateParams, { ...build, playbook: "make.sh" });
    expect(brief(await again(changed(numbered(), "templates.2.playbook", "make.sh")))).toEqual([]);
    expect(brief(await again(changed(numbered(), "templates.2.playbook", "next.sh")))).toEqual([
      "updated template Build playbook",
    ]);
  });

  it("reports what is gone at the source and deletes nothing", async () => {
    const { again, template } = await imported();
    const file = numbered();
    file.templates = (file.templates as AnyFile[]).filter(({ name }) => name !== "Infra");
    file.integrations = [];
    expect(brief(await again(file))).toEqual(["gone integration Pushes", "gone template Infra"]);
    expect((await template("Infra")).app).toBe("terraform");
  });

  it("does not bring back what was deleted here", async () => {
    const { again, params, template } = await imported();
    const { id } = await template("Infra");
    await w.call(deleteTemplate, "admin", { ...params, templateId: id });
    expect(brief(await again(numbered()))).toEqual(["deleted template Infra"]);
    expect(brief(await again({ ...numbered(), overwrite: true }))).toEqual(["created template Infra"]);
    expect(brief(await again(numbered()))).toEqual([]);
  });

  it("what refers to something that was deleted here is updated, and stays as it is where it would name that", async () => {
    const { again, params, template } = await imported();
    await deleteViews(params);
    expect(brief(await again(numbered()))).toEqual(["deleted view Web"]);
    const file = changed(changed(numbered(), "templates.1.playbook", "next.yml"), "templates.2.view", "Web");
    expect(brief(await again(file))).toEqual([
      "deleted view Web",
      "kept template Build view_id",
      "updated template Deploy playbook",
    ]);
    expect(await template("Deploy")).toMatchObject({ playbook: "next.yml", view_id: null });
    expect(brief(await again(file))).toEqual(["deleted view Web", "kept template Build view_id"]);
    const overwritten = brief(await again({ ...file, overwrite: true }));
    expect(overwritten).toContain("created view Web");
    expect((await template("Build")).view_id).toBe((await template("Deploy")).view_id);
    expect(brief(await again(file))).toEqual([]);
  });

  it("creates new objects in a view that was deleted here, and none that would run something else without what was", async () => {
    const { again, params, template } = await imported();
    await deleteViews(params);
    const deploy = await template("Deploy");
    const bare = { ...deploy, environment_id: null, environment_ids: [] };
    await w.call(updateTemplate, "admin", { ...params, templateId: deploy.id }, bare);
    await w.call(deleteEnvironment, "admin", { ...params, environmentId: deploy.environment_id });
    const file = changed(numbered(), "templates.1.playbook", "next.yml");
    const added = { name: "Added", app: "bash", playbook: "a.sh", repository: "Code", view: "Web", id: 900 };
    const other = { ...added, name: "Other", environment: "Live", id: 901 };
    file.templates = [...(file.templates as object[]), added, other];
    file.schedules = [...(file.schedules as object[]), { ...NIGHTLY, id: 902, template: "Added", name: "Of added" }];
    const result = await again(file);
    expect(brief(result)).toEqual([
      "created schedule Of added",
      "created template Added",
      "deleted environment Live",
      "deleted view Web",
      "refused template Other",
      "updated template Deploy playbook",
    ]);
    expect(result.lines.find(({ done }) => done === "refused")).toMatchObject({
      reason: "projectReferenceMissing",
      reason_params: { name: "Live", list: "environments" },
    });
    expect((await template("Added")).view_id).toBe(null);
  });

  it("what was deleted here and made again by hand is what its name means", async () => {
    const { again, params, template } = await imported();
    await deleteViews(params);
    const { id } = await w.call(createView, "admin", params, { title: "Web", position: 1 });
    expect(brief(await again(changed(numbered(), "templates.2.view", "Web")))).toEqual([
      "kept template Deploy view_id",
      "same_name view Web",
      "updated template Build view_id",
    ]);
    expect((await template("Build")).view_id).toBe(id);
  });

  it("a schedule that runs another template here is updated without the one that was deleted", async () => {
    const { again, params, template } = await imported(changed(numbered(), "schedules.0.template", "Infra"));
    const [schedule] = await w.call(listSchedules, "admin", params);
    const [{ id: template_id }, infra] = [await template("Build"), await template("Infra")];
    const moved = { ...schedule, template_id };
    await w.call(updateSchedule, "admin", { ...params, scheduleId: schedule?.id }, moved);
    await w.call(deleteTemplate, "admin", { ...params, templateId: infra.id });
    const file = changed(numbered(), "schedules.0.template", "Infra");
    expect(brief(await again(changed(file, "schedules.0.cron_format", "0 4 * * *")))).toEqual([
      "deleted template Infra",
      "updated schedule Nightly timing",
    ]);
    expect(await w.call(listSchedules, "admin", params)).toMatchObject([{ cron_format: "0 4 * * *", template_id }]);
  });

  it("leaves an object of the same name alone that was made by hand, and what refers to it works", async () => {
    const { again, params } = await imported();
    await w.call(createView, "admin", params, { title: "Nights", position: 9 });
    await w.call(createEnvironment, "admin", params, { name: "Test", json: '{"own":1}' });
    let file = changed(newer(), "templates.2.view", "Nights");
    file = changed(file, "templates.2.environment", "Test");
    file.environments = [...(file.environments as object[]), { id: 400, name: "Test", json: '{"theirs":1}' }];
    const lines = brief(await again(file));
    expect(lines).toContain("same_name view Nights");
    expect(lines).toContain("same_name environment Test");
    const after = await w.call(exportProject, "admin", params);
    expect(after.views.find(({ title }) => title === "Nights")?.position).toBe(9);
    expect(after.environments.find(({ name }) => name === "Test")?.json).toBe('{"own":1}');
    expect(after.templates.find(({ name }) => name === "Build")).toMatchObject({ view: "Nights", environment: "Test" });
  });

  it("whether a schedule is active is decided here", async () => {
    const { again, params } = await imported();
    expect(brief(await again(changed(numbered(), "schedules.0.active", false)))).toEqual([]);
    const [schedule] = await w.call(listSchedules, "admin", params);
    expect(schedule?.active).toBe(true);
    await w.call(setScheduleActive, "admin", { ...params, scheduleId: schedule?.id }, { active: false });
    await again(changed(numbered(), "schedules.0.active", true));
    expect((await w.call(listSchedules, "admin", params))[0]?.active).toBe(false);
  });

  it("a schedule stops when its template can't be taken as it is any more", async () => {
    const { again, params } = await imported();
    const result = await again(changed(numbered(), "templates.2.arguments", "--limit web"));
    expect(brief(result)).toContain("updated schedule Nightly active");
    expect((await w.call(listSchedules, "admin", params))[0]?.active).toBe(false);
  });

  it.each(["Nightly", ""])(
    "a schedule named %j keeps running when another of that name can't be taken",
    async (name) => {
      const schedules = [
        { ...NIGHTLY, name, id: 300, cron_format: "0 25 * * *" },
        { ...NIGHTLY, name, id: 301 },
        { ...NIGHTLY, name, id: 302, template: "Infra" },
      ];
      const file = { ...numbered(), schedules };
      const { again, params } = await imported(file);
      const active = async () =>
        (await w.call(listSchedules, "admin", params)).sort((a, b) => a.id - b.id).map((schedule) => schedule.active);
      expect(await active()).toEqual([false, true, true]);
      expect([brief(await again(file)), await active()]).toEqual([[], [false, true, true]]);
      const other = changed(file, "schedules.1.timezone", "Mars/Olympus");
      const { lines } = await again(other);
      expect(lines.filter(({ fields }) => fields.includes("active"))).toHaveLength(1);
      expect(await active()).toEqual([false, false, true]);
    },
  );

  it("keeps the secrets that were filled in", async () => {
    const { again, params } = await imported();
    const keys = await w.call(listKeys, "admin", params);
    const vault = keys.find(({ name }) => name === "Vault");
    await w.call(
      updateKey,
      "admin",
      { ...params, keyId: vault?.id },
      {
        ...vault,
        override_secret: true,
        login_password: { login: "", password: "filled" },
      },
    );
    const renamed = JSON.parse(JSON.stringify(numbered()).replaceAll('"Vault"', '"Ansible vault"'));
    expect(brief(await again(renamed))).toEqual(["updated key Ansible vault name"]);
    const isEmpty = async (name: string) =>
      (await w.call(listKeys, "admin", params)).find((key) => key.name === name)?.empty ?? false;
    expect(await isEmpty("Ansible vault")).toBe(false);
    expect(brief(await again(changed(numbered(), "keys.2.type", "none")))).toContain("kept key Vault type");
    expect(await isEmpty("Vault")).toBe(false);
  });

  it("refuses another type for a key whose password a vault takes, also where it may overwrite", async () => {
    const { again, params, template } = await imported();
    const { id, vaults } = await template("Deploy");
    const file = { ...changed(numbered(), "keys.2.type", "none"), integrations: [] };
    const { lines } = await again({ ...file, overwrite: true });
    const refused = { kind: "key", name: "Vault", done: "refused", fields: ["type"], reason: "keyInUse" };
    expect(lines).toContainEqual(expect.objectContaining(refused));
    const typeOf = async () =>
      (await w.call(listKeys, "admin", params)).find(({ id: key }) => key === vaults[0]?.vault_key_id)?.type;
    expect(await typeOf()).toBe("login_password");
    const [hook] = await w.call(listIntegrations, "admin", params);
    await w.call(deleteIntegration, "admin", { ...params, integrationId: hook?.id });
    await w.call(updateTemplate, "admin", { ...params, templateId: id }, { ...(await template("Deploy")), vaults: [] });
    expect(brief(await again({ ...file, overwrite: true }))).toContain("updated key Vault type");
    expect(await typeOf()).toBe("none");
  });

  it("takes all environments of a file that does not name the first again", async () => {
    const two = changed(numbered(), "environments.1", { id: 400, name: "Test" });
    const { again, params, template } = await imported(changed(two, "templates.2.environment", "Live"));
    const build = await template("Build");
    const environments = await w.call(listEnvironments, "admin", params);
    const ids = ["Test", "Live"].map((name) => environments.find((environment) => environment.name === name)?.id);
    const own = { ...build, environment_id: ids[0], environment_ids: ids };
    await w.call(updateTemplate, "admin", { ...params, templateId: build.id }, own);
    await again({ ...changed(two, "templates.2.environments", ["Test", "Live"]), overwrite: true });
    expect((await template("Build")).environment_ids).toEqual(ids);
  });

  it("an alias that was deleted here does not come back", async () => {
    const { again, id, params } = await imported(
      changed(changed(numbered(), "integration_aliases", ["leaked0123456789"]), "integrations", []),
    );
    const [alias] = await listProjectAliases(db, id);
    await w.call(deleteProjectAlias, "admin", { ...params, aliasId: alias?.id });
    const file = changed(changed(numbered(), "integrations", []), "integration_aliases", [
      "leaked0123456789",
      "fresh01234567890",
    ]);
    expect(brief(await again(file))).toEqual(["kept project Shop aliases"]);
    expect(await listProjectAliases(db, id)).toEqual([]);
  });

  it("what this project can't take is refused alone, and the rest is taken", async () => {
    const { again, params, template } = await imported();
    const inventories = await w.call(listInventories, "admin", params, {});
    const hosts = inventories.find(({ name }) => name === "Hosts");
    await w.call(
      updateInventory,
      "admin",
      { ...params, inventoryId: hosts?.id },
      { ...hosts, type: "file", inventory: "hosts" },
    );
    let file = changed(numbered(), "inventories.0.inventory", "[web]\nother");
    file = changed(file, "templates.2.playbook", "make.sh");
    expect(brief(await again(file))).toEqual(["kept inventory Hosts inventory", "updated template Build playbook"]);
    expect((await template("Build")).playbook).toBe("make.sh");
    const infra = await template("Infra");
    await w.call(deleteTemplate, "admin", { ...params, templateId: infra.id });
    const building = changed(file, "schedules.0.template", "Infra");
    const { lines } = await again(building);
    expect(lines.find(({ done }) => done === "refused")).toMatchObject({
      kind: "schedule",
      reason: "projectReferenceMissing",
      reason_params: { name: "Infra", list: "templates" },
    });
  });

  it("only members who manage resources may import", async () => {
    const { params, source } = await imported();
    await expect(w.call(importProject, "stranger", params, { ...numbered(), source })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(w.call(importProject, "admin", params, numbered())).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("names with spaces around them", () => {
  const spaced = (file: AnyFile, from: string, to: string): AnyFile =>
    JSON.parse(JSON.stringify(file).replaceAll(`"${from}"`, `"${to}"`));
  const planned = () => ({ ...fullFile(), schedules: [NIGHTLY] });
  const withWrittenNames = (source: string) =>
    db.execute(sql`
      update import_origins set source_id = replace(replace(source_id, 'Build', ' Build '), 'Nightly', ' Nightly ')
      where source = ${source}
    `);

  it("a schedule that can't be taken as it is any more stops", async () => {
    const file = spaced(numbered(), "Nightly", " Nightly ");
    const { again, params } = await imported(file);
    await again(changed(file, "schedules.0.timezone", "Mars/Olympus"));
    expect((await w.call(listSchedules, "admin", params))[0]).toMatchObject({ name: "Nightly", active: false });
  });

  it("an object of the same name here is left alone", async () => {
    const { again, params } = await imported();
    await w.call(createView, "admin", params, { title: "Nights", position: 9 });
    const file = numbered();
    file.views = [...(file.views as object[]), { id: 300, title: " Nights", position: 4 }];
    expect(brief(await again(file))).toEqual(["same_name view Nights"]);
  });

  it("files without ids are recognized, with and without the spaces", async () => {
    const { again } = await imported(spaced(planned(), "Nightly", " Nightly"));
    expect(brief(await again(planned()))).toEqual([]);
    expect(brief(await again(spaced(spaced(planned(), "Nightly", "Nightly "), "Build", " Build")))).toEqual([]);
  });

  it("so are those that were imported when the spaces were recorded", async () => {
    const { again, source, params } = await imported(planned());
    await withWrittenNames(source);
    for (const file of [planned(), spaced(spaced(planned(), "Nightly", " Nightly "), "Build", " Build ")]) {
      expect(brief(await again(file))).toEqual([]);
    }
    expect(brief(await again({ ...planned(), schedules: [] }))).toEqual(["gone schedule Nightly"]);
    expect(brief(await again(changed(planned(), "schedules.0.cron_format", "0 4 * * *")))).toEqual([
      "updated schedule Nightly timing",
    ]);
    expect(await w.call(listSchedules, "admin", params)).toHaveLength(1);
  });

  it("two schedules of a template that differ only in spaces stay two", async () => {
    const file = { ...planned(), schedules: [NIGHTLY, { ...NIGHTLY, cron_format: "0 4 * * *" }] };
    const { again, source, params } = await imported(file);
    await db.execute(sql`
      update import_origins set source_id = 'name Build:  Nightly'
      where source = ${source} and source_id = 'name Build: Nightly (2)'
    `);
    const written = changed(file, "schedules.1.name", " Nightly");
    expect(brief(await again(written))).toEqual([]);
    expect(await w.call(listSchedules, "admin", params)).toHaveLength(2);
  });
});

it("files without ids are recognized by the names in them", async () => {
  const { again } = await imported(fullFile());
  expect(brief(await again(fullFile()))).toEqual([]);
  expect(brief(await again(changed(fullFile(), "templates.2.name", "Make")))).toContain("created template Make");
});
