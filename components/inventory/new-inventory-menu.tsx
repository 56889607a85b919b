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
import type { InventoryType } from "@/lib/inventory/rules";

const OFFERED = ["static", "terraform-workspace", "tofu-workspace"] as const;

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
        {OFFERED.map((type) => (
          <DropdownMenuItem key={type} onSelect={() => onPick(type)}>
            <InventoryIcon type={type} />
            {t(`offered.${type}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
