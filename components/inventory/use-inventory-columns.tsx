import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { InventoryIcon } from "@/components/inventory/inventory-icon";
import type { Column } from "@/components/table/columns/column";
import { isInline } from "@/lib/inventory/rules";
import type { Inventory } from "@/lib/inventory/schema";

/** An inventory in a list; without its text. */
export type InventoryRow = Pick<Inventory, "id" | "name" | "type" | "inventory">;

export function useInventoryColumns(): Column<InventoryRow>[] {
  const t = useTranslations("inventory");
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
  ];
}

function InventoryPlace({ place }: { place: string | null }) {
  if (!place) return <Dash />;
  return <Name text={place} className="font-mono text-xs" />;
}
