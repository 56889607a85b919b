import { describe, expect, test } from "vitest";
import { checkBranch, checkCommit, displayUrl, parseSource } from "@/runner/git/source";

describe("repository addresses", () => {
  test.each([
    ["/srv/playbooks", { kind: "local" }],
    ["file:///srv/playbooks.git", { kind: "file" }],
    ["git://host/x.git", { kind: "git" }],
    ["ssh://git@host:2222/x.git", { kind: "ssh", host: "host", port: 2222 }],
    ["ssh://host/x.git", { kind: "ssh", host: "host", port: 22 }],
    ["ssh://git%40else%2Ewhere:22/x.git", { kind: "ssh", host: "else.where", port: 22 }],
    ["ssh://git@[::1]:2222/x", { kind: "ssh", host: "::1", port: 2222 }],
    ["ssh://[::1]/x", { kind: "ssh", host: "::1", port: 22 }],
    ["git@github.com:org/x.git", { kind: "ssh", host: "github.com", port: 22 }],
    ["git@[host:2222]:org/x.git", { kind: "ssh", host: "host", port: 2222 }],
    ["[git@host:2222]:org/x.git", { kind: "ssh", host: "host", port: 2222 }],
    ["[host]:x", { kind: "ssh", host: "host", port: 22 }],
    ["host:22", { kind: "ssh", host: "host", port: 22 }],
    ["https://host/x.git", { kind: "http", scheme: "https", host: "host", user: "" }],
    ["https://[::1]:443/x", { kind: "http", scheme: "https", host: "[::1]:443", user: "" }],
  ])("%s is accepted", (url, expected) => {
    expect(parseSource(url)).toEqual({ url, ...expected });
  });

  test.each([
    ["http://user@host:8080/x", "http://host:8080/x", { scheme: "http", host: "host:8080", user: "user" }],
    ["HTTPS://me%40home@Host/X", "https://Host/X", { scheme: "https", host: "Host", user: "me@home" }],
    ["https://50%@host/x", "https://host/x", { scheme: "https", host: "host", user: "50%" }],
  ])("%s is fetched from %s, with the user apart", (address, url, expected) => {
    expect(parseSource(address)).toEqual({ kind: "http", url, ...expected });
  });

  test.each([
    "",
    "relative/path",
    "--upload-pack=touch /tmp/p;",
    "ext::sh -c id",
    "fd::17",
    "foo::bar",
    "gopher://host/x",
    "ftp://host/x",
    "ssh://-oProxyCommand=x/y",
    "ssh://-o@host/x",
    "-oProxyCommand=x:repo",
    "-l@host:x",
    "host: x",
    "https:///x",
    "https://user:pw@host/x.git",
    "https://user%3Apw@host/x.git",
    "https://host/x\n--upload-pack",
    "/srv/\0x",
  ])("%j is rejected", (url) => {
    expect(() => parseSource(url)).toThrow(expect.objectContaining({ reason: "git_failed" }));
  });

  test.each([
    ["https://someone@host/x", "https://host/x"],
    ["git@host:x", "git@host:x"],
    ["/srv/x", "/srv/x"],
  ])("%s is shown as %s", (url, shown) => {
    expect(displayUrl(url)).toBe(shown);
  });
});

describe("branches", () => {
  test.each(["main", "feature/x-1", "release_2.0", "ü", "a@b", "v1.2.3"])("%s is accepted", (branch) => {
    expect(() => checkBranch(branch)).not.toThrow();
  });

  test.each([
    "--upload-pack=x",
    "-c core.sshCommand=x",
    "; id",
    "$(x y)",
    "a..b",
    "a b",
    "a~1",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[",
    "a\\b",
    "a@{1}",
    "@",
    "/a",
    "a/",
    "a//b",
    ".a",
    "a/.b",
    "a.lock",
    "a.lock/b",
    "a.",
    "a\nb",
    "x".repeat(251),
  ])("%j is rejected", (branch) => {
    expect(() => checkBranch(branch)).toThrow(/is not a branch name/);
  });
});

describe("commits", () => {
  test.each(["abcdef0", "A".repeat(40), "0".repeat(64)])("%s is accepted", (commit) => {
    expect(() => checkCommit(commit)).not.toThrow();
  });

  test.each(["", "abcdef", "--orphan=z", "HEAD;id", "g".repeat(40), "0".repeat(65), "abcdef0 "])(
    "%j is rejected",
    (commit) => {
      expect(() => checkCommit(commit)).toThrow(/is not a commit hash/);
    },
  );
});
