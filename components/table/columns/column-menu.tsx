import { Settings2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/table/columns/column";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";

type ColumnMenuProps<Row> = {
  columns: Column<Row>[];
  hidden: readonly string[];
  onToggle: (key: string, visible: boolean) => void;
};

/** Selects the visible columns. */
export function ColumnMenu<Row>({ columns, hidden, onToggle }: ColumnMenuProps<Row>) {
  const t = useTranslations("table");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t("columns")} variant="secondary" size="icon" className="max-md:hidden">
          <Settings2 />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>{t("columns")}</DropdownMenuLabel>
        {columns
          .filter((column, index) => index > 0 && column.hideable !== false)
          .map((column) => (
            <DropdownMenuCheckboxItem
              key={column.key}
              checked={!hidden.includes(column.key)}
              onCheckedChange={(visible) => onToggle(column.key, visible)}
              onSelect={(event) => event.preventDefault()}
            >
              {column.header}
            </DropdownMenuCheckboxItem>
          ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
