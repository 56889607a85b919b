import { AppIcon } from "@/components/app/app-icon";
import type { InventoryType } from "@/lib/inventory/rules";

const APPS: Record<InventoryType, string> = {
  static: "ansible",
  "static-yaml": "ansible",
  file: "ansible",
  "terraform-workspace": "terraform",
  "tofu-workspace": "tofu",
};

/** The icon of the application that reads inventories of the type. */
export const InventoryIcon = ({ type }: { type: InventoryType }) => <AppIcon app={APPS[type]} />;
