import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET, POST } from "@/app/api/project/[projectId]/backup/route";
import { database } from "@/db/client";
import { stateVersions } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import { templates } from "@/db/schema/templates";
import { importProject } from "@/lib/backup/import/operations";
import { checkProject, exportProjectWithStates, restoreProject } from "@/lib/backup/operations";
import { SealedStates } from "@/lib/backup/schema";
import { listMyLastEvents } from "@/lib/event/operations";
import { openWithPassphrase, sealWithPassphrase } from "@/lib/secret/passphrase";
import { openContent } from "@/lib/state/content";
import { ensureStates } from "@/lib/state/ensure";
import { createState, listStates } from "@/lib/state/operations";
import { listVersions, rollbackState, uploadState } from "@/lib/state/version-operations";
import { ensureWorkspace, passphraseOf } from "@/lib/state/workspaces";
import { createTemplate } from "@/lib/template/operations";
import { checkpoint, terraformState } from "../state/states";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { resources } from "../support/resources";
import { rowCounts } from "../support/tables";
import { MANAGERS, newProject, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let projectId: number;
beforeAll(async () => {
  w = await world(db);
  projectId = await stateProject();
});
afterAll(() => database().close());

const PASSPHRASE = "correct horse battery";
const numbered = (serial: number, lineage = "one") =>
  terraformState((state) => {
    state.serial = serial;
    state.lineage = lineage;
  });

/** Two templates over one state of two workspaces, a stack with its passphrase, and a state that nothing has used. */
async function stateProject(): Promise<number> {
  const at = { projectId: await newProject(db, "Cloud", w.userIds.owner) };
  const call = async (op: Parameters<World["call"]>[0], input: object, more: object = {}) =>
    (await w.call(op, "admin", { ...at, ...more }, input)) as { id: number };
  const network = (await call(createState, { name: "Network", kind: "terraform" })).id;
  for (const [workspace, serial] of [
    ["default", 3],
    ["default", 4],
    ["default", 9],
    ["prod", 7],
  ] as const)
    await call(
      uploadState,
      { workspace, content: numbered(serial, workspace), reason: `s${serial}` },
      { stateId: network },
    );
  const stack = (await call(createState, { name: "Site", kind: "pulumi" })).id;
  await call(uploadState, { workspace: "dev", content: checkpoint(), reason: "moved in" }, { stateId: stack });
  await passphraseOf(db, await ensureWorkspace(db, stack, "dev"));
  await db.insert(states).values({ project_id: at.projectId, name: "Unused", kind: "terraform" });
  const { repositoryId, environmentId } = await resources(db, at.projectId);
  const input = { playbook: "", repository_id: repositoryId, environment_id: environmentId };
  for (const [name, app, state_id] of [
    ["Apply", "terraform", network],
    ["Destroy", "terraform", network],
    ["Page", "pulumi", stack],
    ["Script", "bash", null],
  ] as const)
    await call(createTemplate, { ...input, name, app, playbook: app === "bash" ? "run.sh" : "", state_id });
  return at.projectId;
}

type File = Record<string, unknown> & { sealed_states?: Record<string, unknown> };
async function backup(states: "newest" | "all" = "newest"): Promise<File> {
  const body = { states, states_passphrase: PASSPHRASE };
  const { status, text } = await send(w, POST, { method: "POST", as: "owner", params: { projectId }, body });
  expect(status).toBe(200);
  return JSON.parse(text);
}
const restore = (file: File, more: object = { states_passphrase: PASSPHRASE }) =>
  w.call(restoreProject, "admin", {}, { ...file, ...more });

/** What is kept of the states of a project, with the text of every version. */
async function kept(project: number) {
  const rows = await db
    .select({ state: states, workspace: stateWorkspaces, version: stateVersions })
    .from(states)
    .innerJoin(stateWorkspaces, eq(stateWorkspaces.state_id, states.id))
    .innerJoin(stateVersions, eq(stateVersions.workspace_id, stateWorkspaces.id))
    .where(eq(states.project_id, project))
    .orderBy(asc(states.name), asc(stateWorkspaces.name), asc(stateVersions.number));
  return Promise.all(
    rows.map(async ({ state, workspace, version }) => ({
      state: `${state.name} (${state.kind}) ${workspace.name} newest ${workspace.newest} of ${workspace.last_number}`,
      version: [version.number, version.serial, version.lineage, version.cause, version.reason, version.created],
      offered: [version.offered, version.decided_at],
      facts: [version.checksum, version.size, version.resources, version.tool_version, version.outputs],
      text: (await openContent(version)).toString("utf8"),
      passphrase: workspace.passphrase && (await passphraseOf(db, workspace)),
    })),
  );
}

const linksOf = async (project: number) => {
  const rows = await db
    .select({ template: templates.name, state: states.name })
    .from(templates)
    .leftJoin(states, eq(states.id, templates.state_id))
    .where(eq(templates.project_id, project))
    .orderBy(asc(templates.name));
  return rows.map(({ template, state }) => [template, state]);
};

describe("all versions", () => {
  it("are restored unchanged, with their templates", async () => {
    // As if it contained a secret of the run.
    const hidden = ["address", "password"].map((name) => ({ name, sensitive: true }));
    await db.update(stateVersions).set({ outputs: hidden }).where(eq(stateVersions.lineage, "prod"));
    const accepted = { offered: true, decided_at: "2026-11-20T00:00:00Z" };
    await db.update(stateVersions).set(accepted).where(eq(stateVersions.serial, 3));
    const restored = await restore(await backup("all"));
    expect(restored).toMatchObject({ restored_states: 2, restored_state_versions: 5 });
    const before = await kept(projectId);
    expect(before).toHaveLength(5);
    expect(await kept(restored.id)).toEqual(before);
    expect(before.at(-1)?.passphrase).toMatch(/^[\w-]{43}$/);
    expect(await linksOf(restored.id)).toEqual([
      ["Apply", "Network"],
      ["Destroy", "Network"],
      ["Page", "Site"],
      ["Script", null],
    ]);
  });

  it("allow rollbacks and uploads after a restore", async () => {
    const { id } = await restore(await backup("all"));
    const [state] = await w.call(listStates, "admin", { projectId: id });
    const at = { projectId: id, stateId: state?.id ?? 0 };
    const [, second] = await w.call(listVersions, "admin", at, { workspace: "default" });
    const input = { version_id: second?.id, reason: "back" };
    expect(await w.call(rollbackState, "admin", at, input)).toMatchObject({ number: 4, serial: 10 });
    const next = { workspace: "prod", content: numbered(8, "prod"), reason: "on" };
    expect(await w.call(uploadState, "admin", at, next)).toMatchObject({ number: 2, serial: 8 });
  });
});

it("templates that differ only in spaces keep their states", async () => {
  const { sealed_states, ...file } = await backup();
  const spaced = (text: string) => text.replaceAll('"Page"', '" Apply"').replaceAll('"Destroy"', '" Destroy "');
  const content = await openWithPassphrase(SealedStates.parse(sealed_states), PASSPHRASE);
  const sealed = await sealWithPassphrase(Buffer.from(spaced(content.toString("utf8"))), PASSPHRASE);
  const { id } = await restore({ ...JSON.parse(spaced(JSON.stringify(file))), sealed_states: sealed });
  expect(await linksOf(id)).toEqual([
    ["Apply", "Network"],
    ["Apply - 2", "Site"],
    ["Destroy", "Network"],
    ["Script", null],
  ]);
});

it("only the newest version of each workspace is restored by default, with its number", async () => {
  const restored = await restore(await backup());
  expect(restored).toMatchObject({ restored_states: 2, restored_state_versions: 3 });
  const before = await kept(projectId);
  expect(await kept(restored.id)).toEqual([before[2], before[3], before[4]]);
});

const newStates = (project: number) => db.select().from(states).where(eq(states.project_id, project));

describe("templates that share a state", () => {
  it("share a new one when they are restored without their states", async () => {
    const { text } = await send(w, GET, { as: "owner", params: { projectId } });
    const { id, report } = await restore(JSON.parse(text), { strict: true });
    expect(report).toEqual([]);
    expect(await linksOf(id)).toEqual([
      ["Apply", "Apply"],
      ["Destroy", "Apply"],
      ["Page", null],
      ["Script", null],
    ]);
    expect(await newStates(id)).toMatchObject([{ name: "Apply", kind: "terraform", used_at: null }]);
  });

  it("share it also if it was never used, and in a backup with states", async () => {
    const { id: copy } = await restore(await backup(), { without_states: true });
    const body = { states_passphrase: PASSPHRASE };
    const { text } = await send(w, POST, { method: "POST", as: "admin", params: { projectId: copy }, body });
    const { id } = await restore(JSON.parse(text));
    expect((await linksOf(id)).slice(0, 2)).toEqual([
      ["Apply", "Apply"],
      ["Destroy", "Apply"],
    ]);
    const { id: full } = await restore(await backup());
    expect(await newStates(full)).toHaveLength(2);
  });

  it("share it with those that another import adds, and no others", async () => {
    const { text } = await send(w, GET, { as: "owner", params: { projectId } });
    const { templates: all, ...file } = JSON.parse(text);
    const source = "https://old.example/project/9";
    const templatesOf = (names: string[]) => all.filter(({ name }: { name: string }) => names.includes(name));
    const { id } = await restore({ ...file, templates: templatesOf(["Apply", "Script"]) }, { source });
    const at = { projectId: id };
    await ensureStates(db, await db.select().from(templates).where(eq(templates.project_id, id)));
    const again = (names: string[]) =>
      w.call(importProject, "admin", at, { ...file, templates: templatesOf(names), source });
    await again(["Apply", "Destroy", "Script"]);
    expect((await linksOf(id)).slice(0, 2)).toEqual([
      ["Apply", "Apply"],
      ["Destroy", "Apply"],
    ]);
    await db
      .update(templates)
      .set({ state_id: null })
      .where(and(eq(templates.project_id, id), eq(templates.name, "Destroy")));
    await again(["Apply", "Destroy", "Script"]);
    expect((await linksOf(id))[1]).toEqual(["Destroy", null]);
  });
});

it("a backup with states records an event", async () => {
  await backup("all");
  const [event] = await w.call(listMyLastEvents, "owner", {});
  expect(event).toMatchObject({
    project_id: projectId,
    object_type: "project",
    description: "Project backed up with all versions of its states",
  });
});

it("the file contains nothing readable of states or passphrase, nor does an event", async () => {
  const text = JSON.stringify(await backup("all"));
  expect(text).not.toMatch(/canary|lineage|Network|correct horse/);
  const [event] = await w.call(listMyLastEvents, "owner", {});
  expect(JSON.stringify(event)).not.toMatch(/canary|correct horse/);
});

it("without the request the file contains no states", async () => {
  const { text } = await send(w, GET, { as: "owner", params: { projectId }, query: { states: "all" } });
  const { sealed_states: _states, ...rest } = await backup();
  expect(JSON.parse(text)).toEqual(rest);
  expect(await restore(JSON.parse(text), {})).toMatchObject({ restored_states: 0, restored_state_versions: 0 });
});

it("a backup with states is available to those who manage resources", async () => {
  const input = { states_passphrase: PASSPHRASE };
  expect(await statuses((as) => w.call(exportProjectWithStates, as, { projectId: w.projectId }, input))).toEqual(
    MANAGERS,
  );
});

it("a short passphrase is rejected", async () => {
  const body = { states_passphrase: "too short" };
  const reply = await send(w, POST, { method: "POST", as: "owner", params: { projectId }, body });
  expect([reply.status, reply.body]).toEqual([400, { error: "states_passphrase: Use at least 12 characters" }]);
});

describe("a file that can't be decrypted", () => {
  let file: File;
  beforeAll(async () => {
    file = await backup();
  });
  const swap = (text: unknown) => (String(text).startsWith("A") ? "B" : "A") + String(text).slice(1);
  const sealed = (changes: object) => ({ ...file, sealed_states: { ...file.sealed_states, ...changes } });

  const refused = async (changed: File, more: object, path: string, key: string) => {
    const before = await rowCounts(db);
    const sent = { ...changed, ...more };
    const asks = [() => w.call(restoreProject, "admin", {}, sent), () => w.call(checkProject, "admin", {}, sent)];
    for (const ask of asks)
      await expect(ask()).rejects.toMatchObject({ code: "invalid", details: { issues: [{ path, key }] } });
    expect(await rowCounts(db)).toEqual(before);
  };
  const given = { states_passphrase: PASSPHRASE };

  it("is rejected without the passphrase", () => refused(file, {}, "states_passphrase", "statesPassphraseRequired"));

  it("is rejected with a wrong passphrase", () =>
    refused(file, { states_passphrase: "wrong horse battery" }, "states_passphrase", "statesPassphraseWrong"));

  it.each(["salt", "nonce", "content", "checksum"])("is rejected if its %s is damaged", (field) =>
    refused(sealed({ [field]: swap(file.sealed_states?.[field]) }), given, "sealed_states", "backupStatesDamaged"),
  );

  it("is rejected with the path of a missing or invalid part", async () => {
    await refused(sealed({ nonce: undefined }), given, "sealed_states.nonce", "backupStatesDamaged");
    await refused(sealed({ n: 2 ** 25 }), given, "sealed_states.n", "backupStatesDamaged");
    await refused(sealed({ n: 100_000 }), given, "sealed_states.n", "backupStatesDamaged");
  });

  it("is rejected if a state's template is missing", async () => {
    const rest = (file.templates as { name: string }[]).filter(({ name }) => name !== "Destroy");
    await refused({ ...file, templates: rest }, { ...given, strict: true }, "sealed_states", "backupReferenceMissing");
  });

  it("otherwise loses the link to it, which is reported", async () => {
    const rest = (file.templates as { name: string }[]).filter(({ name }) => name !== "Destroy");
    const { report } = await restore({ ...file, templates: rest }, given);
    expect(report).toMatchObject([{ kind: "state", field: "templates", was: "Destroy", done: "left_out" }]);
  });

  it("is restored without its states on request, even damaged ones", async () => {
    const damaged = sealed({ content: swap(file.sealed_states?.content) });
    const restored = await restore(damaged, { without_states: true });
    expect(restored).toMatchObject({ restored_states: 0 });
    expect((await newStates(restored.id)).map(({ used_at }) => used_at)).toEqual([null]);
  });

  it("is rejected without quoting its content", async () => {
    const odd = await sealWithPassphrase(Buffer.from('{"states":[{"name":"canary'), PASSPHRASE);
    await refused({ ...file, sealed_states: odd }, given, "sealed_states", "backupStatesDamaged");
  });

  it("is rejected if a state is too large when decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024)).toString("base64");
    const version = { number: 1, cause: "run", reason: "", commit_hash: null, offered: false, content: bomb };
    const versions = [{ ...version, created: "2026-11-22T00:00:00Z" }];
    const workspaces = [{ name: "default", newest: 1, last_number: 1, passphrase: null, versions }];
    const content = { states: [{ name: "Bomb", kind: "terraform", templates: [], workspaces }] };
    const odd = await sealWithPassphrase(Buffer.from(JSON.stringify(content)), PASSPHRASE);
    const before = await rowCounts(db);
    await expect(restore({ ...file, sealed_states: odd })).rejects.toMatchObject({
      details: { issues: [{ path: "sealed_states.content", key: "stateUnreadable" }] },
    });
    expect(await rowCounts(db)).toEqual(before);
  });
});

it("a backup larger than a restore accepts is refused", async () => {
  const [workspace] = await db.select().from(stateWorkspaces).where(eq(stateWorkspaces.name, "prod"));
  const at = { projectId, stateId: workspace?.state_id ?? 0 };
  const noise = randomBytes(12 * 1024 * 1024).toString("base64");
  const content = terraformState((state) => {
    state.serial = 50;
    state.lineage = "prod";
    state.outputs.noise = { value: noise };
  });
  await w.call(uploadState, "admin", at, { workspace: "prod", content, reason: "grown" });
  const input = { states_passphrase: PASSPHRASE };
  await expect(w.call(exportProjectWithStates, "admin", { projectId }, input)).rejects.toMatchObject({
    code: "too_large",
    details: { key: "backupStatesTooLarge", params: { megabytes: 16 } },
  });
});
