import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
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
          <span className="line-clamp-1 whitespace-normal break-all font-medium" title={row.name}>
            {row.name}
          </span>
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
  return (
    <span className="font-mono text-xs md:line-clamp-1 md:break-all" title={place}>
      {place}
    </span>
  );
}
