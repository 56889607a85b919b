import { useTranslations } from "next-intl";
import { useCreatable } from "@/components/create/create-context";
import { newInventoryType } from "@/lib/inventory/rules";
import type { Inventory } from "@/lib/inventory/schema";

/** The items of a select of inventories, and its last entry, which creates one that the application runs against. */
export function useCreatableInventory<Item extends { id: number }>(
  app: string,
  inventories: readonly Item[],
  toItem: (made: Inventory) => Item,
) {
  const t = useTranslations("inventory");
  const type = newInventoryType(app);
  return useCreatable(inventories, type === "static" ? t("newOne") : t(`new.${type}`), (receive) => ({
    kind: "inventory",
    type,
    onCreated: (made) => receive(toItem(made)),
  }));
}
