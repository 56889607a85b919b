import { describe, expect, test } from "vitest";
import type { Column } from "@/components/table/columns/column";
import { filterRows } from "@/components/table/filter-rows";
import { partsOf } from "@/components/table/settings/export-list";
import { exportedKeys, listOf } from "@/components/table/settings/list";
import { printSettings, readSettings } from "@/components/table/settings/use-list-settings";
import { compareValues, knownSort, nextSort, parseSort, printSort, sortRows } from "@/components/table/sort-order";

describe("sorting a table", () => {
  test("is stored in the URL as the column's key, with a minus for descending", () => {
    expect(parseSort("name")).toEqual({ key: "name", descending: false });
    expect(parseSort("-start")).toEqual({ key: "start", descending: true });
    for (const text of ["name", "-start"]) {
      const sort = parseSort(text);
      expect(sort && printSort(sort)).toBe(text);
    }
  });

  test.each([null, undefined, "", "-"])("is off for %j", (text) => {
    expect(parseSort(text)).toBeNull();
  });

  test("cycles through ascending, descending and the original order", () => {
    const up = nextSort(null, "name");
    const down = nextSort(up, "name");
    expect([up, down, nextSort(down, "name")]).toEqual([
      { key: "name", descending: false },
      { key: "name", descending: true },
      null,
    ]);
    expect(nextSort(down, "start")).toEqual({ key: "start", descending: false });
  });

  test("orders numbers by size, and names by the numbers in them", () => {
    const collator = new Intl.Collator("en", { numeric: true });
    expect([10, 9, 100].sort((a, b) => compareValues(a, b, collator))).toEqual([9, 10, 100]);
    expect(["web10", "web2", "db"].sort((a, b) => compareValues(a, b, collator))).toEqual(["db", "web2", "web10"]);
  });

  test("puts rows without a value last in both directions", () => {
    const columns: Column<string | null>[] = [{ key: "name", header: "", cell: () => null, sort: (name) => name }];
    const sorted = (sort: string) => sortRows([null, "b", "", "a"], columns, parseSort(sort), new Intl.Collator("en"));
    expect(sorted("name")).toEqual(["a", "b", null, ""]);
    expect(sorted("-name")).toEqual(["b", "a", null, ""]);
    expect(sorted("unknown")).toEqual([null, "b", "", "a"]);
  });
});

describe("the search box", () => {
  type Row = { name: string; playbook: string | null };
  const columns: Column<Row>[] = [
    { key: "name", header: "Name", cell: () => null, search: (row) => row.name },
    { key: "playbook", header: "Playbook", cell: () => null, search: (row) => row.playbook },
    { key: "other", header: "Other", cell: () => "deploy" },
  ];
  const rows: Row[] = [
    { name: "Deploy to Dev", playbook: "deploy.yml" },
    { name: "Build", playbook: null },
    { name: "Ping Straße", playbook: "ping.yml" },
  ];
  const found = (query: string) => filterRows(rows, columns, query).map((row) => row.name);

  test("matches every word in any searchable column, ignoring case", () => {
    expect(found("DEV deploy.yml")).toEqual(["Deploy to Dev"]);
    expect(found("straße")).toEqual(["Ping Straße"]);
    expect(found("build ping")).toEqual([]);
  });

  test("shows all rows for an empty search", () => {
    expect(found("   ")).toHaveLength(3);
  });
});

describe("the settings of a list", () => {
  test.each([{}, { sort: "-start" }, { hidden: ["playbook", "inventory"] }, { sort: "name", hidden: [] }])(
    "%j are stored in a cookie, and read back",
    (settings) => {
      expect(readSettings(printSettings(settings))).toEqual(settings);
    },
  );

  test("leave no cookie when nothing was chosen, and survive one that is none of ours", () => {
    expect(printSettings({})).toBe("");
    expect(readSettings("%%%&sort")).toEqual({});
  });

  test("name a sort only while there is such a column", () => {
    const columns: Column<string>[] = [
      { key: "name", header: "", cell: () => null, sort: (name) => name },
      { key: "status", header: "", cell: () => null },
    ];
    expect(knownSort("-name", columns)).toBe("-name");
    for (const sort of ["status", "version", "", undefined]) expect(knownSort(sort, columns)).toBeUndefined();
  });

  test("are the same in all projects", () => {
    const { name } = listOf("GET /project/:projectId/templates/:templateId/tasks", {
      params: { projectId: 1, templateId: 2 },
    });
    expect(name).toBe("project_templates_tasks");
  });
});

describe("an export", () => {
  const rows = [{ id: 1 }, { id: 2 }];
  const list = listOf("GET /users", {});

  test("of all rows names none", () => {
    expect(exportedKeys(rows, { list, rows, rowKey: ({ id }) => id })).toBeNull();
  });

  test("of found rows names them", () => {
    expect(exportedKeys(rows.slice(1), { list, rows, rowKey: ({ id }) => id })).toEqual(["2"]);
    expect(exportedKeys(rows, { list: { ...list, isPart: true }, rows, rowKey: ({ id }) => id })).toEqual(["1", "2"]);
  });

  test("of rows with keys of several fields names those, too", () => {
    const rowKey = ({ id }: { id: number }) => `${id} a,b`;
    expect(exportedKeys(rows.slice(1), { list, rows, rowKey })).toEqual(["2%20a%2Cb"]);
  });

  test("of many rows takes several requests, whose addresses stay short", () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => String(n));
    const parts = partsOf(keys);
    expect(parts.flat()).toEqual(keys);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(encodeURIComponent(part.join(",")).length).toBeLessThan(4_100);
    expect(partsOf(["x".repeat(9_000), "y"])).toHaveLength(2);
    expect(partsOf([])).toEqual([[]]);
  });
});
