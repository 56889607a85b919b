import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseSource } from "@/runner/git/source";
import { Keychain } from "@/runner/keys";
import { createWorkspace } from "@/runner/workspace";
import { commit, makeRepository } from "../support/repositories";
import { findTool, requireTool } from "../support/tools";
import { checkoutSite, HTTP_KEY } from "./checking-out";

const CONTENT = "real content\n";
const OID = createHash("sha256").update(CONTENT).digest("hex");
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${OID}\nsize ${CONTENT.length}\n`;

const site = checkoutSite({ ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n", "a.bin": POINTER });
const { url, fetch } = site;
const withLfs = requireTool("git-lfs");

/** Puts the content where git-lfs keeps what the pointers of a repository stand for. */
function keepContent(folder: string): void {
  const objects = join(folder, "lfs/objects", OID.slice(0, 2), OID.slice(2, 4));
  mkdirSync(objects, { recursive: true });
  writeFileSync(join(objects, OID), CONTENT);
}

describe("a repository with files in Git LFS", () => {
  withLfs("is checked out with them", async () => {
    keepContent(join(site.origin, ".git"));
    const { file, log } = await fetch(url());
    expect(file("a.bin")).toBe(CONTENT);
    expect(log).toMatch(/^Cloning [^\n]+\nChecked out [^\n]+\n$/);
  });

  withLfs("may name no folder of the runner as their place", async () => {
    const other = makeRepository(join(site.folder, "other"), {});
    keepContent(join(other, ".git"));
    commit(site.origin, { ".lfsconfig": `[lfs]\n\turl = file://${other}\n` }, "another place");
    await expect(fetch(url())).rejects.toMatchObject({
      reason: "git_failed",
      message: "git-lfs could not get the files that this repository keeps in Git LFS",
    });
  });

  withLfs("that git-lfs cannot get fails with a line about them, and the runner's copy is not blamed", async () => {
    await expect(fetch(url())).rejects.toMatchObject({
      reason: "git_failed",
      message: "git-lfs could not get the files that this repository keeps in Git LFS",
      log: expect.not.stringContaining("may be damaged"),
    });
  });

  test("has pointers in their place without git-lfs, and the log says so", async () => {
    const tools = join(site.folder, "tools");
    mkdirSync(tools);
    symlinkSync(findTool("git") ?? "", join(tools, "git"));
    const { file, log } = await fetch(url(), { own: { PATH: tools } });
    expect(file("a.bin")).toBe(POINTER);
    const note =
      "signalbox: git-lfs is not installed on this runner: the files that this repository keeps in Git LFS are";
    expect(log).toContain(`${note} only pointers\n`);
    commit(site.origin, { ".gitattributes": "*.bin -text\n" }, "no pointers");
    expect((await fetch(url(), { own: { PATH: tools } })).log).not.toContain("git-lfs");
  });
});

describe("the password of a key", () => {
  const keysOf = async () => {
    const { workspace } = await createWorkspace(site.dataDir, { task_id: 1_000, attempt: 1 });
    return new Keychain(workspace, { PATH: process.env.PATH ?? "" }, "");
  };

  test.each([
    ["git", "Password for 'https://robot@git.example:8443': ", true],
    ["git-lfs", 'Password for "https://robot@git.example:8443"', true],
    ["another port", "Password for 'https://robot@git.example': ", false],
    ["no TLS", "Username for 'http://git.example:8443': ", false],
    ["no TLS", "Password for 'http://robot@git.example:8443': ", false],
    ["no TLS, of git-lfs", 'Password for "http://robot@git.example:8443"', false],
    ["a user with the scheme", "Password for 'http://x for 'https://a@git.example:8443': ", false],
    ["another host", "Password for 'https://robot@evil.example': ", false],
    ["another host", 'Password for "https://robot@evil.example"', false],
    ["a user that looks like the host", "Password for 'https://a@git.example:8443'@evil.example': ", false],
    ["a user that looks like the host", "Password for 'https://a@git.example:8443': @evil.example': ", false],
    ["a user that looks like the host", `Password for "https://a@git.example:8443"@evil.example"`, false],
  ])("is told only to its own host: %s, %s", async (_, prompt, isTold) => {
    const env = await (await keysOf()).gitAccess(parseSource("https://git.example:8443/x.git"), HTTP_KEY);
    const ask = () => execFileSync(env.GIT_ASKPASS ?? "", [prompt], { env: { ...process.env, ...env } }).toString();
    if (isTold) expect(ask().trim()).toBe(HTTP_KEY.password);
    else expect(ask).toThrow();
  });

  test("is told to its own host with TLS if that redirects to it", async () => {
    const env = await (await keysOf()).gitAccess(parseSource("http://git.example/x.git"), HTTP_KEY);
    const ask = (prompt: string) =>
      execFileSync(env.GIT_ASKPASS ?? "", [prompt], { env: { ...process.env, ...env } }).toString();
    expect(ask("Username for 'http://git.example': ").trim()).toBe(HTTP_KEY.login);
    expect(ask("Password for 'https://robot@git.example': ").trim()).toBe(HTTP_KEY.password);
    expect(() => ask("Password for 'httpx://robot@git.example': ")).toThrow();
  });

  test("of an ssh server is not told to a web server", async () => {
    const env = await (await keysOf()).gitAccess(parseSource("ssh://git.example/x.git"), HTTP_KEY);
    expect(existsSync(env.SSH_ASKPASS ?? "")).toBe(true);
    const fill = { input: "protocol=https\nhost=evil.example\n\n", env: { PATH: process.env.PATH, ...env } };
    const settings = {
      NODE_ENV: "test" as const,
      GIT_TERMINAL_PROMPT: "0",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    };
    const ask = () =>
      execFileSync("git", ["credential", "fill"], { ...fill, env: { ...fill.env, ...settings }, stdio: "pipe" });
    expect(ask).toThrow(/could not read Username/);
  });
});
