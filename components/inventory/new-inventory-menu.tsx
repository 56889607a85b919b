import { ChevronDown, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { InventoryIcon } from "@/components/inventory/inventory-icon";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { type InventoryType, NEW_INVENTORY_TYPES } from "@/lib/inventory/rules";

/** `onPick` receives the type of the new inventory. */
export function NewInventoryMenu({ onPick }: { onPick: (type: InventoryType) => void }) {
  const t = useTranslations("inventory");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="primary">
          <Plus />
          {t("newOne")}
          <ChevronDown />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {NEW_INVENTORY_TYPES.map((type) => (
          <DropdownMenuItem key={type} onSelect={() => onPick(type)}>
            <InventoryIcon type={type} />
            {t(`offered.${type}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
