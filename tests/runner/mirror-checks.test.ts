import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JobRepository } from "@/lib/protocol/job";
import { GitFailure } from "@/runner/git/command";
import { signOf } from "@/runner/git/damage";
import { TaskProblem } from "@/runner/job/problem";
import { listen } from "../support/listen";
import { commit, git } from "../support/repositories";
import { findTool, requireTool } from "../support/tools";
import { type CheckoutOptions, checkoutSite, REPLACED } from "./checking-out";

const CHECKED = "signalbox: the runner's copy of this repository may be damaged, so it is checked\n";
const MISSING = "abcdef0123";

const site = checkoutSite();
const { url, fetch, mirror, mirrorFolders: folders, objectOf } = site;

/** A task that is expected to fail; resolves with its error, which has the log with it. */
const failed = (from?: JobRepository | string, options?: CheckoutOptions): Promise<{ message: string; log: string }> =>
  fetch(from, options).then(
    () => expect.unreachable(),
    (error) => error,
  );
const checksIn = (log: string) => log.split(CHECKED).length - 1;

/** Tools of old repositories made such commits: their author has no blank before the address. A last commit merges them. */
function addMalformedCommits(count = 1): void {
  const tree = `tree ${git(site.origin, "rev-parse", "HEAD^{tree}")}\n`;
  const parent = `parent ${git(site.origin, "rev-parse", "HEAD")}\n`;
  const by = (author: string) => `author ${author} 1000000000 +0000\ncommitter Old <o@example.com> 1000000000 +0000\n`;
  const store = (...commits: string[]) => {
    const paths = commits.map((_, number) => join(site.folder, `commit-${number}`));
    for (const [number, text] of commits.entries()) writeFileSync(paths[number] ?? "", text);
    return git(site.origin, "hash-object", "-t", "commit", "-w", "--literally", ...paths).split("\n");
  };
  const malformed = store(
    ...Array.from({ length: count }, (_, number) => `${tree}${parent}${by("Old<o@example.com>")}\n${number}\n`),
  );
  const parents = malformed.map((hash) => `parent ${hash}\n`).join("");
  const [merge = ""] = store(`${tree}${parents}${by("Old <o@example.com>")}\nmerge\n`);
  git(site.origin, "update-ref", "refs/heads/main", merge);
}

/** Lets the runner's `git fsck` happen otherwise than git itself does it. */
function withFsck(script: string): CheckoutOptions {
  const tools = join(site.folder, "tools");
  mkdirSync(tools, { recursive: true });
  const program = `#!/bin/sh\nif [ "$1" = fsck ]; then\n${script}\nfi\nexec ${findTool("git")} "$@"\n`;
  writeFileSync(join(tools, "git"), program, { mode: 0o755 });
  return { own: { PATH: [tools, process.env.PATH].join(delimiter) } };
}

describe("a copy with malformed commits of others", () => {
  test.each([
    ["loose", 1],
    ["packed", 1],
    ["packed", 3_000],
  ])("is intact, if they are %s, and a commit is missing: %i", async (how, count) => {
    addMalformedCommits(count);
    await fetch();
    if (how === "packed") git(mirror(), "repack", "-adq");
    const { message, log } = await failed(url(), { commitHash: MISSING });
    expect(message).toBe(`the branch has no commit ${MISSING}`);
    expect(checksIn(log)).toBe(1);
    expect(folders()).toHaveLength(1);
  });

  test("is replaced, if it is also damaged", async () => {
    addMalformedCommits();
    await fetch();
    rmSync(objectOf("HEAD:run.sh"));
    const { file, log } = await fetch();
    expect(file("run.sh")).toBe("echo one\n");
    expect(log).toContain(REPLACED);
  });

  requireTool("git-http-backend")("costs no copy when the server fails", async () => {
    addMalformedCommits();
    const { from, port, stop } = await site.serve();
    await fetch(from);
    git(mirror(from.url), "repack", "-adq");
    await stop();
    const broken = await listen(
      createServer((_, response) => response.writeHead(500).end()),
      port,
    );
    const { message, log } = await failed(from);
    await broken.stop();
    expect(message).toBe("the git server answered with an HTTP error");
    expect(log).not.toContain(CHECKED);
    expect(folders()).toHaveLength(1);
  });
});

describe("a check that cannot be finished proves nothing:", () => {
  test.each([
    ["it is killed", "kill -9 $$"],
    ["a shell says that it is killed", "exit 137"],
    ["there is not enough memory", "ulimit -v 8000"],
    ["git cannot be started", "exit 127"],
    ["there are too many open files", "echo 'error: unable to mmap x: Too many open files' >&2; exit 6"],
    ["the disk is read-only", "echo \"fatal: Unable to create 'x.lock': Read-only file system\" >&2; exit 128"],
    ["files cannot be read", "echo 'fatal: failed to read object x: Permission denied' >&2; exit 128"],
  ])("%s", async (_, script) => {
    await fetch();
    const { message, log } = await failed(url(), { commitHash: MISSING, ...withFsck(script) });
    expect(message).toBe(`the branch has no commit ${MISSING}`);
    expect(checksIn(log)).toBe(1);
    expect(folders()).toHaveLength(1);
  });
});

describe("an error of git", () => {
  const MIRROR = "/data/mirrors/0123";
  const lock = `error: cannot lock ref 'refs/heads/main': Unable to create '${MIRROR}/refs/heads/main.lock'`;
  const judge = (complaints: string, code: number | null = 128) =>
    signOf(new GitFailure("fetch", code, complaints, []), MIRROR);

  test.each([
    [`${lock}: File exists.\n`],
    [`fatal: unexpected line in ${MIRROR}/packed-refs: garbage\n`],
    [`error: object file ${MIRROR}/objects/c7/4c is empty\nfatal: fetch-pack: invalid index-pack output\n`],
  ])("is a sign of damage: %s", (complaints) => expect(judge(complaints)).toBe("damaged"));

  test.each([
    ["fatal: bad object refs/heads/x\nerror: http://host/x did not send all necessary objects\n"],
    ["fatal: unresolved deltas left after unpacking\nfatal: unpack-objects failed\n"],
    ["error: RPC failed; curl 23 Failed writing\nfatal: cannot read existing object 01\nfatal: index-pack failed\n"],
    ["fatal: fetch-pack: invalid index-pack output\n"],
    [""],
  ])("calls for a check: %s", (complaints) => expect(judge(complaints)).toBe("unclear"));

  test.each([
    [`${lock}: Permission denied\n`],
    [`${lock}: Read-only file system\n`],
    [`${lock}: Too many open files\n`],
    [`error: file write error on ${MIRROR}/objects/pack/tmp: Disk quota exceeded\n`],
    ["fatal: Out of memory, malloc failed (tried to allocate 4052633 bytes)\n"],
    ["error: index-pack died of signal 9\nfatal: fetch-pack: invalid index-pack output\n"],
    ["fatal: unable to access 'https://host/x/': The requested URL returned error: 429\n"],
    ["fatal: unable to access 'http://host/x/': Empty reply from server\n"],
    [
      "error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502\nfatal: expected flush after ref listing\n",
    ],
    ["fetch-pack: unexpected disconnect while reading sideband packet\nfatal: early EOF\nfatal: index-pack failed\n"],
    ["Connection reset by 10.0.0.1 port 22\nfatal: Could not read from remote repository.\n\nPlease make sure …\n"],
    [`remote: ${lock}: File exists.\nremote: fatal: bad object\nfatal: the remote end hung up unexpectedly\n`],
  ])("has nothing to do with the copy: %s", (complaints) => expect(judge(complaints)).toBe("unrelated"));

  test("is not the copy's if the server says it, git was killed, or it is none of git's", () => {
    expect(judge(`remote: ${lock}: File exists.\n`)).toBe("unclear");
    expect(judge("", null)).toBe("unrelated");
    expect(judge("", 137)).toBe("unrelated");
    expect(signOf(new TaskProblem("git_failed", MIRROR), MIRROR)).toBe("unrelated");
  });
});

describe("a copy is not checked", () => {
  requireTool("git-http-backend")("when the server breaks off", async () => {
    const { from, port, stop } = await site.serve();
    await fetch(from);
    await stop();
    const answers: [RequestListener, string][] = [
      [(_, response) => response.writeHead(429).end(), "the git server answered with an HTTP error"],
      [(request) => request.socket.destroy(), "the connection to the git server broke off"],
    ];
    for (const [answer, sentence] of answers) {
      const broken = await listen(createServer(answer), port);
      const results = await Promise.all([failed(from), failed(from)]);
      expect(results.map(({ message }) => message)).toEqual([sentence, sentence]);
      expect(results.map(({ log }) => checksIn(log))).toEqual([0, 0]);
      await broken.stop();
    }
    expect(folders()).toHaveLength(1);
  });

  requireTool("git-http-backend")("when the server breaks off in the middle of a pack", async () => {
    const served = await site.serve();
    let isWhole = true;
    const cutting = createServer(async (request, response) => {
      const { authorization = "", "git-protocol": protocol = "", "content-type": type = "" } = request.headers;
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const reply = await globalThis.fetch(`${served.url}${request.url}`, {
        method: request.method,
        headers: { authorization, "git-protocol": String(protocol), "content-type": type },
        body: parts.length > 0 ? Buffer.concat(parts) : undefined,
      });
      const body = Buffer.from(await reply.arrayBuffer());
      const cut = body.includes("PACK") && !isWhole ? body.indexOf("PACK") + 200 : body.length;
      for (const name of ["content-type", "www-authenticate"]) response.setHeader(name, reply.headers.get(name) ?? "");
      response.writeHead(reply.status, { "content-length": body.length }).write(body.subarray(0, cut), () => {
        if (cut === body.length) response.end();
        else setTimeout(() => request.socket.destroy(), 100);
      });
    });
    const server = await listen(cutting);
    const from = { ...served.from, url: `${server.url}/origin/.git` };
    await fetch(from);
    isWhole = false;
    commit(site.origin, { "run.sh": Array.from({ length: 20_000 }, (_, n) => `echo ${n * n}`).join("\n") }, "second");
    const { message, log } = await failed(from);
    expect(message).toBe("the connection to the git server broke off");
    expect(log).not.toContain(CHECKED);
    await server.stop();
    await served.stop();
  });

  test("again by tasks that began before it was found intact", async () => {
    await fetch();
    const results = await Promise.all(Array.from({ length: 6 }, () => failed(url(), { commitHash: MISSING })));
    expect(checksIn(results.map(({ log }) => log).join(""))).toBe(1);
    expect(checksIn((await failed(url(), { commitHash: MISSING })).log)).toBe(1);
  });
});

requireTool("git-http-backend")("a fetch that breaks because the copy is damaged heals", async () => {
  const { from, stop } = await site.serve();
  const long = Array.from({ length: 5_000 }, (_, n) => `echo ${n * n}`).join("\n");
  commit(site.origin, { "run.sh": long }, "long");
  for (const damage of ["zeros", "missing"]) {
    await fetch(from);
    const base = objectOf("HEAD:run.sh", mirror(from.url));
    chmodSync(base, 0o600);
    if (damage === "zeros") writeFileSync(base, Buffer.alloc(statSync(base).size));
    else rmSync(base);
    commit(site.origin, { "run.sh": `${long}\necho ${damage}` }, damage);
    const { file, log } = await fetch(from);
    expect(log).toContain("invalid index-pack output");
    expect(log).toContain(REPLACED);
    expect(file("run.sh")).toContain(`echo ${damage}`);
  }
  await stop();
});

describe("mirrors that the system does not give away:", () => {
  test("git's own error stands if a damaged one cannot be replaced", async () => {
    await fetch();
    const all = join(site.dataDir, "mirrors");
    const options = withFsck(`mv ${all} ${all}-away; touch ${all}`);
    const error = await failed(url(), { commitHash: MISSING, ...options });
    expect(error).toMatchObject({ reason: "git_failed", message: `the branch has no commit ${MISSING}` });
    expect(error.log).not.toContain(REPLACED);
  });

  test("the removal of replaced ones waits until their folder can be read", async () => {
    await fetch();
    rmSync(objectOf("HEAD:run.sh"));
    await fetch();
    const all = join(site.dataDir, "mirrors");
    renameSync(all, `${all}-away`);
    writeFileSync(all, "");
    site.mirrors.removeReplaced();
    rmSync(all);
    renameSync(`${all}-away`, all);
    expect(folders()).toHaveLength(2);
    await new Promise((resolve) => setImmediate(resolve));
    site.mirrors.removeReplaced();
    await expect.poll(folders).toHaveLength(1);
  });
});
