import { Braces, Sheet } from "lucide-react";
import { useTranslations } from "next-intl";
import { useProblemText } from "@/components/problem/use-problem-text";
import { exportList, readList } from "@/components/table/settings/export-list";
import type { List } from "@/components/table/settings/list";
import type { ShownList } from "@/components/table/settings/shown-file";
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
  /** What the table shows of these rows; by default of its own. */
  shown: (rows?: unknown[]) => ShownList;
};

type ItemsProps = ListMenuItemsProps & { saveShown: (shown: ShownList) => void };

export function ListMenuItems(props: ItemsProps) {
  const { list, columns, hidden, onHide, density, onDensity } = props;
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
        {list.source && <ExportItems {...props} source={list.source} />}
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

type ExportItemsProps = ItemsProps & { source: NonNullable<List["source"]> };

/** A spreadsheet gets what the list shows; a program all fields, in a file that the server writes. */
function ExportItems({ source, list, only, shown, saveShown }: ExportItemsProps) {
  const t = useTranslations("table");
  const problemText = useProblemText();
  const report = (thrown: unknown) => toast.error(problemText(thrown));

  async function saveCsv() {
    saveShown(list.isPage ? shown(await readList(source, only())) : shown());
  }

  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={() => void saveCsv().catch(report)}>
        <Sheet />
        {t("export", { format: "CSV" })}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void exportList(source, only()).catch(report)}>
        <Braces />
        {t("export", { format: "JSON" })}
      </DropdownMenuItem>
    </>
  );
}
