import { type ChildProcess, spawn } from "node:child_process";
import { createCipheriv, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/db/client";
import { users } from "@/db/schema/users";
import { exportProject } from "@/lib/backup/operations";
import { listEnvironments, openedSecrets, selectSealedSecrets } from "@/lib/environment/store";
import { listKeys, openKeys } from "@/lib/key/store";
import { listMembers, removeMember } from "@/lib/member/operations";
import { listProjects } from "@/lib/project/operations";
import { insertToken } from "@/lib/session/tokens";
import { listTemplates, updateTemplate } from "@/lib/template/operations";
import { signalbox } from "../cli/cli-process";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { rowCounts } from "../support/tables";
import { type World, world } from "../support/world";
import { changed, fullFile, oldFile } from "./files";
import { CANARY, richProject, withoutAnswers } from "./rich-project";
import { SEMAPHORE_TOKEN, semaphore } from "./semaphore";

const sourceDb = await freshDatabase();
const sourceUrl = process.env.DATABASE_URL ?? "";
const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-import-"));

let w: World;
let api: RealApi;
let env: Record<string, string>;
beforeAll(async () => {
  w = await world(db);
  api = await realApi();
  const { id } = await insertToken(db, w.userIds.admin);
  env = { SIGNALBOX_URL: api.url, SIGNALBOX_TOKEN: id, XDG_CONFIG_HOME: folder };
});
afterAll(async () => {
  await api.stop();
  await database().close();
  rmSync(folder, { recursive: true, force: true });
});

type Reported = { name: string; outcome: string; id: number } & Record<string, unknown>;

async function importFrom(from: string, ...options: string[]) {
  const { code, stdout, stderr } = await signalbox(["import", "--from", from, "--json", ...options], { env });
  const projects: Reported[] = stdout === "" ? [] : JSON.parse(stdout).projects;
  return { code, stderr, projects, byName: new Map(projects.map((project) => [project.name, project])) };
}

const save = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};

describe("from backup files", () => {
  it("a dry run reports what would be created and changes nothing", async () => {
    const before = await rowCounts(db);
    const { code, projects } = await importFrom(save("shop.json", fullFile()), "--dry-run");
    expect([code, projects]).toMatchObject([
      0,
      [
        {
          name: "Shop",
          outcome: "checked",
          id: null,
          counts: { keys: 3, templates: 4, integrations: 1 },
          empty_keys: ["Deploy", "Vault"],
        },
      ],
    ]);
    expect(await rowCounts(db)).toEqual(before);
  });

  it("a file becomes a project exactly once", async () => {
    const path = save("shop.json", fullFile());
    const made = await importFrom(path);
    expect([made.code, made.projects[0]?.outcome]).toEqual([0, "made"]);
    const projectId = made.projects[0]?.id;
    expect((await w.call(exportProject, "admin", { projectId })).templates).toHaveLength(4);
    const again = await importFrom(path);
    expect([again.code, again.projects]).toMatchObject([0, [{ outcome: "updated", id: projectId, changes: [] }]]);
    const anew = await importFrom(path, "--again");
    expect(anew.projects[0]).toMatchObject({
      outcome: "made",
      left_out: [expect.stringContaining("pushes0123456789"), expect.any(String)],
    });
  });

  it("a name with spaces around it is taken by a project of the same name", async () => {
    const name = "Taken";
    await importFrom(save("taken.json", { ...oldFile(), meta: { name } }));
    const { projects } = await importFrom(save("spaced.json", { ...oldFile(), meta: { name: " Taken " } }));
    expect(projects).toMatchObject([{ name, outcome: "skipped", id: null }]);
    const only = await importFrom(save("other.json", { ...oldFile(), meta: { name: " Other" } }), "--project", "Other");
    expect(only.projects).toMatchObject([{ name: "Other", outcome: "made" }]);
  });

  it("imports every file of a folder; an invalid one fails alone, with its errors", async () => {
    const many = mkdtempSync(join(folder, "many-"));
    writeFileSync(join(many, "a.json"), JSON.stringify({ ...oldFile(), meta: { name: "First" } }));
    writeFileSync(join(many, "b.json"), JSON.stringify({ meta: { name: "Broken" }, templates: [{ name: "t" }] }));
    writeFileSync(join(many, "c.json"), JSON.stringify({ ...oldFile(), meta: { name: "Third" } }));
    writeFileSync(join(many, "a-damaged.json"), '{"meta":');
    writeFileSync(join(many, "a-list.json"), "[]");
    writeFileSync(join(many, "notes.txt"), "not one of them");
    const { code, byName } = await importFrom(many, "--strict");
    expect(code).toBe(1);
    expect(byName.get("First")?.outcome).toBe("made");
    expect(byName.get("Third")?.outcome).toBe("made");
    expect(byName.get("Broken")).toMatchObject({
      outcome: "failed",
      problem: expect.stringContaining("templates[0].repository: "),
    });
    const unread = (name: string, problem: string) => ({
      outcome: "failed",
      origin: name,
      problem: `${join(many, name)} ${problem}`,
    });
    expect(byName.get("a-damaged.json")).toMatchObject(unread("a-damaged.json", "is not JSON"));
    const list = unread("a-list.json", "is not a backup file: meta.name is missing");
    expect(byName.get("a-list.json")).toMatchObject(list);
  });

  it("reports what it did and what to fill in", async () => {
    const path = save("words.json", { ...fullFile(), meta: { name: "Words" } });
    const { stdout } = await signalbox(["import", "--from", path], { env });
    expect(stdout).toMatch(/^Words: created as project \d+ \(from words\.json\)\n {2}Has: 3 keys, 1 repositories/);
    expect(stdout).toContain("  Fill in these keys: Deploy, Vault\n");
  });

  it("reports that also of a file that has to be adjusted", async () => {
    const named = { ...fullFile(), meta: { name: "Near" } };
    const file = changed(changed(named, "templates.2.playbook", "../build.sh"), "environments.0.secrets", [
      { type: "env", name: "TOKEN" },
    ]);
    const { projects } = await importFrom(save("near.json", file));
    expect(projects).toMatchObject([
      {
        outcome: "made",
        counts: { keys: 3, templates: 4, schedules: 0 },
        empty_keys: ["Deploy", "Vault"],
        empty_secrets: ["Live: TOKEN"],
      },
    ]);
  });

  it.each([
    ["no source", [], /--from/],
    ["a missing file", ["--from", "/nowhere.json"], /nowhere\.json/],
    ["no JSON", ["--from", "NO_JSON"], /^\S+bad\.json is not JSON$/m],
    ["an unknown project", ["--from", "GOOD", "--project", "Other"], /no project to import/],
  ])("rejects %s", async (_what, words, text) => {
    const paths: Record<string, string> = { NO_JSON: save("bad.json", "{"), GOOD: save("good.json", fullFile()) };
    const { code, stderr } = await signalbox(["import", ...words.map((word) => paths[word] ?? word)], { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(text);
  });
});

describe("from a whole Signalbox", () => {
  let source: ChildProcess;
  let from: string;
  let theirs: World;
  beforeAll(async () => {
    theirs = await world(sourceDb);
    await richProject(theirs);
    await sourceDb.update(users).set({ username: "owner2" }).where(eq(users.username, "owner"));
    source = spawn(process.execPath, ["--import", "tsx", "tests/backup/api-process.ts"], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: sourceUrl },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(source, "exit").then(() => Promise.reject(new Error("the other server did not start")));
    const [url] = await Promise.race([once(source.stdout ?? source, "data"), ended]);
    from = String(url).trim();
    env.SIGNALBOX_IMPORT_TOKEN = (await insertToken(sourceDb, theirs.userIds.admin)).id;
  });
  afterAll(() => {
    source.kill();
  });

  it("every project is imported like its own backup, with its members by name or e-mail", async () => {
    const { code, byName } = await importFrom(from);
    expect(code).toBe(0);
    const rich = byName.get("Rich");
    expect(rich).toMatchObject({
      outcome: "made",
      empty_keys: ["Deploy", "Password"],
      empty_secrets: ["Live: TOKEN", "Live: token"],
      left_out: [],
    });
    expect(rich?.members).toEqual(["owner2 (owner)"]);
    const there = await theirs.call(listProjects, "admin", {});
    const richThere = there.find(({ name }) => name === "Rich");
    const before = await theirs.call(exportProject, "admin", { projectId: richThere?.id });
    const after = await w.call(exportProject, "admin", { projectId: rich?.id });
    expect(after).toEqual({ ...before, schedules: before.schedules.map(withoutAnswers) });
    expect(rich?.adjusted).toMatchObject(Array(5).fill({ reason: "secretAnswerMissing" }));
    expect(JSON.stringify(byName.get("Rich"))).not.toContain(CANARY);
  });

  it("a second import finds every object again and changes nothing", async () => {
    const before = await rowCounts(db);
    const { code, projects } = await importFrom(from);
    expect(code).toBe(0);
    // These names belong to projects that were not imported.
    const others = projects.filter(({ name }) => name !== "Ours" && name !== "Theirs");
    expect(others).toMatchObject([{ name: "Rich", outcome: "updated", changes: [], left_out: [] }]);
    expect(projects.filter(({ outcome }) => outcome === "skipped")).toHaveLength(projects.length - 1);
    expect(await rowCounts(db)).toEqual(before);
  });

  it("a change there is taken here, and a dry run only announces it", async () => {
    const [there] = (await theirs.call(listProjects, "admin", {})).filter(({ name }) => name === "Rich");
    const [template] = await theirs.call(listTemplates, "admin", { projectId: there?.id });
    const params = { projectId: there?.id, templateId: template?.id };
    await theirs.call(updateTemplate, "admin", params, { ...template, description: "Newer" });
    const update = [{ kind: "template", name: template?.name, done: "updated", fields: ["description"] }];
    const dry = await importFrom(from, "--dry-run", "--project", "Rich");
    expect(dry.projects).toMatchObject([{ outcome: "checked", changes: update }]);
    const { stdout } = await signalbox(["import", "--from", from, "--project", "Rich"], { env });
    expect(stdout).toContain(`  Updated: template ${template?.name} (description)\n`);
    const here = await w.call(listTemplates, "admin", { projectId: dry.projects[0]?.id });
    expect(here.find(({ name }) => name === template?.name)?.description).toBe("Newer");
  });

  it("rejects a wrong token with a message", async () => {
    const wrong = { ...env, SIGNALBOX_IMPORT_TOKEN: "wrong" };
    const { code, stderr } = await signalbox(["import", "--from", from], { env: wrong });
    expect([code, stderr]).toEqual([4, expect.stringContaining(`${from} does not accept the credentials`)]);
  });
});

describe("from a Semaphore", () => {
  let peer: Awaited<ReturnType<typeof semaphore>>;
  beforeAll(async () => {
    peer = await semaphore();
    env.SIGNALBOX_IMPORT_TOKEN = SEMAPHORE_TOKEN;
  });
  afterAll(() => peer.stop());

  it("imports what its lists omit, and reports what it could not", async () => {
    const { code, byName } = await importFrom(peer.url);
    expect(code).toBe(0);
    const web = byName.get("Web");
    expect(web).toMatchObject({
      outcome: "made",
      counts: { keys: 2, templates: 1, schedules: 2, integrations: 1 },
      empty_keys: ["Vault"],
      empty_secrets: ["Live: TOKEN"],
      members: ["manager (manager)"],
      left_out: [
        'Schedule "Idle" has no time to run at',
        "Member root has no account here",
        "Member nobody-here has no account here",
      ],
    });
    const backup = await w.call(exportProject, "admin", { projectId: web?.id });
    expect(backup.meta).toMatchObject({ name: "Web", alert: true, max_parallel_tasks: 2 });
    expect(backup.templates).toMatchObject([
      {
        name: "Site",
        autorun: true,
        suppress_success_alerts: true,
        vaults: [{ name: null, vault_key: "Vault" }],
        survey_vars: [{ name: "size" }],
        view: "All",
      },
    ]);
    expect(backup.schedules).toMatchObject([
      { cron_format: "0 3 * * *", active: true, repository: null },
      { cron_format: "*/5 * * * *", active: false, repository: "Code" },
    ]);
    expect(backup.integrations).toMatchObject([
      {
        name: "Push",
        auth_secret: "Vault",
        aliases: ["abcdefghij012345"],
        matchers: [{ value: "main" }],
        extract_values: [],
      },
    ]);
    expect(byName.get("Bare")).toMatchObject({
      outcome: "made",
      left_out: ['Member manager has the role "conductor", which doesn\'t exist here'],
    });
    expect(peer.asked.every((request) => request.startsWith("GET "))).toBe(true);
  });

  it("another import gives no member access who was removed here, and creates no account, until --overwrite", async () => {
    const { byName } = await importFrom(peer.url, "--project", "Web");
    const params = { projectId: byName.get("Web")?.id };
    await w.call(removeMember, "admin", { ...params, userId: w.userIds.manager });
    const before = await rowCounts(db);
    const absent = ["manager (manager)", "root (owner)", "nobody-here (task_runner)"].map(
      (member) => `Member ${member} is not in the project here; --overwrite adds them`,
    );
    for (const options of [["--dry-run"], []]) {
      const { projects } = await importFrom(peer.url, "--project", "Web", "--create-users", ...options);
      expect(projects).toMatchObject([{ members: [], changes: [] }]);
      expect(projects[0]?.left_out).toEqual(expect.arrayContaining(absent));
      expect(await rowCounts(db)).toEqual(before);
    }
    const { projects } = await importFrom(peer.url, "--project", "Web", "--overwrite");
    expect(projects).toMatchObject([{ outcome: "updated", members: ["manager (manager)"] }]);
    const team = await w.call(listMembers, "admin", params, {});
    expect(team.map(({ username }) => username).sort()).toEqual(["admin", "manager"]);
  });

  it("reads the token from stdin if no variable is set", async () => {
    const { SIGNALBOX_IMPORT_TOKEN: token, ...rest } = env;
    const words = ["import", "--from", peer.url, "--dry-run", "--project", "Bare"];
    const { code, stdout } = await signalbox(words, { env: rest, input: `${token}\n` });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Bare: would be updated as project \d+ \(from http/)]);
  });

  it("with --create-users everyone gets an account that only an administrator can unlock", async () => {
    const { byName } = await importFrom(peer.url, "--again", "--create-users", "--project", "Web");
    expect(byName.size).toBe(1);
    const team = await w.call(listMembers, "admin", { projectId: byName.get("Web")?.id }, {});
    expect(team.map(({ username, role }) => `${username} ${role}`).sort()).toEqual([
      "admin owner",
      "manager manager",
      "nobody-here task_runner",
      "root owner",
    ]);
  });

  describe("with the database of the old server", () => {
    const encryptionKey = randomBytes(32);
    const rows: [id: number, secret: string][] = [
      [11, seal('{"login":"","password":"vault-pass"}', encryptionKey)],
      [1, seal("token-value", encryptionKey)],
    ];
    /** What the API of this server never shows: the secrets as a runner would get them. */
    const storedIn = async (projectId: number) => {
      const keys = await listKeys(db, projectId, { sort: "name", order: "asc" });
      const [environment] = await listEnvironments(db, projectId, { sort: "name", order: "asc" });
      const id = environment?.id ?? 0;
      const secrets = openedSecrets(await selectSealedSecrets(db, projectId, [id]), id);
      return {
        keys: await openKeys(
          db,
          projectId,
          keys.map(({ id }) => id),
        ),
        secrets,
      };
    };

    async function importWith(settings: Record<string, string>, ...options: string[]) {
      const words = ["import", "--from", peer.url, "--project", "Web", "--again", "--secrets", "--json", ...options];
      const { code, stdout, stderr } = await signalbox(words, { env: { ...env, ...settings } });
      return { code, stdout, stderr, project: stdout === "" ? null : (JSON.parse(stdout).projects[0] as Reported) };
    }

    it("keys and secret variables have their values", async () => {
      await db.execute(sql`create table access_key (id int, name text, secret text)`);
      for (const [id, secret] of rows) await db.execute(sql`insert into access_key values (${id}, 'k', ${secret})`);
      const { code, project, stdout, stderr } = await importWith({
        SIGNALBOX_IMPORT_DATABASE_URL_FILE: save("address", `${process.env.DATABASE_URL}\n`),
        SIGNALBOX_IMPORT_ENCRYPTION_KEY: encryptionKey.toString("base64"),
      });
      await db.execute(sql`drop table access_key`);
      expect([code, stderr, project]).toMatchObject([
        0,
        "",
        { outcome: "made", empty_keys: [], empty_secrets: [], filled_secrets: ["Vault", "Live: TOKEN"] },
      ]);
      expect(stdout).not.toMatch(/vault-pass|token-value/);
      const { keys: opened, secrets } = await storedIn(project?.id ?? 0);
      expect(JSON.stringify([...opened.values()])).toContain("vault-pass");
      expect(JSON.stringify(secrets)).toContain("token-value");
    });

    const exported = () => save("rows.tsv", rows.map(([id, secret]) => `${id}\t${secret}\n`).join(""));

    it("rows exported by another client do as well, and a dry run only says what it would fill in", async () => {
      const before = await rowCounts(db);
      const { project } = await importWith(
        {
          SIGNALBOX_IMPORT_SECRETS_FILE: exported(),
          SIGNALBOX_IMPORT_ENCRYPTION_KEY_FILE: save("key", encryptionKey.toString("base64")),
        },
        "--dry-run",
      );
      expect(project).toMatchObject({ outcome: "checked", filled_secrets: ["Vault", "Live: TOKEN"] });
      expect(await rowCounts(db)).toEqual(before);
    });

    it("another encryption key opens nothing, and the report says so", async () => {
      const { code, project } = await importWith({
        SIGNALBOX_IMPORT_SECRETS_FILE: exported(),
        SIGNALBOX_IMPORT_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      });
      expect([code, project?.filled_secrets]).toEqual([0, []]);
      expect(project?.left_out).toContain("The secret of Vault: the encryption key doesn't open it");
    });

    it("an address that can't be reached is never repeated", async () => {
      const { code, stderr } = await importWith({
        SIGNALBOX_IMPORT_DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/old",
        SIGNALBOX_IMPORT_ENCRYPTION_KEY: encryptionKey.toString("base64"),
      });
      expect(code).not.toBe(0);
      expect(stderr).toContain("Cannot read the secrets of the old database");
      expect(stderr).not.toContain("hunter2");
    });
  });
});

/** As the old server stores a secret: AES-GCM, the nonce before and the tag after the ciphertext, in base64. */
function seal(secret: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
}
