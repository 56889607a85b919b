import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { InventoryIcon } from "@/components/inventory/inventory-icon";
import { useFactColumns } from "@/components/resource/use-fact-columns";
import type { Column } from "@/components/table/columns/column";
import { isInline } from "@/lib/inventory/rules";
import type { Inventory, InventoryFacts } from "@/lib/inventory/schema";

/** An inventory in a list; without its text. */
export type InventoryRow = Pick<Inventory, "id" | "name" | "type" | "inventory"> & {
  facts: InventoryFacts | undefined;
};

export function useInventoryColumns(): Column<InventoryRow>[] {
  const t = useTranslations("inventory");
  const facts = useFactColumns<InventoryRow>();
  const place = ({ type, inventory }: InventoryRow) => (isInline(type) ? null : inventory || null);
  return [
    {
      key: "name",
      header: t("name"),
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <InventoryIcon type={row.type} />
          <Name text={row.name} className="font-medium" />
        </span>
      ),
      sort: (row) => row.name,
      search: (row) => row.name,
    },
    {
      key: "type",
      header: t("type"),
      cell: (row) => <span className="whitespace-nowrap">{t(`types.${row.type}`)}</span>,
      sort: (row) => t(`types.${row.type}`),
      search: (row) => t(`types.${row.type}`),
    },
    {
      key: "path",
      header: t("path"),
      cell: (row) => <InventoryPlace place={place(row)} />,
      sort: place,
      search: place,
    },
    {
      key: "hosts",
      header: t("hosts"),
      align: "right",
      width: 110,
      cell: (row) => <Hosts row={row} />,
      sort: ({ facts }) => facts?.hosts,
    },
    ...facts,
  ];
}

/** Only the runner sees those of a file, and a workspace has none. */
export function Hosts({ row: { type, facts } }: { row: Pick<InventoryRow, "type" | "facts"> }) {
  const t = useTranslations("resource");
  if (type === "file") return <span className="text-muted-foreground">{t("byFile")}</span>;
  return facts?.hosts ?? <Dash />;
}

function InventoryPlace({ place }: { place: string | null }) {
  if (!place) return <Dash />;
  return <Name text={place} className="font-mono text-xs" />;
}
