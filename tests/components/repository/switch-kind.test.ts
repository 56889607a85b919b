import { describe, expect, it } from "vitest";
import { switchKind } from "@/components/repository/switch-kind";
import { REPOSITORY_KINDS, repositoryKind, repositoryUrlProblem } from "@/lib/repository/rules";

describe("switchKind", () => {
  it.each([
    ["git@github.com:team/plays.git", "https", "https://github.com/team/plays.git"],
    ["git@github.com:team/plays.git", "ssh", "ssh://git@github.com/team/plays.git"],
    ["ssh://deploy@host:2222/plays.git", "http", "http://host:2222/plays.git"],
    ["https://github.com/team/plays.git", "ssh", "ssh://git@github.com/team/plays.git"],
    ["https://host:8443/team/plays.git", "git", "git://host:8443/team/plays.git"],
    ["/srv/git/plays", "file", "file:///srv/git/plays"],
    ["file:///srv/git/plays", "local", "/srv/git/plays"],
    ["github.com/team/plays", "https", "https://github.com/team/plays"],
    ["ftp://host/plays", "https", "https://host/plays"],
    ["", "ssh", "ssh://git@"],
    ["", "local", "/"],
  ] as const)("writes %j for %s as %j", (url, kind, expected) => {
    expect(switchKind(url, kind)).toBe(expected);
  });

  it("converts any URL to a valid one of the selected kind, and back", () => {
    for (const start of ["https://host.example/team/plays.git", "/srv/git/plays"]) {
      for (const kind of REPOSITORY_KINDS) {
        const url = switchKind(start, kind);
        expect(repositoryKind(url)).toBe(kind);
        expect(repositoryUrlProblem(url)).toBeNull();
        expect(switchKind(url, repositoryKind(start) ?? "ssh")).toBe(start);
      }
    }
  });

  it("leaves an @ in a path alone", () => {
    expect(switchKind("https://host/a@b", "http")).toBe("http://host/a@b");
    expect(switchKind("/srv/a@b:c", "file")).toBe("file:///srv/a@b:c");
  });
});
