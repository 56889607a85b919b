import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "../support/job";
import { commit, commitOnBranch, git } from "../support/repositories";
import { checkoutSite } from "./checking-out";

const site = checkoutSite();
const { url, fetch } = site;

/** The branches and tags that a script of the task sees, with the subjects of their commits. */
async function seen(branch = "main"): Promise<string[]> {
  const { directory, log } = await fetch(repository(url(), { branch }));
  expect(log).toMatch(/^Cloning [^\n]+\nChecked out [^\n]+\n$/);
  const format = "--format=%(refname) %(subject)";
  const refs = git(directory, "for-each-ref", format, "refs/remotes", "refs/tags").split("\n");
  return refs.filter((ref) => !ref.startsWith("refs/remotes/origin/HEAD")).map((ref) => ref.replace(/^refs\//, ""));
}

describe("a checkout has what the server has:", () => {
  test("tags that moved, and none that were deleted", async () => {
    git(site.origin, "tag", "stable");
    git(site.origin, "tag", "gone");
    expect(await seen()).toEqual(["remotes/origin/main first", "tags/gone first", "tags/stable first"]);
    commit(site.origin, {}, "second");
    git(site.origin, "tag", "-f", "stable");
    git(site.origin, "tag", "-d", "gone");
    expect(await seen()).toEqual(["remotes/origin/main second", "tags/stable second"]);
  });

  test("other branches as they are now, and none that were deleted", async () => {
    commitOnBranch(site.origin, "feature", {});
    commitOnBranch(site.origin, "gone", {});
    await seen();
    git(site.origin, "branch", "-D", "gone");
    const main = commit(site.origin, {}, "second");
    const names = ["remotes/origin/feature feature", "remotes/origin/main second"];
    expect(await seen("feature")).toEqual(names);
    const { directory } = await fetch(repository(url(), { branch: "feature" }));
    expect(git(directory, "log", "--format=%s", "origin/main...HEAD")).toBe("second\nfeature");
    expect(git(directory, "rev-parse", "origin/main")).toBe(main);
  });

  test("a branch that became a folder of branches, and the other way round", async () => {
    git(site.origin, "branch", "topic");
    await seen();
    git(site.origin, "branch", "-m", "topic", "topic/one");
    expect(await seen()).toEqual(["remotes/origin/main first", "remotes/origin/topic/one first"]);
    git(site.origin, "branch", "-m", "topic/one", "topic");
    expect(await seen("topic")).toEqual(["remotes/origin/main first", "remotes/origin/topic first"]);
  });

  test("names that look like options", async () => {
    for (const ref of ["refs/heads/--all", "refs/tags/-d"]) git(site.origin, "update-ref", ref, "HEAD");
    expect(await seen()).toEqual(["remotes/origin/--all first", "remotes/origin/main first", "tags/-d first"]);
  });

  test("a branch rather than a tag of the same name, and a tag that has none", async () => {
    git(site.origin, "tag", "-a", "both", "-m", "of the first");
    commitOnBranch(site.origin, "both", {});
    const both = repository(url(), { branch: "both" });
    expect((await fetch(both)).commit?.message).toBe("both");
    git(site.origin, "branch", "-D", "both");
    expect((await fetch(both)).commit?.message).toBe("first");
    git(site.origin, "tag", "-d", "both");
    await expect(fetch(both)).rejects.toMatchObject({
      message: "the repository has no such branch",
      log: expect.stringContaining("fatal: couldn't find remote ref refs/heads/both\n"),
    });
  });

  test("no default branch, if it has none", async () => {
    const anyBranch = repository(url(), { branch: "" });
    expect((await fetch(anyBranch)).commit?.message).toBe("first");
    git(site.origin, "symbolic-ref", "HEAD", "refs/heads/nothing");
    await expect(fetch(anyBranch)).rejects.toMatchObject({ message: "the repository has no such branch" });
    expect((await fetch()).commit?.message).toBe("first");
  });
});

test("a repository that became shallow, which git leaves out, fails rather than being that of an earlier fetch", async () => {
  await fetch();
  const away = join(site.folder, "away");
  renameSync(site.origin, away);
  for (const message of ["second", "third"]) commit(away, {}, message);
  git(site.folder, "clone", "-q", "--depth=1", `file://${away}`, "origin");
  for (const branch of ["main", ""])
    await expect(fetch(repository(url(), { branch }))).rejects.toMatchObject({
      message: "git did not say what it fetched",
    });
});

test("what deleted branches leave in the copy stays packed", async () => {
  commitOnBranch(site.origin, "gone", { "run.sh": "echo gone\n" });
  const gone = git(site.origin, "rev-parse", "gone");
  await fetch();
  git(site.origin, "branch", "-D", "gone");
  await fetch();
  const env = { ...process.env, GIT_CONFIG_GLOBAL: join(site.dataDir, "gitconfig") };
  execFileSync("git", ["gc", "--quiet"], { cwd: site.mirror(), env });
  expect(git(site.mirror(), "count-objects")).toBe("0 objects, 0 kilobytes");
  expect(git(site.mirror(), "cat-file", "-t", gone)).toBe("commit");
});

test("a server that shows nothing by mistake costs nothing of the copy", async () => {
  await fetch();
  const away = join(site.folder, "away");
  renameSync(site.origin, away);
  git(site.folder, "init", "-q", "origin");
  await expect(fetch()).rejects.toMatchObject({ message: "the repository has no such branch" });
  expect(git(site.mirror(), "log", "--format=%s", "main")).toBe("first");
});
