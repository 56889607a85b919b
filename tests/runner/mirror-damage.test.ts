import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeGitConfig } from "@/runner/git/command";
import { MirrorCache } from "@/runner/git/mirror";
import { Stopper } from "@/runner/job/stop";
import { performProbe } from "@/runner/probe/perform";
import { repository } from "../support/job";
import { listen } from "../support/listen";
import { commit, commitOnBranch, git, makeRepository } from "../support/repositories";
import { requireTool } from "../support/tools";
import { checkoutSite, HTTP_KEY, REPLACED } from "./checking-out";

const site = checkoutSite({ "run.sh": "echo one\n", "roles/web/main.yml": "[]\n" });
const { url, fetch, mirror, mirrorFolders: folders, objectOf } = site;

const hashOf = (name: string) => git(site.origin, "rev-parse", name);

function overwrite(path: string, content: string | Buffer): void {
  chmodSync(path, 0o600);
  writeFileSync(path, content);
}

const zeros = (path: string) => Buffer.alloc(statSync(path).size);
const packOf = (ending: string) => {
  const packs = join(mirror(), "objects/pack");
  return join(packs, readdirSync(packs).find((name) => name.endsWith(ending)) ?? "");
};

describe("a damaged mirror is replaced, and the task goes on:", () => {
  const damages: [string, () => void][] = [
    ["garbage in its config", () => overwrite(join(mirror(), "config"), "garbage [[\n")],
    ["a config of zeros", () => overwrite(join(mirror(), "config"), Buffer.alloc(60))],
    ["a HEAD of nothing", () => overwrite(join(mirror(), "HEAD"), "")],
    ["no folder of refs", () => rmSync(join(mirror(), "refs"), { recursive: true })],
    ["no folder of objects", () => rmSync(join(mirror(), "objects"), { recursive: true })],
    ["a branch of nothing", () => overwrite(join(mirror(), "refs/heads/main"), "")],
    ["another branch of nothing", () => writeFileSync(join(mirror(), "refs/heads/other"), "")],
    ["a missing file", () => rmSync(objectOf("HEAD:run.sh"))],
    ["a missing folder", () => rmSync(objectOf("HEAD:roles"))],
    ["a file of zeros", () => overwrite(objectOf("HEAD:run.sh"), zeros(objectOf("HEAD:run.sh")))],
    ["an empty file", () => overwrite(objectOf("HEAD:run.sh"), "")],
    ["an empty commit", () => overwrite(objectOf("HEAD"), "")],
    [
      "a lock that a crash left",
      () => {
        writeFileSync(join(mirror(), "refs/heads/main.lock"), "");
        git(site.origin, "commit", "-q", "--amend", "-m", "first", "--date", "2001-01-01T00:00:00Z");
      },
    ],
    ["garbage in its list of shallow commits", () => writeFileSync(join(mirror(), "shallow"), "garbage\n")],
    [
      "a folder in the place of a file",
      () => {
        rmSync(join(mirror(), "FETCH_HEAD"));
        mkdirSync(join(mirror(), "FETCH_HEAD"));
      },
    ],
  ];
  const packed: typeof damages = [
    ["packed refs of zeros", () => overwrite(join(mirror(), "packed-refs"), zeros(join(mirror(), "packed-refs")))],
    ["garbage in its packed refs", () => overwrite(join(mirror(), "packed-refs"), "garbage\n")],
    ["half a pack, which another branch needs", () => overwrite(packOf(".pack"), "PACK")],
    ["an index of zeros", () => overwrite(packOf(".idx"), zeros(packOf(".idx")))],
  ];

  test.each(damages)("%s", async (_, damage) => {
    await fetch();
    damage();
    const { file, log } = await fetch();
    expect(file("run.sh")).toBe("echo one\n");
    expect(log).toContain(REPLACED);
    expect((await fetch()).log).toMatch(/^Cloning [^\n]+\nChecked out [0-9a-f]{10} first\n$/);
  });

  test.each(packed)("%s", async (_, damage) => {
    commitOnBranch(site.origin, "dev", { "run.sh": "echo dev\n" });
    await fetch(repository(url(), { branch: "dev" }));
    await fetch();
    git(mirror(), "repack", "-adq");
    git(mirror(), "pack-refs", "--all");
    damage();
    commit(site.origin, { "run.sh": "echo two\n" }, "second");
    const { file, log } = await fetch();
    expect(file("run.sh")).toBe("echo two\n");
    expect(log).toContain(REPLACED);
    expect((await fetch()).log).toMatch(/^Cloning [^\n]+\nChecked out [0-9a-f]{10} second\n$/);
  });
});

describe("a damaged mirror is replaced", () => {
  const loseFile = () => rmSync(objectOf("HEAD:run.sh"));

  test("also if it has lost the commit that is asked for, or a folder that a form lists", async () => {
    const first = hashOf("HEAD");
    commit(site.origin, { "run.sh": "echo two\n" }, "second");
    await fetch();
    rmSync(objectOf(first));
    expect((await fetch(url(), { commitHash: first })).log).toContain(REPLACED);
    rmSync(objectOf("HEAD:roles"));
    const probe = { kind: "files", repository: repository(url()), known_hosts: "" } as const;
    const { dataDir, mirrors } = site;
    const context = { dataDir, localFolders: null, inherited: { PATH: process.env.PATH ?? "" }, mirrors };
    const report = await performProbe(probe, { ...context, gitConfig: await writeGitConfig(dataDir) }, new Stopper());
    expect(report).toMatchObject({ facts: { paths: ["run.sh", "roles/web/main.yml"] } });
    expect(folders()).toHaveLength(3);
  });

  test("once for all tasks that use it at the same time", async () => {
    await fetch();
    loseFile();
    const results = await Promise.all(Array.from({ length: 6 }, () => fetch()));
    expect(results.map(({ file }) => file("run.sh"))).toEqual(Array.from({ length: 6 }, () => "echo one\n"));
    expect(folders()).toHaveLength(2);
  });

  test("while checkouts of others keep their objects, and goes when nothing runs", async () => {
    commitOnBranch(site.origin, "dev", { "run.sh": "echo dev\n" });
    const other = await fetch(repository(url(), { branch: "dev" }));
    await fetch();
    loseFile();
    await fetch();
    expect(git(other.directory, "log", "--format=%s")).toBe("dev\nfirst");
    expect(git(other.directory, "show", "HEAD:run.sh")).toBe("echo dev");
    const [old = "", successor = ""] = folders().sort();
    site.mirrors = new MirrorCache(site.dataDir);
    expect((await fetch()).log).not.toContain(REPLACED);
    site.mirrors.removeReplaced();
    await expect.poll(folders).toEqual([successor]);
    expect((await fetch()).file("run.sh")).toBe("echo one\n");
    expect(successor).toBe(`${old}.1`);
  });

  test("once for a task: what fails in the new one stands", async () => {
    await fetch();
    const blob = hashOf("HEAD:run.sh");
    const [ours, theirs] = [
      objectOf("HEAD:run.sh"),
      join(site.origin, ".git/objects", blob.slice(0, 2), blob.slice(2)),
    ];
    rmSync(ours);
    const content = readFileSync(theirs);
    overwrite(theirs, "");
    await expect(fetch()).rejects.toMatchObject({ reason: "git_failed", log: expect.stringContaining(REPLACED) });
    await expect(fetch()).rejects.toMatchObject({ log: expect.not.stringContaining(REPLACED) });
    expect(folders()).toHaveLength(2);
    overwrite(theirs, content);
    expect((await fetch()).file("run.sh")).toBe("echo one\n");
  });

  test("and git never takes the repository around the data folder for it", async () => {
    const around = makeRepository(site.folder, { "README.md": "around\n" });
    git(around, "branch", "other");
    const before = git(around, "show-ref");
    git(site.origin, "branch", "other");
    await fetch(repository(url(), { branch: "other" }));
    overwrite(join(mirror(), "HEAD"), "");
    expect((await fetch(repository(url(), { branch: "other" }))).log).toContain(REPLACED);
    expect(git(around, "show-ref")).toBe(before);
  });

  requireTool("git-http-backend")("of a repository with submodules, whose failures are their own", async () => {
    const { from, stop } = await site.serve();
    makeRepository(join(site.folder, "library"), { "lib.sh": "echo lib\n" });
    git(site.origin, "submodule", "--quiet", "add", "../library", "library");
    git(site.origin, "config", "-f", ".gitmodules", "submodule.library.url", "../../library/.git");
    commit(site.origin, {}, "submodule");
    await fetch(from);
    rmSync(objectOf("HEAD:run.sh", mirror(from.url)));
    const { file, log } = await fetch(from);
    expect(log).toContain(REPLACED);
    expect(file("library/lib.sh")).toBe("echo lib\n");
    rmSync(join(site.folder, "library"), { recursive: true });
    await expect(fetch(from)).rejects.toMatchObject({ log: expect.not.stringContaining(REPLACED) });
    expect(folders()).toHaveLength(2);
    await stop();
  });
});

describe("a mirror stays", () => {
  const stays = async (work: Promise<unknown>, of: string, problem: object) => {
    const before = mirror(of);
    await expect(work).rejects.toMatchObject(problem);
    await expect(work).rejects.toMatchObject({ log: expect.not.stringContaining(REPLACED) });
    expect(mirror(of)).toBe(before);
    expect(git(before, "log", "--format=%s", "main")).toBe("first");
  };

  test("when a branch or a commit does not exist, or the repository is gone", async () => {
    await fetch();
    const noBranch = fetch(repository(url(), { branch: "nope" }));
    await stays(noBranch, url(), { message: "the repository has no such branch" });
    const noCommit = fetch(url(), { commitHash: "abcdef0123" });
    await stays(noCommit, url(), { message: "the branch has no commit abcdef0123" });
    renameSync(site.origin, `${site.origin}-away`);
    await stays(fetch(), url(), { message: "there is no git repository at this address" });
  });

  test("when the other side is damaged, and says so in words that would fit the mirror", async () => {
    await fetch();
    commit(site.origin, { "run.sh": "echo two\n" }, "second");
    const hash = hashOf("HEAD:run.sh");
    overwrite(join(site.origin, ".git/objects", hash.slice(0, 2), hash.slice(2)), "");
    await stays(fetch(), url(), { reason: "git_failed", log: expect.stringMatching(/is empty|is corrupt/) });
  });

  requireTool("git-http-backend")("when the server refuses, fails or is gone", async () => {
    const { from, port, stop } = await site.serve();
    await fetch(from);
    const refused = fetch({ ...from, key: { ...HTTP_KEY, password: "wrong" } });
    await stays(refused, from.url, { message: "the git server refused the key of the repository" });
    await stop();
    await stays(fetch(from), from.url, { message: "the git server could not be reached" });
    const answers: RequestListener[] = [
      (_, response) => response.writeHead(500).end(),
      (request) => request.socket.destroy(),
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>hello"),
    ];
    for (const answer of answers) {
      const broken = await listen(createServer(answer), port);
      await stays(fetch(from), from.url, { reason: "git_failed" });
      await broken.stop();
    }
  });

  test("when a file cannot be written, whatever its name says", async () => {
    await fetch();
    const name = `the host is unreachable ${"x".repeat(300)}`;
    git(site.origin, "checkout", "-q", "-b", "long");
    git(site.origin, "update-index", "--add", "--cacheinfo", `100644,${hashOf("HEAD:run.sh")},${name}`);
    git(site.origin, "commit", "-q", "-m", "long");
    const work = fetch(repository(url(), { branch: "long" }));
    await stays(work, url(), { message: expect.stringMatching(/^git checkout ended with exit code/) });
  });
});
