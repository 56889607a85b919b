import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ListMenuItemsProps } from "@/components/table/settings/list-menu-items";
import type { ShownList } from "@/components/table/settings/shown-file";
import { PageSymbol } from "@/components/theme/symbols";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

const ShownFile = dynamic(() => import("@/components/table/settings/shown-file").then((module) => module.ShownFile), {
  loading: () => null,
});

const load = () => import("@/components/table/settings/list-menu-items");

/** Without a placeholder, the menu opens once it has its items, at the side where they have room. */
const ListMenuItems = dynamic(() => load().then((module) => module.ListMenuItems));

/** What fails is asked for again when the menu opens. */
const prepare = (): void => void load().catch(() => undefined);

type ListMenuProps = ListMenuItemsProps & {
  /** In the head of the table, because there is no toolbar. */
  inHead: boolean;
};

/** Columns, density and export of a list; what is in it is loaded with the first interaction. */
export function ListMenu({ inHead, ...items }: ListMenuProps) {
  const t = useTranslations("table");
  const [saving, setSaving] = useState<ShownList | null>(null);
  const { list } = items;
  return (
    <DropdownMenu>
      <span className={inHead ? "head-menu" : "contents"}>
        <DropdownMenuTrigger asChild>
          <IconButton
            label={t("options")}
            onPointerEnter={prepare}
            onFocus={prepare}
            variant={inHead ? "ghost" : "secondary"}
            size={inHead ? "icon-sm" : "icon"}
            className={inHead ? "text-muted-foreground" : undefined}
          >
            <PageSymbol name="icon-options" />
          </IconButton>
        </DropdownMenuTrigger>
      </span>
      <DropdownMenuContent align="end">
        <ListMenuItems {...items} saveShown={setSaving} />
      </DropdownMenuContent>
      {saving && list.source && (
        <ShownFile {...saving} fileName={list.source.fileName} onSaved={() => setSaving(null)} />
      )}
    </DropdownMenu>
  );
}
