import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { useInventoryColumns } from "@/components/inventory/use-inventory-columns";
import { useKeyColumns } from "@/components/key/use-key-columns";
import { useRepositoryColumns } from "@/components/repository/use-repository-columns";
import { useFactColumns } from "@/components/resource/use-fact-columns";
import { ConsoleProvider } from "@/components/shell/console-context";
import { type ResourceFacts, withFacts } from "@/lib/project/schema/facts";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

type Row = { id: number; facts: ResourceFacts | undefined };

const BLANK: ResourceFacts = { id: 1, used_by: 0, changed_at: null, changed_by: null };

function Cell({ row, column }: { row: Row; column: string }) {
  return useFactColumns<Row>()
    .find(({ key }) => key === column)
    ?.cell(row);
}

function Headers() {
  const lists = [useKeyColumns(), useRepositoryColumns([]), useInventoryColumns()];
  return lists.map((columns) => columns.map(({ header }) => header).join(" · ")).join("\n");
}

const textOf = (node: React.ReactNode): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ConsoleProvider value={CONSOLE}>{node}</ConsoleProvider>
    </NextIntlClientProvider>,
  ).replace(/<[^>]+>/g, " ");

const cell = (column: string, facts: Partial<ResourceFacts> | undefined): string =>
  textOf(<Cell column={column} row={{ id: 1, facts: facts && { ...BLANK, ...facts } }} />);

describe("the columns of facts", () => {
  test("show how many things use a resource, and a dash for none", () => {
    expect(cell("used_by", { used_by: 12 })).toBe("12");
    expect(cell("used_by", {})).toContain("—");
    expect(cell("used_by", undefined)).toContain("—");
  });

  test("show the last change, with who made it if that is known", () => {
    const changed_at = "2026-01-01T00:00:00Z";
    expect(cell("changed", { changed_at, changed_by: "Ann" })).toContain("by Ann");
    expect(cell("changed", { changed_at })).not.toContain("by");
    expect(cell("changed", {})).toContain("—");
  });

  test("are in every list of resources, after what its kind shows", () => {
    const [keys, repositories, inventories] = textOf(<Headers />).split("\n");
    expect(keys).toBe("Name · Type · Fingerprint · Used by · Last changed");
    expect(repositories).toBe("Name · Git URL · Access key · Last commit · Last check · Used by · Last changed");
    expect(inventories).toBe("Name · Type · Path · Hosts · Used by · Last changed");
  });
});

describe("withFacts", () => {
  test("finds the facts of each row, and leaves a row that is newer than them without", () => {
    const rows = [{ id: 2 }, { id: 1 }, { id: 3 }];
    const facts = [BLANK, { ...BLANK, id: 2 }];
    expect(withFacts(rows, facts).map((row) => row.facts?.id)).toEqual([2, 1, undefined]);
    expect(withFacts([], facts)).toEqual([]);
  });
});
