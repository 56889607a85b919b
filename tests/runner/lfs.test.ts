import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parseSource } from "@/runner/git/source";
import { Keychain } from "@/runner/keys";
import { createWorkspace } from "@/runner/workspace";
import { commit } from "../support/repositories";
import { findTool } from "../support/tools";
import { checkoutSite, HTTP_KEY } from "./checking-out";

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`;
/** Speaks to git as git-lfs does, but makes its files up, and says which settings it has got from git. */
const PROGRAM = `#!${process.execPath}
const { execFileSync } = require("node:child_process");
const { readSync, writeSync, writeFileSync } = require("node:fs");
const read = (length) => { const bytes = Buffer.alloc(length); return readSync(0, bytes) === 0 ? process.exit() : bytes; };
const packet = () => { const length = parseInt(read(4).toString(), 16); return length === 0 ? null : read(length - 4).toString(); };
const list = () => { const all = []; for (let next = packet(); next !== null; next = packet()) all.push(next); return all; };
const write = (...texts) => { for (const text of texts) writeSync(1, text === null ? "0000" : (text.length + 4).toString(16).padStart(4, "0") + text); };
list(), write("git-filter-server\\n", "version=2\\n", null), list(), write("capability=smudge\\n", null);
writeFileSync(__dirname + "/settings", execFileSync("git", ["config", "--get-regexp", "^lfs[.]"]));
for (;;) { list(), list(), write("status=success\\n", null, "real content", null, null); }
`;

const site = checkoutSite({ ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n", "a.bin": POINTER });
const { url, fetch } = site;

let tools: string;
beforeEach(() => {
  tools = join(site.folder, "tools");
  mkdirSync(tools);
});

/** The PATH of a runner with such a git-lfs. */
function installed(program: string): Record<string, string> {
  writeFileSync(join(tools, "git-lfs"), program, { mode: 0o755 });
  return { PATH: [tools, process.env.PATH].join(delimiter) };
}

describe("a repository with files in Git LFS", () => {
  test("is checked out with them, and may name no folder of the runner as their place", async () => {
    const { file, log } = await fetch(url(), { own: installed(PROGRAM) });
    expect(file("a.bin")).toBe("real content");
    expect(log).toMatch(/^Cloning [^\n]+\nChecked out [^\n]+\n$/);
    const settings = readFileSync(join(tools, "settings"), "utf8");
    const agents = [
      "lfs.file:///.standalonetransferagent ",
      `lfs.${url()}.standalonetransferagent lfs-standalone-file`,
    ];
    expect(settings).toBe(`${agents.join("\n")}\n`);
  });

  test("that git-lfs cannot get fails with a line about them, and the runner's copy is not blamed", async () => {
    const failing = fetch(url(), {
      own: installed(PROGRAM.replace("for (;;) {", "for (;;) { packet(), process.exit(2);")),
    });
    await expect(failing).rejects.toMatchObject({
      reason: "git_failed",
      message: "git-lfs could not get the files that this repository keeps in Git LFS",
      log: expect.not.stringContaining("may be damaged"),
    });
  });

  test("has pointers in their place without git-lfs, and the log says so", async () => {
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
