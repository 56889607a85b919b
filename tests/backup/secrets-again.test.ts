import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/db/client";
import { restoreProject } from "@/lib/backup/operations";
import { getEnvironment, listEnvironments, updateEnvironment } from "@/lib/environment/operations";
import { openedSecrets, selectSealedSecrets } from "@/lib/environment/store";
import { createKey, listKeys, updateKey } from "@/lib/key/operations";
import { openKeys } from "@/lib/key/store";
import { insertToken } from "@/lib/session/tokens";
import { signalbox } from "../cli/cli-process";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { type World, world } from "../support/world";
import { SEMAPHORE_TOKEN, semaphore } from "./semaphore";

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-secrets-"));
let w: World;
let api: RealApi;
let peer: Awaited<ReturnType<typeof semaphore>>;
let env: Record<string, string>;
beforeAll(async () => {
  w = await world(db);
  api = await realApi();
  peer = await semaphore();
  const { id } = await insertToken(db, w.userIds.admin);
  // A server without an encryption key stores base64.
  const rows = [
    [11, '{"login":"","password":"old vault"}'],
    [1, "old token"],
    [12, '{"login":"","password":"other vault"}'],
  ];
  const lines = rows.map(([keyId, secret]) => `${keyId}\t${Buffer.from(String(secret)).toString("base64")}\n`);
  writeFileSync(join(folder, "rows.tsv"), lines.join(""));
  writeFileSync(join(folder, "no-key"), "\n");
  env = {
    SIGNALBOX_URL: api.url,
    SIGNALBOX_TOKEN: id,
    SIGNALBOX_IMPORT_TOKEN: SEMAPHORE_TOKEN,
    SIGNALBOX_IMPORT_SECRETS_FILE: join(folder, "rows.tsv"),
    SIGNALBOX_IMPORT_ENCRYPTION_KEY_FILE: join(folder, "no-key"),
    XDG_CONFIG_HOME: folder,
  };
});
afterAll(async () => {
  await peer.stop();
  await api.stop();
  await database().close();
  rmSync(folder, { recursive: true, force: true });
});

type Reported = { id: number; outcome: string } & Record<
  "empty_keys" | "empty_secrets" | "filled_secrets" | "left_out",
  string[]
>;

const importWeb = (...options: string[]) => importFrom(peer.url, ...options);

async function importFrom(address: string, ...options: string[]): Promise<Reported> {
  const words = ["import", "--from", address, "--project", "Web", "--json", ...options];
  const { code, stdout, stderr } = await signalbox(words, { env });
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout).projects[0];
}

const BOTH = ["Vault", "Live: TOKEN"];
const report = ({ empty_keys, empty_secrets, filled_secrets }: Reported) => ({
  empty: [...empty_keys, ...empty_secrets],
  filled: filled_secrets,
});

async function stored(projectId: number) {
  const key = (await w.call(listKeys, "admin", { projectId })).find(({ name }) => name === "Vault");
  const [live] = await w.call(listEnvironments, "admin", { projectId });
  const keyId = key?.id ?? 0;
  const environmentId = live?.id ?? 0;
  const opened = (await openKeys(db, projectId, [keyId])).get(keyId);
  const sealed = await selectSealedSecrets(db, projectId, [environmentId]);
  const { env: secrets } = openedSecrets(sealed, environmentId);
  return { key, environmentId, values: [JSON.stringify(opened).match(/"password":"([^"]*)"/)?.[1], secrets.TOKEN] };
}

async function changeHere(projectId: number, password: string, token: string): Promise<void> {
  const { key, environmentId } = await stored(projectId);
  const input = { ...key, override_secret: true, login_password: { login: "", password } };
  await w.call(updateKey, "admin", { projectId, keyId: key?.id }, input);
  const live = await w.call(getEnvironment, "admin", { projectId, environmentId });
  const secrets = (live.secrets ?? []).map((each) => ({ ...each, operation: "update", secret: token }));
  await w.call(updateEnvironment, "admin", { projectId, environmentId }, { ...live, secrets });
}

describe("import --secrets of a project that is there", () => {
  it("fills in what is empty, keeps what was filled in here, and with --overwrite takes all", async () => {
    const first = await importWeb();
    expect([first.outcome, report(first)]).toEqual(["made", { empty: BOTH, filled: [] }]);

    const fills = { empty: [], filled: BOTH };
    const update = (...options: string[]) => importWeb("--secrets", "--into", String(first.id), ...options);
    expect(report(await update("--dry-run"))).toEqual(fills);
    expect((await stored(first.id)).values).toEqual([undefined, ""]);
    expect(report(await update())).toEqual(fills);
    expect((await stored(first.id)).values).toEqual(["old vault", "old token"]);

    await changeHere(first.id, "new vault", "new token");
    for (const options of [["--dry-run"], []]) {
      expect(report(await update(...options))).toEqual({ empty: [], filled: [] });
    }
    expect((await stored(first.id)).values).toEqual(["new vault", "new token"]);

    expect(report(await update("--overwrite"))).toEqual(fills);
    expect((await stored(first.id)).values).toEqual(["old vault", "old token"]);
  });

  it("gives none to a project that was there before the first import, until it is named", async () => {
    const other = await semaphore();
    const file = { meta: { name: "Trap" }, source: `${other.url}/project/1` };
    const { id } = await w.call(restoreProject, "admin", {}, file);
    for (const options of [["--dry-run"], []]) {
      const words = ["import", "--from", other.url, "--project", "Web", "--json", "--secrets", ...options];
      const { code, stdout } = await signalbox(words, { env });
      expect(code).not.toBe(0);
      const problem = expect.stringContaining("name it with --into <project id>");
      expect(JSON.parse(stdout).projects).toMatchObject([{ outcome: "failed", id: null, filled_secrets: [], problem }]);
    }
    expect(await w.call(listKeys, "admin", { projectId: id })).toEqual([]);
    expect((await importFrom(other.url, "--secrets", "--into", String(id))).id).toBe(id);
    await other.stop();
  });

  it("says which secrets were not filled in, because their keys and environments have other names here", async () => {
    const { id: projectId } = await importWeb("--again");
    const { key, environmentId } = await stored(projectId);
    await w.call(updateKey, "admin", { projectId, keyId: key?.id }, { ...key, name: "Mine" });
    const live = await w.call(getEnvironment, "admin", { projectId, environmentId });
    await w.call(updateEnvironment, "admin", { projectId, environmentId }, { ...live, name: "Ours", secrets: [] });
    const told = BOTH.map((name) => `The secret of ${name}: the project has none or several of this name`);
    for (const options of [["--dry-run"], [], ["--overwrite", "--dry-run"]]) {
      const result = await importWeb("--secrets", "--into", String(projectId), ...options);
      expect([result.left_out, result.filled_secrets]).toEqual([expect.arrayContaining(told), []]);
    }
  });

  it("without --secrets, the report still names what is empty here", async () => {
    const { id } = await importWeb("--again");
    const update = () => importWeb("--into", String(id));
    expect(report(await update())).toEqual({ empty: BOTH, filled: [] });
    await changeHere(id, "mine", "mine");
    expect(report(await update())).toEqual({ empty: [], filled: [] });
  });
});

describe("import --secrets of names with spaces around them", () => {
  const vault = { type: "login_password", project_id: 1 };
  const live = { id: 4, name: " Live", project_id: 1, password: null, json: "{}", env: null };
  const OLD = {
    "project/1/keys": [
      { id: 10, name: "None", type: "none", project_id: 1 },
      { ...vault, id: 11, name: "Vault " },
      { ...vault, id: 12, name: "Vault" },
    ],
    "project/1/environment": [live],
    "project/1/environment/4": { ...live, secrets: [{ id: 1, type: "env", name: "TOKEN", secret: "", operation: "" }] },
  };
  const ALL = ["Vault", "Vault - 2", "Live: TOKEN"];
  let old: Awaited<ReturnType<typeof semaphore>>;
  beforeAll(async () => {
    old = await semaphore(OLD);
    return () => old.stop();
  });

  const passwordsIn = async (projectId: number) => {
    const keys = await w.call(listKeys, "admin", { projectId });
    const opened = await openKeys(
      db,
      projectId,
      keys.map(({ id }) => id),
    );
    return keys.flatMap(({ id, name, type }) =>
      type === "none" ? [] : [[name, JSON.stringify(opened.get(id)).match(/"password":"([^"]*)"/)?.[1]]],
    );
  };

  it("gives each key and variable its own secret, at once or later", async () => {
    const first = await importFrom(old.url, "--again");
    expect(report(first)).toEqual({ empty: ALL, filled: [] });
    const update = (...options: string[]) => importFrom(old.url, "--secrets", "--into", String(first.id), ...options);
    expect(report(await update("--dry-run"))).toEqual({ empty: [], filled: ALL });
    const second = await update();
    expect([second.id, second.left_out, report(second)]).toEqual([
      first.id,
      first.left_out.filter((line) => !line.startsWith("Alias")),
      { empty: [], filled: ALL },
    ]);
    const passwords = [
      ["Vault", "other vault"],
      ["Vault - 2", "old vault"],
    ];
    expect(await passwordsIn(first.id)).toEqual(passwords);
    const { environmentId } = await stored(first.id);
    const sealed = await selectSealedSecrets(db, first.id, [environmentId]);
    expect(openedSecrets(sealed, environmentId).env.TOKEN).toBe("old token");
    expect((await update()).left_out).toEqual(second.left_out);

    const again = await importFrom(old.url, "--again", "--secrets");
    expect(report(again)).toEqual({ empty: [], filled: ALL });
    expect(await passwordsIn(again.id)).toEqual(passwords);
  });

  it("says which secrets have no place here, or more than one", async () => {
    const { id: projectId } = await importFrom(old.url, "--again");
    const keys = await w.call(listKeys, "admin", { projectId });
    const [first, second] = keys.filter(({ type }) => type !== "none");
    await w.call(updateKey, "admin", { projectId, keyId: first?.id }, { ...first, name: "Mine" });
    await w.call(createKey, "admin", { projectId }, { name: second?.name, type: "none" });
    const [{ id: environmentId } = { id: 0 }] = await w.call(listEnvironments, "admin", { projectId });
    const environment = await w.call(getEnvironment, "admin", { projectId, environmentId });
    const secrets = (environment.secrets ?? []).map((each) => ({ ...each, operation: "delete" }));
    await w.call(updateEnvironment, "admin", { projectId, environmentId }, { ...environment, secrets });
    const options = ["--into", String(projectId), "--secrets", "--overwrite"];
    const { filled_secrets, left_out } = await importFrom(old.url, ...options);
    expect(filled_secrets).toEqual([]);
    const told = ALL.map((name) => `The secret of ${name}: the project has none or several of this name`);
    expect(left_out).toEqual(expect.arrayContaining(told));
  });
});
