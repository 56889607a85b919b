import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { KeySecret } from "@/lib/protocol/job";
import { parseSource } from "@/runner/git/source";
import { TaskProblem } from "@/runner/job/problem";
import { Keychain } from "@/runner/keys";
import { makePrivate } from "@/runner/tree";
import { sshConfig } from "@/runner/write/ssh-config";
import { oneLine, pathList, shellWord } from "@/runner/write/values";
import { toYaml, Unsafe } from "@/runner/write/yaml";
import { Random } from "../chaos/random";
import { requireTool } from "../support/tools";

const folder = mkdtempSync(join(tmpdir(), "signalbox-writers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PIECES = [
  ...[
    "\n",
    "\r",
    "\t",
    "\0",
    " ",
    '"',
    "'",
    "\\",
    "%",
    "%h",
    "$",
    ["$", "{HOME}"].join(""),
    "$(id)",
    "`id`",
    "~",
    "#",
    "=",
    ":",
    ";",
  ],
  ...["{{ x }}", "!unsafe ", "- ", "&a", "*a", "@", "-", "\u0085", "\u2028", "\ufeff", "\u007f", "ü", "🚀", "\ud800"],
  ...["a", "bc", "ProxyCommand touch /tmp/x", "Host *", "Include /etc/passwd", "\n  ProxyCommand id\n"],
];

/** Texts with characters that are special in one of the formats. */
function* texts(seed: number, count: number): Generator<string> {
  const random = new Random(seed);
  for (let index = 0; index < count; index++) {
    yield Array.from({ length: random.between(1, 6) }, () => random.pick(PIECES)).join("");
  }
}

/** A writer's result for each text; undefined if it refuses. */
const written = (seed: number, count: number, write: (text: string) => string) =>
  [...texts(seed, count)].flatMap((text) => {
    try {
      return [{ text, output: write(text) }];
    } catch (error) {
      expect(error).toBeInstanceOf(TaskProblem);
      return [];
    }
  });

describe("a writer's text is read back unchanged, or rejected", () => {
  requireTool("ssh")("a configuration of ssh", () => {
    const file = join(folder, "config");
    const accepted = written(1, 600, (User) => sshConfig({ User, BatchMode: "yes" }));
    expect(accepted.length).toBeGreaterThan(20);
    for (const { text, output } of accepted.slice(0, 100)) {
      writeFileSync(file, output);
      const lines = execFileSync("ssh", ["-G", "-F", file, "host"], { stdio: ["ignore", "pipe", "ignore"] })
        .toString()
        .split("\n");
      expect(lines).toContain(`user ${text}`);
      expect(lines.filter((line) => /^(proxycommand|include)/.test(line))).toEqual([]);
    }
  });

  test("a word of a shell", () => {
    const accepted = written(2, 600, shellWord);
    expect(accepted.length).toBeGreaterThan(300);
    const script = accepted.map(({ output }) => `printf '%s\\0' ${output}`).join("\n");
    const read = execFileSync("sh", ["-c", script]).toString().split("\0").slice(0, -1);
    expect(read).toEqual(accepted.map(({ text }) => Buffer.from(text).toString()));
  });

  test("one line", () => {
    for (const { text, output } of written(3, 600, (line) => oneLine("it", line))) {
      expect([text, `${output}\n`, `${output}\r\n`].includes(text)).toBe(true);
      expect(output).not.toMatch(/[\n\r\0]/);
    }
    expect(oneLine("it", "password\n")).toBe("password");
    expect(() => oneLine("it", "pass\nword")).toThrow("one line");
  });

  test("a list of folders", () => {
    for (const { text, output } of written(4, 600, (path) => pathList([`/data/${path}`], ["/usr"]))) {
      expect(output.split(":")).toEqual([`/data/${text}`, "/usr"]);
    }
    expect(() => pathList(["/data:/evil"], [])).toThrow("list of folders");
  });

  requireTool("ansible-playbook")("YAML", () => {
    const accepted = written(5, 600, (text) => toYaml({ [text]: text, unsafe: new Unsafe([text]) }));
    expect(accepted.length).toBeGreaterThan(300);
    const script = `
import json, sys
from ansible.parsing.utils.yaml import from_yaml
print(json.dumps([from_yaml(text) for text in json.load(sys.stdin)]))`;
    const input = JSON.stringify(accepted.map(({ output }) => output));
    const read: unknown = JSON.parse(execFileSync("/usr/bin/python3", ["-c", script], { input }).toString());
    expect(read).toEqual(accepted.map(({ text }) => ({ [text]: text, unsafe: [text] })));
  });
});

test("a folder for keys that others may enter is refused", () => {
  const mine = join(folder, "mine");
  makePrivate(mine);
  makePrivate(mine);
  const open = join(folder, "open");
  mkdirSync(open, { mode: 0o755 });
  symlinkSync(mine, join(folder, "elsewhere"));
  for (const other of [open, join(folder, "elsewhere")])
    expect(() => makePrivate(other)).toThrow("belongs to someone else");
});

describe("a key's login", () => {
  const open = async (name: string) => {
    const place = { secrets: join(folder, name), sockets: join(folder, `${name}-sockets`) };
    return new Keychain(place, { PATH: process.env.PATH ?? "" }, "");
  };
  const key = (login: string, password = "p"): KeySecret => ({ type: "login_password", login, password });

  test("adds no further setting to ssh's configuration", async () => {
    const canary = join(folder, "canary");
    const ring = await open("attack");
    const login = `me"\n  ProxyCommand touch ${canary}\n#"`;
    const access = ring.gitAccess(parseSource("ssh://127.0.0.1/x"), key(login));
    await expect(access).rejects.toThrow("the value of User has a character that a configuration of ssh cannot hold");
    expect(existsSync(canary)).toBe(false);
  });

  test("with spaces and a backslash is kept", async () => {
    const { GIT_SSH_COMMAND = "" } = await (await open("plain")).gitAccess(
      parseSource("ssh://127.0.0.1/x"),
      key("DOMAIN\\some one"),
    );
    const path = /^ssh -F '([^']+)'$/.exec(GIT_SSH_COMMAND)?.[1] ?? "";
    expect(readFileSync(path, "utf8")).toContain('User "DOMAIN\\some one"\n');
  });

  test.each([
    ["a login", key("a\nb")],
    ["a password", key("a", "b\nc")],
  ])("with %s of two lines is rejected before it reaches git", async (name, value) => {
    const access = (await open(name)).gitAccess(parseSource("https://127.0.0.1/x"), value);
    await expect(access).rejects.toThrow("one line");
  });
});
