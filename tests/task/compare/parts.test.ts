import { describe, expect, test } from "vitest";
import type { CommitInfo } from "@/lib/protocol/commits";
import { digestSecret, isDigestOf, isSameSecret } from "@/lib/secret/digest";
import { commitsBetween } from "@/lib/task/compare/commits";
import { compareDurations, compareHosts, comparePlans } from "@/lib/task/compare/differences";
import { comparable, inHostOrder } from "@/lib/task/compare/log-lines";
import type { Results } from "@/lib/task/compare/results";
import { planChange, taskPlan } from "../../support/plan";

const hash = (letter: string) => letter.repeat(40);
const commit = (letter: string, ...parents: string[]): CommitInfo => ({
  hash: hash(letter),
  parents: parents.map(hash),
  author: "A",
  time: "2026-01-01T00:00:00Z",
  subject: `commit ${letter}`,
  paths: [],
  files: 0,
});
const between = (histories: CommitInfo[][], before: string, after: string, more = false) => {
  const { added, removed, ...rest } = commitsBetween(
    histories.map((commits) => ({ commits, more })),
    hash(before),
    hash(after),
  );
  const letters = (of: CommitInfo[]) => of.map((one) => one.hash[0]).join("");
  return { ...rest, added: letters(added), removed: letters(removed) };
};

describe("commits between two runs", () => {
  test("are put together from what each task after the first one has", () => {
    const histories = [[commit("c", "b"), commit("b", "a")], [commit("d", "c")], [commit("e", "d")]];
    expect(between(histories, "a", "e")).toEqual({ state: "listed", added: "edcb", removed: "", more: false });
    expect(between(histories, "b", "d")).toMatchObject({ added: "dc", removed: "" });
  });

  test("are those that a run of an older commit takes back", () => {
    expect(between([[commit("c", "b"), commit("b", "a")]], "c", "a")).toMatchObject({ added: "", removed: "cb" });
  });

  test("are those of either side after branches have parted, and both sides of a merge", () => {
    const parted = [commit("d", "a"), commit("c", "b"), commit("b", "a")];
    expect(between([parted], "c", "d")).toMatchObject({ added: "d", removed: "cb" });
    const merged = [commit("f", "c", "e"), commit("e", "a"), commit("c", "b"), commit("b", "a")];
    expect(between([merged], "a", "f")).toMatchObject({ added: "fceb", removed: "" });
  });

  test("are unknown if nobody reported them, and not all if there were too many", () => {
    expect(between([], "a", "b")).toMatchObject({ state: "unknown" });
    expect(between([[commit("b", "a")]], "x", "y")).toMatchObject({ state: "unknown" });
    expect(between([[commit("z", "y")]], "a", "z", true)).toMatchObject({ added: "z", more: true });
  });
});

describe("the digest of a secret", () => {
  const ring = (id: string) => ({ active: id, keys: new Map([[id, Buffer.alloc(32, id)]]) });

  test("tells the same from another, and does not contain it", () => {
    const one = digestSecret("hunter2", "projects/1/variable:TOKEN", ring("k1"));
    expect(isSameSecret(one, digestSecret("hunter2", "projects/1/variable:TOKEN", ring("k1")))).toBe(true);
    expect(isSameSecret(one, digestSecret("hunter3", "projects/1/variable:TOKEN", ring("k1")))).toBe(false);
    expect(one).not.toContain("hunter2");
  });

  test("differs by place, so that equal secrets do not show", () => {
    expect(digestSecret("x", "projects/1/variable:A", ring("k1"))).not.toBe(
      digestSecret("x", "projects/1/variable:B", ring("k1")),
    );
  });

  test("says nothing when the key has changed", () => {
    expect(isSameSecret(digestSecret("x", "a", ring("k1")), digestSecret("x", "a", ring("k2")))).toBeNull();
  });

  test("is checked against a text as long as its key is in the ring", () => {
    const digest = digestSecret("x", "a", ring("k1"));
    const both = { active: "k2", keys: new Map([...ring("k2").keys, ...ring("k1").keys]) };
    expect([isDigestOf(digest, "x", "a", both), isDigestOf(digest, "y", "a", both)]).toEqual([true, false]);
    expect(isDigestOf(digest, "x", "a", ring("k2"))).toBe(false);
  });
});

const likeOf = (output: string) => comparable({ line: 0, time: "", output }).like;

describe("lines of logs are alike", () => {
  test.each([
    ["a time", "2026-11-23T02:19:37.123Z start", "2025-01-02 03:04:05,6 +0100 start"],
    ["a date in words", "Mon Nov 23 02:19:37 UTC 2026 done", "Sun Jan  4 11:09:01 UTC 2025 done"],
    ["a clock", "[12:00:01] ok", "[23:59:59.5] ok"],
    ["an id", "id 0b8a7c9e-1111-4222-8333-444455556666 made", "id ffffffff-1111-4222-8333-444455556666 made"],
    ["a commit", "HEAD is now at 3f2a9bc1d0", "HEAD is now at aa41b2c3d4e5"],
    ["a number of a process", "worker pid 4711 ready", "worker pid 12 ready"],
    ["a task's number", "Preparing task 12 (Deploy)", "Preparing task 13 (Deploy)"],
    ["a temporary folder", "cd /tmp/ansible.x1/", "cd /tmp/ansible.y2/"],
    ["the folder of an attempt", "/data/attempts/12-1/repository", "/data/attempts/13-2/repository"],
    ["a resource's id", "null_resource.a: Created [id=123]", "null_resource.a: Created [id=456]"],
    ["a duration", "apply complete after 3s", "apply complete after 1m12s"],
    ["a colour", "\u001b[32mok\u001b[0m", "ok"],
  ])("that differ by %s", (_, one, other) => {
    expect(likeOf(one)).toBe(likeOf(other));
  });

  test.each([
    ["exit code 1", "exit code 2"],
    ["ok: [web-1]", "ok: [web-2]"],
    ["3 files changed", "4 files changed"],
    ["deploying version 1.2.3", "deploying version 1.2.4"],
  ])("but not %s and %s", (one, other) => {
    expect(likeOf(one)).not.toBe(likeOf(other));
  });

  test("in the order of hosts, which differs in every run; what belongs to a host stays with it", () => {
    const lines = [
      "TASK [a]",
      "ok: [web-2]",
      "fatal: [web-1]: FAILED! =>",
      '  "msg": "no"',
      "ok: [db]",
      "",
      "TASK [b]",
    ];
    const ordered = inHostOrder(lines.map((output, line) => comparable({ line, time: "", output })));
    expect(ordered.map(({ line }) => line)).toEqual([0, 4, 2, 3, 1, 5, 6]);
  });
});

const results = (hosts: Record<string, [string, string]> | null, steps: Results["steps"] = []): Results => ({
  hosts: hosts && new Map(Object.entries(hosts).map(([name, [state, step]]) => [name, { state: state as "ok", step }])),
  steps,
  failedFiles: [],
});

test("hosts are listed whose state differs, failed ones first, and those that came or went", () => {
  const before = results({ a: ["ok", ""], b: ["ok", ""], gone: ["ok", ""] });
  const after = results({ a: ["ok", ""], fresh: ["ok", ""], b: ["failed", "install"] });
  expect(compareHosts(before, after)?.list).toEqual([
    { host: "b", before: "ok", after: "failed", step: "install" },
    { host: "fresh", before: null, after: "ok", step: "" },
    { host: "gone", before: "ok", after: null, step: "" },
  ]);
  expect(compareHosts(before, results(null))).toBeNull();
});

test("resources are listed that plans treat differently, in action or values", () => {
  const [same, other] = [planChange({ address: "same" }), planChange({ address: "other" })];
  const before = taskPlan({ resources: [same, other, planChange({ address: "gone", action: "delete" })] });
  const values = [{ ...planChange().attributes[0], path: "tags" }] as typeof same.attributes;
  const after = taskPlan({ resources: [same, planChange({ address: "other", attributes: values })] });
  expect(comparePlans(before, after).list).toEqual([
    { address: "other", before: "update", after: "update" },
    { address: "gone", before: "delete", after: null },
  ]);
});

test("durations are those of the run, its stages, and steps that differ by a second or more", () => {
  const timed = (end: string, millis: number) => ({
    run: {
      created: "2026-01-01T00:00:00Z",
      start: "2026-01-01T00:00:02Z",
      end,
      stages: [{ name: "run", first_line: 0, start: "2026-01-01T00:00:02Z", end }],
    } as never,
    results: results(null, [
      { name: "slow", millis },
      { name: "slow", millis: 500 },
      { name: "like before", millis: 10 },
    ]),
  });
  expect(compareDurations(timed("2026-01-01T00:00:03Z", 100), timed("2026-01-01T00:00:09Z", 5_000))).toEqual([
    { kind: "waited", name: "", before: 2_000, after: 2_000 },
    { kind: "total", name: "", before: 1_000, after: 7_000 },
    { kind: "stage", name: "run", before: 1_000, after: 7_000 },
    { kind: "step", name: "slow", before: 600, after: 5_500 },
  ]);
});
