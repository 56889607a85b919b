import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commitChecks } from "@/db/schema/commit-checks";
import { runners } from "@/db/schema/runners";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import type { JobRepository } from "@/lib/protocol/job";
import { insertRepository, updateRepository } from "@/lib/repository/store";
import { createSchedule, listFires } from "@/lib/schedule/operations";
import { hashToken, randomToken } from "@/lib/secret/token";
import { apiListener } from "@/lib/server/api";
import { lookUpHead } from "@/runner/check/look-up";
import { writeGitConfig } from "@/runner/git/command";
import { Stopped, Stopper } from "@/runner/job/stop";
import { trustCertificates } from "@/runner/process/certificates";
import { freshDatabase } from "../support/database";
import { makeCertificate, serveHttp, serveSilence, serveSsh } from "../support/git-servers";
import { repository } from "../support/job";
import { freePort, type Listening, listen } from "../support/listen";
import { commit, git, makeRepository } from "../support/repositories";
import { insertTemplateRow, resources } from "../support/resources";
import { RunnerProcess } from "../support/runner-process";
import { requireSsh, requireTool } from "../support/tools";
import { until } from "../support/until";
import { type World, world } from "../support/world";

const folder = mkdtempSync(join(tmpdir(), "signalbox-check-"));
const dataDir = join(folder, "data");
let origin: string;
let head: string;
beforeAll(() => {
  mkdirSync(dataDir);
  origin = makeRepository(join(folder, "origin"), { "run.sh": "cat version\n", version: "one\n" });
  head = git(origin, "rev-parse", "HEAD");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Options = { knownHosts?: string; own?: Record<string, string>; stopper?: Stopper; localFolders?: string[] };

/** Checks a repository as the runner does; nothing may be left behind. */
async function look(
  from: JobRepository,
  { knownHosts = "", own = {}, stopper = new Stopper(), localFolders }: Options = {},
) {
  const inherited = { PATH: process.env.PATH ?? "", ...own };
  const context = { dataDir, gitConfig: await writeGitConfig(dataDir), inherited, localFolders: localFolders ?? null };
  try {
    return await lookUpHead({ repository: from, known_hosts: knownHosts }, context, stopper);
  } finally {
    expect(readdirSync(join(dataDir, "checks"))).toEqual([]);
  }
}

const problem = async (from: JobRepository, options?: Options) => {
  const { commit: seen, problem: text } = await look(from, options);
  expect(seen).toBeNull();
  return text;
};

test("a local repository is only checked in the runner's allowed folders", async () => {
  const from = { url: origin, branch: "main", key: { type: "none" } } as const;
  expect(await look(from, { localFolders: [folder] })).toMatchObject({ commit: head });
  expect(await problem(from, { localFolders: [dataDir] })).toContain("may not use local repositories in that folder");
});

describe("a repository check", () => {
  test("finds the head of the branch, of the default branch, and the commit of a tag", async () => {
    const there = makeRepository(join(folder, "tagged"), { a: "1" });
    const first = git(there, "rev-parse", "HEAD");
    git(there, "tag", "-a", "v1", "-m", "annotated");
    git(there, "update-ref", "refs/odd/refs/heads/main", commit(there, { a: "0" }, "odd"));
    const second = commit(there, { a: "2" }, "second");
    for (const url of [there, `file://${there}`]) {
      expect(await look(repository(url))).toEqual({ commit: second, problem: "", new_known_hosts: "" });
      expect(await look(repository(url, { branch: "" }))).toMatchObject({ commit: second });
      expect(await look(repository(url, { branch: "v1" }))).toMatchObject({ commit: first });
    }
  });

  test("reports errors", async () => {
    expect(await problem(repository(origin, { branch: "nope" }))).toBe("the repository has no such branch");
    expect(await problem(repository(origin, { branch: "--upload-pack=x" }))).toContain("is not a branch name");
    expect(await problem(repository(folder))).toBe("there is no git repository at this address");
    const port = await freePort();
    expect(await problem(repository(`http://127.0.0.1:${port}/x`))).toBe("the git server could not be reached");
  });

  test("ends when the runner does", async () => {
    const silent = await serveSilence();
    const stopper = new Stopper();
    const looking = look(repository(`git://127.0.0.1:${silent.port}/x`), { stopper });
    setTimeout(() => stopper.request("quit"), 100);
    await expect(looking).rejects.toThrow(Stopped);
    await silent.stop();
  });

  requireSsh()("over ssh uses the key, pins the host's, and rejects a changed one", async () => {
    const sshd = await serveSsh(folder);
    const key = { type: "ssh", login: sshd.user, passphrase: sshd.passphrase, private_key: sshd.key } as const;
    const from = repository(`ssh://127.0.0.1:${sshd.port}${origin}`, { key });
    try {
      const { new_known_hosts: known, ...seen } = await look(from);
      expect(seen).toEqual({ commit: head, problem: "" });
      expect(known).toMatch(/^\[127\.0\.0\.1\]:\d+ ssh-ed25519 \S+$/);
      expect(await look(from, { knownHosts: `${known}\n` })).toMatchObject({ commit: head, new_known_hosts: "" });
      const stranger = { ...key, passphrase: "wrong" };
      expect(await problem({ ...from, key: stranger })).toBe("the passphrase of the ssh key is wrong");
      await sshd.changeHostKey();
      expect(await problem(from, { knownHosts: `${known}\n` })).toMatch(/host key is not the one .* but SHA256:/);
    } finally {
      await sshd.stop();
    }
  });

  requireTool("git-http-backend", "openssl")(
    "over https trusts the runner's authorities and sends the key",
    async () => {
      const certificate = makeCertificate(folder);
      const server = await serveHttp(folder, "robot", "pass-w0rd", certificate);
      const key = { type: "login_password", login: "robot", password: "pass-w0rd" } as const;
      const from = repository(`${server.url}/origin/.git`, { key });
      try {
        expect(await problem(from)).toMatch(/certificate is not trusted here/);
        const own = await trustCertificates(certificate.ca, dataDir);
        expect(await look(from, { own })).toMatchObject({ commit: head });
        const refused = await problem({ ...from, key: { ...key, password: "wrong-pass" } }, { own });
        expect(refused).toBe("the git server refused the key of the repository");
      } finally {
        await server.stop();
      }
    },
  );
});

describe("a runner of the product", async () => {
  const db = await freshDatabase();
  const token = randomToken();
  let server: Listening;
  let w: World;
  let repositoryId: number;
  let keyId: number;
  let scheduleId: number;
  let runner: RunnerProcess;

  beforeAll(async () => {
    server = await listen(createServer(apiListener()));
    w = await world(db);
    const r = await resources(db, w.projectId);
    keyId = r.keyId;
    repositoryId = (await insertRepository(db, w.projectId, where(origin))).id;
    const template_id = await insertTemplateRow(db, w.projectId, { repositoryId });
    const body = { template_id, cron_format: "@daily", active: true, repository_id: repositoryId };
    scheduleId = (await w.call(createSchedule, "owner", { projectId: w.projectId }, body)).id;
    await db.insert(runners).values({ name: "real", token_hash: hashToken(token) });
    runner = await startRunner();
  });
  afterAll(async () => {
    await runner.kill("SIGKILL");
    await server.stop();
  });
  beforeEach(() => db.delete(commitChecks));

  const where = (git_url: string) => ({ name: "code", git_url, git_branch: "main", ssh_key_id: keyId });
  const startRunner = () => RunnerProcess.start({ url: server.url, token, dataDir: join(folder, "runner") });
  const makeDue = () =>
    db.update(schedules).set({ next_run_at: sql`now() - interval '1 second'` }).where(eq(schedules.id, scheduleId));
  const fires = () => w.call(listFires, "owner", { projectId: w.projectId, scheduleId }, {});
  const waitUntil = (what: string, condition: () => Promise<boolean>) =>
    until(what, condition, { ms: 60_000, details: async () => JSON.stringify(await fires()) });

  test("records the head, starts a task for the next commit, and runs exactly that commit", async () => {
    await makeDue();
    await waitUntil("it looks", async () => (await fires())[0]?.reason === "first_look");
    expect(await db.select().from(tasks)).toEqual([]);
    const news = commit(origin, { version: "one and a half\n" }, "news");
    await makeDue();
    await waitUntil("a task succeeds", async () => (await db.select().from(tasks))[0]?.status === "success");
    const [task] = await db.select().from(tasks);
    expect(task).toMatchObject({ schedule_id: scheduleId, commit_hash: news, commit_message: "news" });
    expect((await fires())[0]).toMatchObject({ outcome: "started", task_id: task?.id });
    await makeDue();
    await waitUntil("it looks again", async () => (await fires())[0]?.outcome === "unchanged");
    expect(await db.select().from(tasks)).toHaveLength(1);
  });

  test("that is killed during a check loses none", async () => {
    const silent = await serveSilence();
    await updateRepository(db, w.projectId, repositoryId, where(`git://127.0.0.1:${silent.port}/x`));
    await makeDue();
    const checksFolder = join(folder, "runner", "checks");
    await waitUntil("it looks", async () => existsSync(checksFolder) && readdirSync(checksFolder).length > 0);
    await runner.kill("SIGKILL");
    const next = commit(origin, { version: "two\n" }, "second");
    await updateRepository(db, w.projectId, repositoryId, where(origin));
    runner = await startRunner();
    await waitUntil("the next task is there", async () => (await db.select().from(tasks)).length === 2);
    expect((await db.select().from(tasks).orderBy(tasks.id))[1]).toMatchObject({ commit_hash: next });
    expect(readdirSync(checksFolder)).toEqual([]);
    await silent.stop();
  });
});
