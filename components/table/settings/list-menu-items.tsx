import { Braces, Sheet } from "lucide-react";
import { useTranslations } from "next-intl";
import type { List } from "@/components/table/settings/list";
import { DENSITIES, type Density } from "@/components/table/settings/use-list-settings";
import {
  DropdownMenuCheckboxItem,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from "@/components/ui/dropdown-menu";
import { requestOf } from "@/lib/client/client";

export type ListMenuItemsProps = {
  list: List;
  /** Those that can be hidden. */
  columns: { key: string; header: string }[];
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
  density: Density;
  onDensity: (density: Density) => void;
  /** Keys of the rows that are exported; null: all. */
  only: () => string[] | null;
};

export function ListMenuItems({ list, columns, hidden, onHide, density, onDensity, only }: ListMenuItemsProps) {
  const t = useTranslations("table");
  const without = (key: string) => hidden.filter((other) => other !== key);
  return (
    <>
      {columns.length > 0 && <DropdownMenuLabel>{t("columns")}</DropdownMenuLabel>}
      {columns.map(({ key, header }) => (
        <DropdownMenuCheckboxItem
          key={key}
          checked={!hidden.includes(key)}
          onCheckedChange={(visible) => onHide(visible ? without(key) : [...without(key), key])}
          onSelect={(event) => event.preventDefault()}
        >
          {header}
        </DropdownMenuCheckboxItem>
      ))}
      {columns.length > 0 && <DropdownMenuSeparator />}
      <DropdownMenuLabel>{t("density")}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={density}>
        {DENSITIES.map((value) => (
          <DropdownMenuRadioItem
            key={value}
            value={value}
            onSelect={(event) => {
              event.preventDefault();
              onDensity(value);
            }}
          >
            {t(value)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      {list.source && <ExportItems source={list.source} only={only()} />}
    </>
  );
}

/** The browser downloads what the server writes. */
function ExportItems({ source, only }: { source: NonNullable<List["source"]>; only: string[] | null }) {
  const t = useTranslations("table");
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild>
        <a href={exportHref(source, "csv", only)} download="">
          <Sheet />
          {t("export", { format: "CSV" })}
        </a>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <a href={exportHref(source, "json", only)} download="">
          <Braces />
          {t("export", { format: "JSON" })}
        </a>
      </DropdownMenuItem>
    </>
  );
}

function exportHref({ route, call }: NonNullable<List["source"]>, format: string, only: string[] | null): string {
  const url = new URL(`/api${requestOf(route, call).path}`, window.location.href);
  url.searchParams.set("export", format);
  if (only) url.searchParams.set("only", only.join(","));
  return url.pathname + url.search;
}
