import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JobRepository } from "@/lib/protocol/job";
import { ProgressRequest } from "@/lib/protocol/runner";
import { MirrorCache } from "@/runner/git/mirror";
import { Stopper } from "@/runner/job/stop";
import { trustCertificates } from "@/runner/process/certificates";
import { makeCertificate, makeKey, serveHttp, serveRedirect, serveSilence, serveSsh } from "../support/git-servers";
import { repository } from "../support/job";
import { freePort } from "../support/listen";
import { commit, git, makeRepository } from "../support/repositories";
import { requireSsh, requireTool } from "../support/tools";
import { checkoutSite, HTTP_KEY } from "./checking-out";

const site = checkoutSite();
const { fetch, url } = site;

describe("local repositories", () => {
  test("are allowed everywhere without a list; with one, in its folders, with links resolved", async () => {
    const away = makeRepository(join(site.folder, "away"), { "run.sh": "echo away\n" });
    symlinkSync(away, join(site.folder, "origin", "linked"));
    symlinkSync(site.origin, join(site.folder, "by-name"));
    const localFolders = [join(site.folder, "by-name"), "/nowhere"];
    for (const from of [site.origin, `${site.folder}/by-name`, `file://${site.origin}`]) {
      expect((await fetch(from, { localFolders })).commit).not.toBeNull();
    }
    const elsewhere = [
      away,
      `${site.origin}/linked`,
      `${site.origin}/../away`,
      `file://${away}`,
      `file://x${site.origin}`,
    ];
    for (const from of [...elsewhere, `file://${site.origin.replace("origin", "%6frigin")}`]) {
      await expect(fetch(from, { localFolders })).rejects.toThrow("may not use local repositories in that folder");
    }
    await expect(fetch(site.origin, { localFolders: [] })).rejects.toThrow("may not use local repositories");
    expect(await fetch(away)).toMatchObject({ directory: away });
  });
});

describe("a local directory", () => {
  test("is used in place, with or without git", async () => {
    const plain = join(site.folder, "plain");
    mkdirSync(plain);
    expect(await fetch(plain)).toMatchObject({ directory: plain, commit: null });
    expect(await fetch(site.origin)).toMatchObject({
      directory: site.origin,
      commit: { hash: git(site.origin, "rev-parse", "HEAD"), message: "first" },
    });
    expect(readdirSync(site.origin).sort()).toEqual([".git", "run.sh"]);
  });

  test("is copied for a specific commit, and stays unchanged", async () => {
    const first = git(site.origin, "rev-parse", "HEAD");
    commit(site.origin, { "run.sh": "echo two\n" }, "second");
    const checkout = await fetch(site.origin, { commitHash: first.slice(0, 8) });
    expect(checkout.directory).not.toBe(site.origin);
    expect(checkout.commit).toEqual({ hash: first, message: "first" });
    expect(checkout.log).toBe(`Cloning ${site.origin} main\nChecked out ${first.slice(0, 10)} first\n`);
    expect(checkout.file("run.sh")).toBe("echo one\n");
    expect(readFileSync(join(site.origin, "run.sh"), "utf8")).toBe("echo two\n");
  });

  test("is copied for another branch, and stays unchanged", async () => {
    const branched = makeRepository(join(site.folder, "branched"), { "run.sh": "echo main\n" });
    git(branched, "checkout", "-q", "-b", "feature");
    commit(branched, { "run.sh": "echo feature\n" }, "on the branch");
    git(branched, "checkout", "-q", "main");
    writeFileSync(join(branched, "run.sh"), "echo not committed\n");
    const on = (branch: string, branch_chosen = true) => fetch(repository(branched, { branch, branch_chosen }));
    const checkout = await on("feature");
    expect(checkout.directory).not.toBe(branched);
    expect(checkout.file("run.sh")).toBe("echo feature\n");
    expect(readFileSync(join(branched, "run.sh"), "utf8")).toBe("echo not committed\n");
    expect(await on("main")).toMatchObject({ directory: branched });
    expect(await on("anything", false)).toMatchObject({ directory: branched });
    await expect(on("nope")).rejects.toThrow("the repository has no such branch");
  });

  test("that is not a git repository rejects a task's branch", async () => {
    const bald = join(site.folder, "bald");
    mkdirSync(bald);
    expect(await fetch(repository(bald, { branch: "main" }))).toMatchObject({ directory: bald });
    await expect(fetch(repository(bald, { branch: "main", branch_chosen: true }))).rejects.toThrow(
      `git_branch: ${bald} is no git repository, so it has no branch main`,
    );
  });

  test("that is a bare repository is cloned", async () => {
    git(site.folder, "clone", "-q", "--bare", site.origin, "bare.git");
    expect((await fetch(join(site.folder, "bare.git"))).file("run.sh")).toBe("echo one\n");
  });

  test("that is missing is reported with a readable error", async () => {
    await expect(fetch(join(site.folder, "missing"))).rejects.toMatchObject({
      reason: "git_failed",
      message: /no directory .*missing/,
    });
  });
});

describe("a fetched repository", () => {
  test("is checked out separately at its branch's head, repeatedly", async () => {
    const one = await fetch(url());
    expect(one.file("run.sh")).toBe("echo one\n");
    const second = commit(site.origin, { "run.sh": "echo two\n" }, "second: a message");
    const two = await fetch(url());
    expect(two.commit).toEqual({ hash: second, message: "second: a message" });
    expect([one.file("run.sh"), two.file("run.sh")]).toEqual(["echo one\n", "echo two\n"]);
    expect(git(two.directory, "rev-parse", "--abbrev-ref", "HEAD")).toBe("main");
    expect(git(two.directory, "remote", "get-url", "origin")).toBe(url());
    expect(git(two.directory, "status", "--porcelain")).toBe("");
    expect(two.log).toContain(`Checked out ${second.slice(0, 10)} second: a message`);
  });

  test("has a commit message that the server accepts, wherever it is cut", async () => {
    commit(site.origin, {}, `${"x".repeat(499)}\u{1f680} and more`);
    const { commit: found } = await fetch(url());
    expect(ProgressRequest.safeParse({ attempt: 1, commit_message: found?.message }).success).toBe(true);
    expect(found?.message).toBe("x".repeat(499));
  });

  test("may be at another branch, a tag, or an older commit", async () => {
    const first = git(site.origin, "rev-parse", "HEAD");
    git(site.origin, "tag", "-a", "v1", "-m", "one");
    git(site.origin, "checkout", "-q", "-b", "feature/x");
    const feature = commit(site.origin, { "run.sh": "echo feature\n" }, "feature");
    expect((await fetch(repository(url(), { branch: "feature/x" }))).commit?.hash).toBe(feature);
    expect((await fetch(repository(url(), { branch: "v1" }))).commit?.hash).toBe(first);
    expect((await fetch(repository(url(), { branch: "" }))).commit?.hash).toBe(feature);
    expect((await fetch(repository(url(), { branch: "feature/x" }), { commitHash: first })).commit?.hash).toBe(first);
  });

  test("follows a branch whose history was rewritten", async () => {
    await fetch(url());
    git(site.origin, "commit", "-q", "--amend", "-m", "rewritten");
    expect((await fetch(url())).commit?.message).toBe("rewritten");
  });

  test("can be fetched many times concurrently", async () => {
    git(site.origin, "checkout", "-q", "-b", "dev");
    const dev = repository(url(), { branch: "dev" });
    const results = await Promise.all(Array.from({ length: 8 }, () => fetch(dev)));
    expect(new Set(results.map(({ directory }) => directory)).size).toBe(8);
    for (const { file, log } of results) {
      expect(file("run.sh")).toBe("echo one\n");
      expect(log).toMatch(/^Cloning file:.* dev\nChecked out [0-9a-f]{10} first\n$/);
    }
  });

  test("can be fetched at different branches concurrently, with separate checkouts", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `work/${index}`);
    for (const name of names) {
      git(site.origin, "checkout", "-q", "-b", name, "main");
      commit(site.origin, { "run.sh": `echo ${name}\n` }, name);
    }
    const results = await Promise.all(names.map((branch) => fetch(repository(url(), { branch }))));
    expect(results.map(({ file }) => file("run.sh"))).toEqual(names.map((name) => `echo ${name}\n`));
    expect(results.map(({ commit }) => commit?.message)).toEqual(names);
    const again = await Promise.all(names.map((branch) => fetch(repository(url(), { branch }))));
    expect(again.map(({ directory }) => git(directory, "rev-parse", "--abbrev-ref", "HEAD"))).toEqual(names);
    expect(site.mirrorFolders()).toHaveLength(1);
  });

  test("shows no progress, and nothing remains of what broke another process", async () => {
    await fetch(url());
    const packs = join(site.mirror(), "objects", "pack");
    writeFileSync(join(packs, "tmp_pack_x1"), "half a pack");
    for (let count = 0; count < 30; count++) writeFileSync(join(site.origin, `file-${count}`), `${count}`);
    commit(site.origin, {}, "many files");
    site.mirrors = new MirrorCache(site.dataDir);
    expect((await fetch(url())).log).toMatch(/^Cloning [^\n]+\nChecked out [0-9a-f]{10} many files\n$/);
    expect(readdirSync(packs).filter((name) => name.startsWith("tmp_"))).toEqual([]);
  });

  test.each([
    ["a missing branch", { branch: "nope" }, undefined, /no such branch/],
    ["a missing commit", {}, "abcdef0123", /has no commit/],
  ])("with %s fails readably", async (_, changes, commitHash, message) => {
    await expect(fetch(repository(url(), changes), { commitHash })).rejects.toMatchObject({
      reason: "git_failed",
      message,
    });
  });

  test("that is not one fails readably", async () => {
    await expect(fetch(`file://${site.folder}/nothing`)).rejects.toMatchObject({ message: /no git repository/ });
  });

  test("can turn a branch into a folder of branches", async () => {
    git(site.origin, "branch", "topic");
    await fetch(repository(url(), { branch: "topic" }));
    git(site.origin, "branch", "-m", "topic", "topic/one");
    expect((await fetch(repository(url(), { branch: "topic/one" }))).file("run.sh")).toBe("echo one\n");
  });

  test("executes nothing that an earlier task left", async () => {
    const canary = join(site.folder, "canary");
    const { directory } = await fetch(url());
    const hook = `#!/bin/sh\ntouch ${canary}\n`;
    for (const place of [directory, site.mirror()]) {
      const hooks = existsSync(join(place, ".git")) ? join(place, ".git/hooks") : join(place, "hooks");
      mkdirSync(hooks, { recursive: true });
      for (const name of ["post-checkout", "reference-transaction", "post-merge"])
        writeFileSync(join(hooks, name), hook, { mode: 0o755 });
    }
    git(directory, "config", "core.fsmonitor", `touch ${canary}; false`);
    commit(site.origin, { "run.sh": "echo two\n" }, "second");
    expect((await fetch(url())).file("run.sh")).toBe("echo two\n");
    expect(existsSync(canary)).toBe(false);
  });

  test("rejects submodules of this machine", async () => {
    const secret = makeRepository(join(site.folder, "secret"), { "secret.txt": "x" });
    git(site.origin, "submodule", "--quiet", "add", secret, "sub");
    commit(site.origin, {}, "submodule");
    await expect(fetch(url())).rejects.toMatchObject({
      message: /may not be fetched/,
      log: expect.stringContaining("'file' not allowed"),
    });
    git(site.origin, "config", "-f", ".gitmodules", "submodule.sub.url", "ext::sh -c touch% /tmp/p");
    commit(site.origin, {}, "worse");
    await expect(fetch(url())).rejects.toMatchObject({ reason: "git_failed" });
  });

  test.each([
    ["beside a playbook", "group_vars/all", "/etc/passwd"],
    ["of a folder", "roles", "/etc"],
    ["above the checkout", "modules/plan/main.tf", "../../../secrets"],
    ["to a missing file", "host_vars/web", "../../secrets/later"],
    ["through another link", "by/way", "../here/../secrets/later"],
  ])("with a symbolic link to the outside is rejected: %s", async (_, path, target) => {
    symlinkSync(".", join(site.origin, "here"));
    mkdirSync(dirname(join(site.origin, path)), { recursive: true });
    symlinkSync(target, join(site.origin, path));
    commit(site.origin, {}, "link");
    await expect(fetch(url())).rejects.toMatchObject({
      reason: "repository_invalid",
      message: `${path} lies outside of the repository`,
    });
  });

  test("keeps symbolic links that stay inside, whether or not they lead anywhere", async () => {
    for (const [path, target] of Object.entries({ "a/up": "../run.sh", "a/self": ".", b: "a/nothing", loop: "loop" })) {
      mkdirSync(dirname(join(site.origin, path)), { recursive: true });
      symlinkSync(target, join(site.origin, path));
    }
    commit(site.origin, {}, "links");
    expect((await fetch(url())).file("a/self/self/up")).toBe("echo one\n");
  });
});

describe("over http", () => {
  requireTool("git-http-backend")("the key gives access to the repository and is written nowhere", async () => {
    const { from, stop } = await site.serve();
    const { directory, log, file } = await fetch(from);
    expect(file("run.sh")).toBe("echo one\n");
    expect(log).not.toContain("pass-w0rd");
    expect(readFileSync(join(directory, ".git/config"), "utf8")).not.toContain("pass-w0rd");
    for (const other of [{ ...from, key: { ...HTTP_KEY, password: "wrong" } }, repository(from.url)])
      await expect(fetch(other)).rejects.toMatchObject({ message: /refused the key/ });
    await stop();
  });

  requireTool("git-http-backend")("submodules on the same server use the same key", async () => {
    const { from, stop } = await site.serve();
    makeRepository(join(site.folder, "library"), { "lib.sh": "echo lib\n" });
    git(site.origin, "submodule", "--quiet", "add", "../library", "library");
    git(site.origin, "config", "-f", ".gitmodules", "submodule.library.url", "../../library/.git");
    commit(site.origin, {}, "submodule");
    expect((await fetch(from)).file("library/lib.sh")).toBe("echo lib\n");
    await stop();
  });

  requireTool("git-http-backend")("a redirect to another host does not get the key", async () => {
    const other = await site.serve();
    const redirect = await serveRedirect(other.url);
    const from = repository(`${redirect.url}/origin/.git`, { key: HTTP_KEY });
    await expect(fetch(from)).rejects.toMatchObject({ reason: "git_failed" });
    expect(other.asked.every((request) => request.startsWith("- "))).toBe(true);
    await redirect.stop();
    await other.stop();
  });

  requireTool("git-http-backend")("a token needs no login, and is never printed", async () => {
    const server = await serveHttp(site.folder, "git", "t0ken-value");
    const token = { type: "login_password", login: "", password: "t0ken-value" } as const;
    const { log, file } = await fetch(repository(`${server.url}/origin/.git`, { key: token }));
    expect(file("run.sh")).toBe("echo one\n");
    expect(log).not.toContain("t0ken-value");
    await server.stop();
  });

  requireTool("git-http-backend")(
    "the user of a key is used, and that of the address if the key has none",
    async () => {
      const { from, stop } = await site.serve();
      const as = (user: string, login: string) =>
        fetch(repository(from.url.replace("//", `//${user}@`), { key: { ...HTTP_KEY, login } }));
      expect((await as("someone", HTTP_KEY.login)).file("run.sh")).toBe("echo one\n");
      expect((await as(HTTP_KEY.login, "")).file("run.sh")).toBe("echo one\n");
      await expect(as("someone", "")).rejects.toMatchObject({ message: /refused the key/ });
      await stop();
    },
  );

  const withTls = requireTool("git-http-backend", "openssl");
  withTls("a private authority is trusted if configured, next to the public ones", async () => {
    const certificate = makeCertificate(site.folder);
    const server = await serveHttp(site.folder, HTTP_KEY.login, HTTP_KEY.password, certificate);
    const from = repository(`${server.url}/origin/.git`, { key: HTTP_KEY });
    await expect(fetch(from)).rejects.toMatchObject({
      reason: "git_failed",
      message: /certificate is not trusted/,
    });
    const trusted = await trustCertificates(certificate.ca, site.dataDir);
    for (const own of [trusted, { GIT_SSL_CAINFO: certificate.ca }])
      expect((await fetch(from, { own })).file("run.sh")).toBe("echo one\n");
    const bundle = readFileSync(trusted.GIT_SSL_CAINFO ?? "", "utf8");
    expect(bundle.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(50);
    await server.stop();
  });

  test.each(["http", "git", "ssh"])("a silent server times out: %s", async (scheme) => {
    const server = await serveSilence();
    const hanging = fetch(`${scheme}://127.0.0.1:${server.port}/x.git`, { silenceMs: 1_000 });
    await expect(hanging).rejects.toMatchObject({
      reason: "git_failed",
      message: /has not said anything for 1 seconds/,
    });
    await server.stop();
  });

  test.each(["http", "git", "ssh"])("an unavailable server is reported: %s", async (scheme) => {
    const port = await freePort();
    await expect(fetch(`${scheme}://127.0.0.1:${port}/x.git`)).rejects.toMatchObject({
      reason: "git_failed",
      message: "the git server could not be reached",
    });
  });

  test("a silent server can be aborted at once, and the next in the queue continues", async () => {
    const server = await serveSilence();
    const hanging = repository(`${server.url}/x.git`, { key: HTTP_KEY });
    const [first, second] = [new Stopper(), new Stopper()];
    const both = [fetch(hanging, { stopper: first }), fetch(hanging, { stopper: second })];
    await server.asked;
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const files = pids.flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`]);
    const seen = (await Promise.all(files.map((file) => readFile(file, "latin1").catch(() => "")))).join("\n");
    expect(seen).toContain(hanging.url);
    expect(seen).not.toContain(HTTP_KEY.password);
    second.request("stop");
    await expect(both[1]).rejects.toThrow(expect.objectContaining({ name: "Stopped" }));
    first.request("kill");
    await expect(both[0]).rejects.toThrow(expect.objectContaining({ name: "Stopped" }));
    await server.stop();
  });
});

describe("over ssh", () => {
  requireSsh()("an encrypted key signs in, and host keys are pinned once and then compared", async () => {
    const server = await serveSsh(site.folder);
    const key = { type: "ssh", login: server.user, passphrase: server.passphrase, private_key: server.key } as const;
    const at = (changes: Partial<JobRepository> = {}) =>
      repository(`ssh://127.0.0.1:${server.port}${site.origin}`, { key, ...changes });
    try {
      const first = await fetch(at());
      expect(first.file("run.sh")).toBe("echo one\n");
      expect(first.newHosts).toMatch(new RegExp(`^\\[127\\.0\\.0\\.1\\]:${server.port} ssh-ed25519 \\S+$`));

      const known = `${first.newHosts}\n`;
      expect((await fetch(at(), { knownHosts: known })).newHosts).toBe("");

      await expect(fetch(at({ key: { ...key, passphrase: "wrong" } }))).rejects.toMatchObject({
        reason: "key_invalid",
        message: "the passphrase of the ssh key is wrong",
      });
      const stranger = makeKey(join(site.folder, "stranger"), "");
      await expect(fetch(at({ key: { ...key, passphrase: "", private_key: stranger } }))).rejects.toMatchObject({
        message: /refused the key/,
      });

      await server.changeHostKey();
      await expect(fetch(at(), { knownHosts: known })).rejects.toMatchObject({
        message: /host key is not the one this project knows, but SHA256:\S{40,}; if the change is legitimate/,
        log: expect.stringMatching(/SHA256:/),
      });
    } finally {
      await server.stop();
    }
  });
});
