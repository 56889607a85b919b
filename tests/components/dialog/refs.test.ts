import { describe, expect, test } from "vitest";
import { hasRefs, splitRefs } from "@/components/dialog/refs";
import { initials } from "@/components/ui/avatar";

describe("references", () => {
  test("exist if any list has an entry", () => {
    expect(hasRefs({ templates: [], schedules: [{ id: 1, name: "nightly" }] })).toBe(true);
    expect(hasRefs({ templates: [], inventories: [], repositories: [] })).toBe(false);
    expect(hasRefs({})).toBe(false);
    expect(hasRefs(null)).toBe(false);
  });

  test("either block a deletion or are deleted too", () => {
    const [template, schedule] = [
      { id: 1, name: "app" },
      { id: 2, name: "nightly" },
    ];
    const none = { templates: [], inventories: [], repositories: [], integrations: [] };
    expect(splitRefs({ ...none, schedules: [schedule] }, ["schedules", "integrations"])).toEqual({
      keeps: null,
      goes: { schedules: [schedule], integrations: [] },
    });
    expect(splitRefs({ templates: [template], schedules: [schedule] }, []).keeps).toMatchObject({
      templates: [template],
      schedules: [schedule],
    });
    expect(splitRefs(null, ["schedules"])).toEqual({ keeps: null, goes: null });
  });
});

test.each([
  ["Demo Project", "DP"],
  ["web", "WE"],
  ["Ann Lee Smith", "AL"],
  [" x ", "X"],
  ["", ""],
  ["日本 語", "日語"],
  ["🚀 launch", "🚀L"],
])("the initials of %j are %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
