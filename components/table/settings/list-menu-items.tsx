import { Braces, Sheet } from "lucide-react";
import { useTranslations } from "next-intl";
import { useProblemText } from "@/components/problem/use-problem-text";
import { exportList, type FileFormat } from "@/components/table/settings/export-list";
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
import { toast } from "@/components/ui/toast";

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

type ExportItemsProps = { source: NonNullable<List["source"]>; only: string[] | null };

const FORMATS = [
  ["csv", Sheet],
  ["json", Braces],
] as const;

/** The server writes the file. */
function ExportItems({ source, only }: ExportItemsProps) {
  const t = useTranslations("table");
  const problemText = useProblemText();
  const save = (format: FileFormat) =>
    exportList(source, format, only).catch((thrown) => toast.error(problemText(thrown)));
  return (
    <>
      <DropdownMenuSeparator />
      {FORMATS.map(([format, Icon]) => (
        <DropdownMenuItem key={format} onSelect={() => void save(format)}>
          <Icon />
          {t("export", { format: format.toUpperCase() })}
        </DropdownMenuItem>
      ))}
    </>
  );
}
