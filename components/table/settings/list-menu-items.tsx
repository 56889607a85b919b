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
    // Side by side: below each other, they are higher than what is left of a window below a list's head.
    <div className="flex gap-1">
      {columns.length > 0 && (
        <div className="min-w-36 border-border border-r pr-1">
          <DropdownMenuLabel>{t("columns")}</DropdownMenuLabel>
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
        </div>
      )}
      <div className="min-w-36 flex-1">
        <DensityItems density={density} onDensity={onDensity} />
        {list.source && <ExportItems source={list.source} only={only()} />}
      </div>
    </div>
  );
}

function DensityItems({ density, onDensity }: Pick<ListMenuItemsProps, "density" | "onDensity">) {
  const t = useTranslations("table");
  return (
    <>
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
