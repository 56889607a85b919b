import { createCipheriv, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { database } from "@/db/client";
import { listKeys, openKeys } from "@/lib/key/store";
import { insertToken } from "@/lib/session/tokens";
import { signalbox } from "../cli/cli-process";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { requireTool } from "../support/tools";
import { world } from "../support/world";
import { mariadb } from "./mariadb";
import { SEMAPHORE_TOKEN, semaphore } from "./semaphore";

const test = requireTool("mariadbd", "mariadb-install-db");

const PASSWORD = "hunter2/@:é";
const key = randomBytes(32);

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-mysql-"));
let api: RealApi;
let peer: Awaited<ReturnType<typeof semaphore>>;
let old: Awaited<ReturnType<typeof mariadb>> | undefined;
let env: Record<string, string>;
beforeAll(async () => {
  const w = await world(db);
  api = await realApi();
  peer = await semaphore();
  const { id } = await insertToken(db, w.userIds.admin);
  env = {
    SIGNALBOX_URL: api.url,
    SIGNALBOX_TOKEN: id,
    SIGNALBOX_IMPORT_TOKEN: SEMAPHORE_TOKEN,
    SIGNALBOX_IMPORT_ENCRYPTION_KEY: key.toString("base64"),
    XDG_CONFIG_HOME: folder,
  };
});
afterAll(async () => {
  await old?.stop();
  await peer.stop();
  await api.stop();
  await database().close();
  rmSync(folder, { recursive: true, force: true });
});

/** As the old server stores a secret. */
function seal(secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

/** The table of the old server, with columns of its types. */
const started = async () => {
  old ??= await mariadb(PASSWORD, [
    "create table access_key (id integer primary key auto_increment, name varchar(255) not null, secret longtext)",
    `insert into access_key values (11, 'Vault', '${seal('{"login":"","password":"vault-päss"}')}'), (1, 'TOKEN', '${seal("token-value")}'), (2, 'none', null), (3, 'empty', '')`,
  ]);
  return old;
};

async function importWith(settings: Record<string, string>, ...options: string[]) {
  const words = ["import", "--from", peer.url, "--project", "Web", "--again", "--secrets", "--json", ...options];
  const { code, stdout, stderr } = await signalbox(words, { env: { ...env, ...settings } });
  return { code, stderr, stdout, project: stdout === "" ? null : JSON.parse(stdout).projects[0] };
}

describe("import --secrets from MySQL", () => {
  test("fills in keys and secret variables", async () => {
    const file = join(folder, "address");
    writeFileSync(file, `${(await started()).url}\n`);
    const { code, stderr, stdout, project } = await importWith({ SIGNALBOX_IMPORT_DATABASE_URL_FILE: file });
    expect([code, stderr, project]).toMatchObject([
      0,
      "",
      { empty_keys: [], empty_secrets: [], filled_secrets: ["Vault", "Live: TOKEN"] },
    ]);
    expect(stdout).not.toMatch(/vault-päss|token-value|hunter2/);
    const keys = await listKeys(db, project.id, { sort: "name", order: "asc" });
    const ids = keys.map(({ id }) => id);
    expect(JSON.stringify([...(await openKeys(db, project.id, ids)).values()])).toContain("vault-päss");
  });

  test.each([
    ["a wrong password", (url: string) => url.replace("hunter2", "hunter3"), "ER_ACCESS_DENIED_ERROR"],
    ["another database", (url: string) => url.replace(/semaphore$/, "other"), "ER_DBACCESS_DENIED_ERROR"],
    ["a closed port", (url: string) => url.replace(/:\d+\//, ":1/"), "ECONNREFUSED"],
  ])("with %s, says which error it was and nothing else", async (_what, change, error) => {
    const address = change((await started()).url).replace(/^mysql:/, "mariadb:");
    const { code, stderr } = await importWith({ SIGNALBOX_IMPORT_DATABASE_URL: address });
    expect([code, stderr.trim()]).toEqual([2, `Cannot read the secrets of the old database (${error})`]);
  });
});
