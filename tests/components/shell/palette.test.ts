import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hrefOf } from "@/components/shell/palette/found-items";
import { readRecent, rememberRecent } from "@/components/shell/palette/recent";
import { type Found, FoundKind } from "@/lib/system/schema";

const found = (kind: FoundKind, id = 5, name = "Web & Co"): Found => ({ kind, id, project_id: 7, name });

test("everything that is found has an address", () => {
  const addresses = Object.fromEntries(FoundKind.options.map((kind) => [kind, hrefOf(found(kind))]));
  expect(addresses).toEqual({
    project: "/project/7",
    template: "/project/7/templates/5",
    inventory: "/project/7/inventory?q=Web+%26+Co",
    environment: "/project/7/environment?q=Web+%26+Co",
    repository: "/project/7/repositories?q=Web+%26+Co",
    key: "/project/7/keys?q=Web+%26+Co",
    schedule: "/project/7/schedule?q=Web+%26+Co",
    integration: "/project/7/integration/5",
    task: "/project/7/tasks/5",
  });
});

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
