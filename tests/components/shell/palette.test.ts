import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Entry, questionOf, ranked } from "@/components/shell/palette/entry";
import { readRecent, rememberRecent } from "@/components/shell/palette/recent";
import type { Found, FoundKind } from "@/lib/system/schema";

const found = (kind: FoundKind, id = 5, name = "Web & Co"): Found => ({ kind, id, project_id: 7, name });

describe("what was opened last", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  test("is listed once, the newest first", () => {
    for (const id of [1, 2, 1]) rememberRecent(found("template", id));
    rememberRecent(found("task", 1));
    expect(readRecent().map(({ kind, id }) => `${kind} ${id}`)).toEqual(["task 1", "template 1", "template 2"]);
  });

  test("is forgotten after six others", () => {
    for (let id = 1; id <= 9; id++) rememberRecent(found("key", id));
    expect(readRecent().map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4]);
  });

  test("is empty if the storage holds something else", () => {
    for (const text of ["no json", "{}", "null"]) {
      stored.set("paletteRecent", text);
      expect(readRecent()).toEqual([]);
    }
  });
});

describe("what fits a text is ranked", () => {
  const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
    id: label,
    group: "actions",
    icon: null,
    label,
    run: () => undefined,
    ...more,
  });
  const labels = (entries: Entry[], query: string) => ranked(entries, query).map(({ label }) => label);

  test("the whole text comes first, then words, beginnings and parts of words", () => {
    const entries = ["Undeployed", "Deployments", "Run: Deploy", "Deploy", "Keys"].map((label) => entry(label));
    expect(labels(entries, "deploy")).toEqual(["Deploy", "Deployments", "Run: Deploy", "Undeployed"]);
  });

  test("all words have to occur, in any order, in the label or the name", () => {
    const entries = [entry("Stop #12", { name: "Deploy" }), entry("Stop #13", { name: "Backup" }), entry("Deploy")];
    expect(labels(entries, "stop depl")).toEqual(["Stop #12"]);
    expect(labels(entries, "#13 stop")).toEqual(["Stop #13"]);
  });

  test("case, accents and one typo in a word of four letters are forgiven", () => {
    const entries = [entry("Überwachung"), entry("Run: Überwachung"), entry("Keys")];
    for (const query of ["uberwachung", "überwachugn", "UBERWACHNG"])
      expect(labels(entries, query)).toContain("Überwachung");
    expect(labels(entries, "run überwachugn")).toEqual(["Run: Überwachung"]);
    expect(labels(entries, "kye")).toEqual([]);
  });

  test("a typo resembles beginnings of words only, and never what acts on something", () => {
    const entries = [
      entry("Users"),
      entry("Routers"),
      entry("Stop #2045", { name: "Users", exact: true }),
      entry("Stop #2046", { name: "Usars", exact: true }),
      entry("New project"),
      entry("Rejected"),
    ];
    expect(labels(entries, "users")).toEqual(["Users", "Stop #2045"]);
    expect(labels(entries, "reject")).toEqual(["Rejected"]);
  });

  test("other words than the shown ones find it, too", () => {
    const german = entry("Language: Deutsch", { words: "Deutsch German Allemand" });
    for (const query of ["german", "deutsch", "language allem"]) expect(labels([german], query)).toHaveLength(1);
    expect(labels([german], "french")).toEqual([]);
  });

  test("what only the server matched comes last, what was opened lately before its equals", () => {
    const entries = [entry("Elsewhere", { found: true }), entry("Deploy one"), entry("Deploy two", { recent: true })];
    expect(labels(entries, "deploy")).toEqual(["Deploy two", "Deploy one", "Elsewhere"]);
    const equals = [entry("Deploy it", { id: "far" }), entry("Deploy it", { id: "near", near: true })];
    expect(ranked(equals, "deploy").map(({ id }) => id)).toEqual(["near", "far"]);
  });

  test("what is special in patterns is only text, and a long text takes no time", () => {
    const began = performance.now();
    expect(labels([entry("a (.*)+ b")], "(.*)+")).toEqual([]);
    for (const query of ["a".repeat(200), "[[[(((", "\\", "aaaa ".repeat(40)]) labels([entry("a".repeat(500))], query);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

test.each([
  ["deploy", { text: "deploy", active: false, verb: null }],
  ["run deploy prod", { text: "deploy prod", active: false, verb: "start" }],
  ["deploy prod", { text: "prod", active: false, verb: "start" }],
  ["stop #12", { text: "#12", active: false, verb: "stop" }],
  ["sotp backup", { text: "backup", active: false, verb: "stop" }],
  ["sto", { text: "sto", active: true, verb: null }],
  ["s", { text: "s", active: false, verb: null }],
  ["web servers", { text: "web servers", active: false, verb: null }],
  ["", { text: "", active: false, verb: null }],
  ["reject", { text: "reject", active: true, verb: null }],
  ["confirm network", { text: "network", active: false, verb: "decide" }],
] as const)("'%s' asks the server for names without its verb", (query, question) => {
  expect(
    questionOf(query, { start: ["Run", "Build", "Deploy"], stop: ["Stop"], decide: ["Confirm", "Reject"] }),
  ).toEqual(question);
});
