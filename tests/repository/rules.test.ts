import { describe, expect, it } from "vitest";
import { isBranchName, isRepositoryPath, repositoryKind, repositoryUrlProblem } from "@/lib/repository/rules";

describe("repositoryKind and repositoryUrlProblem", () => {
  it.each([
    ["/srv/code", "local"],
    ["/srv/my code", "local"],
    ["https://example.com/a/b.git", "https"],
    ["https://example.com:8443/a/b.git", "https"],
    ["https://[2001:db8::1]/a.git", "https"],
    ["https://example.com/a%20b.git", "https"],
    ["https://org@dev.azure.com/org/p/_git/r", "https"],
    ["http://first.last%40example.com@git.example.com:8080/a.git", "http"],
    ["HTTPS://example.com/a", "https"],
    ["Ssh://git@example.com/a.git", "ssh"],
    ["http://example.com/a.git", "http"],
    ["git://example.com/a.git", "git"],
    ["file:///srv/code.git", "file"],
    ["ssh://git@example.com/a.git", "ssh"],
    ["ssh://example.com:2222/~me/a.git", "ssh"],
    ["git@example.com:a/b.git", "ssh"],
    ["example.com:a.git", "ssh"],
    ["deploy-bot@[::1]:a.git", "ssh"],
  ])("accepts %s as %s", (url, kind) => {
    expect(repositoryKind(url)).toBe(kind);
    expect(repositoryUrlProblem(url)).toBeNull();
  });

  it.each([
    "",
    "code",
    "code/sub",
    "example.com/a.git",
    "--upload-pack=touch /tmp/p;",
    "-oProxyCommand=x:repo",
    "ext::sh -c id",
    "fd::17",
    "foo::bar",
    "gopher://example.com/a",
    "ftp://example.com/a",
    "javascript:alert(1)//",
    "ssh://-oProxyCommand=x/y",
    "ssh://me@-oProxyCommand=x/y",
    "ssh://-me@example.com/y",
    "-me@example.com:y",
    "example.com:-y",
    "example.com::y",
    "https://-x.example.com/a",
    "https://-user@example.com/a",
    "https://me@you@example.com/a",
    "https:///a",
    "https://exa mple.com/a",
    "https://example.com/a\nb",
    "https://example.com/a%0ab",
    "https://example.com/a%00",
    "https://example.com\\@evil.com/a",
    "ssh://git@host%0a/a",
    "file://host/a",
    "file:",
    "/srv/co\0de",
    "https://example.com;id/a",
    "https://$(id)/a",
  ])("rejects %j", (url) => {
    expect(repositoryUrlProblem(url)).toMatch(/incorrectUrl|urlCredentials/);
  });

  it.each([
    "https://user:pw@example.com/x.git",
    "HTTPS://user:pw@example.com/x.git",
    "https://user%3Apw@example.com/x.git",
    `https://ghp_${"x1".repeat(18)}@github.com/x.git`,
    "https://glpat-0123456789@gitlab.com/x.git",
    `https://${"a1b2".repeat(13)}@dev.azure.com/org/p/_git/r`,
    "http://:pw@example.com/x.git",
    "git://user@example.com/x.git",
    "ssh://git:pw@example.com/x.git",
    "git:pw@example.com:x.git",
  ])("rejects the credentials in %s", (url) => {
    expect(repositoryUrlProblem(url)).toBe("urlCredentials");
  });
});

describe("isBranchName", () => {
  it.each(["main", "feature/x-1", "v1.2.3", "release_2", "köln", "a#b", "x@y", "1+1"])("accepts %s", (name) => {
    expect(isBranchName(name)).toBe(true);
  });

  it.each([
    "",
    "@",
    "--upload-pack=x",
    "-c core.sshCommand=x",
    "; id",
    "$(id)",
    "`id`",
    "a b",
    "a\tb",
    "a\nb",
    "a\0b",
    "a..b",
    "a//b",
    "/a",
    "a/",
    ".a",
    "a/.b",
    "a.lock",
    "a.",
    "a@{1}",
    "a~1",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[b",
    "a\\b",
    "a|b",
    "a&b",
    "a<b",
    "a'b",
    'a"b',
    "x".repeat(256),
  ])("rejects %j", (name) => {
    expect(isBranchName(name)).toBe(false);
  });
});

describe("isRepositoryPath", () => {
  it.each(["site.yml", "a/b/c.yml", "./a", "a/../b", "with space.sh", ".", "ünï.sh", "a..b"])("accepts %s", (path) => {
    expect(isRepositoryPath(path)).toBe(true);
  });

  it.each([
    "",
    "../x",
    "../../x",
    "a/../../x",
    "./../x",
    "..",
    "/etc/x",
    "-",
    "--help",
    "~/x",
    "a\0b",
    "a\nb",
    "a\\..\\b",
    "x".repeat(5000),
  ])("rejects %j", (path) => {
    expect(isRepositoryPath(path)).toBe(false);
  });
});
