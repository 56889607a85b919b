import { useTranslations } from "next-intl";
import { type ReactNode, useDeferredValue } from "react";
import { type Column, hideable } from "@/components/table/columns/column";
import { Pager } from "@/components/table/pager";
import { DataRow, type DataRowProps } from "@/components/table/row/data-row";
import { SkeletonRows } from "@/components/table/row/skeleton-rows";
import { TableHeadRow } from "@/components/table/row/table-head-row";
import { SearchBox } from "@/components/table/search-box";
import { exportedKeys, type List } from "@/components/table/settings/list";
import { ListMenu } from "@/components/table/settings/list-menu";
import type { ShownList } from "@/components/table/settings/shown-file";
import { type Density, useListSettings } from "@/components/table/settings/use-list-settings";
import { knownSort } from "@/components/table/sort-order";
import { type DataTableOptions, useDataTable } from "@/components/table/use-data-table";
import { useKeptFocus } from "@/components/table/use-kept-focus";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Table, TableBody } from "@/components/ui/table";

/** The page contains as many as a window 950 pixels high shows; the browser adds the others at once. */
const FIRST_ROWS = { comfortable: 20, compact: 25 };
/** In pixels, as in ui.css. */
const ROW_HEIGHTS = { comfortable: 40, compact: 32 };

/** Keeps the last column free of the menu above it, and of its fading edge; actions are below it. */
const BESIDE_MENU = "md:[&_:is(th,td):last-child]:pr-15";
const BELOW_MENU = "md:[&_th:last-child]:min-w-11";

export type DataTableProps<Row> = Omit<DataTableOptions<Row>, "onSort"> &
  Pick<DataRowProps<Row>, "rowHref" | "onOpen" | "actions" | "expand"> & {
    /** Label for screen readers. */
    label: string;
    /** Whose settings are remembered. */
    list: List;
    /** Shows a search box; a text is its placeholder. */
    search?: boolean | string;
    empty: { text: ReactNode; icon?: ReactNode; action?: ReactNode };
    /** Above the table on the left, before the search box. */
    toolbar?: ReactNode;
    /** Above the table on the right, such as the button to create a row. */
    toolbarEnd?: ReactNode;
    /** Has less space between its columns, because it has many. */
    tight?: boolean;
    /** Below the rows. */
    footer?: ReactNode;
    rowClassName?: (row: Row) => string | undefined;
    className?: string;
  };

/** The table of every screen. Shows placeholders while rows are undefined; on a phone rows become cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, columns, label, expand, actions, search, toolbar, toolbarEnd, className } = props;
  const { settings, change, density, setDensity } = useListSettings(props.list.name);
  const state = useDataTable({
    ...props,
    defaultSort: knownSort(settings.sort, columns) ?? props.defaultSort,
    onSort: (sort) => change({ sort }),
  });
  const keptFocus = useKeptFocus(state.shown);
  const hidden = settings.hidden ?? columns.flatMap((column) => (column.hidden ? column.key : []));
  const visible = columns.filter((column) => !hidden.includes(column.key));
  const unused = rows?.length === 0;
  const hasToolbar = toolbar || toolbarEnd || (search && !unused);
  const menuInHead = !hasToolbar;
  const menu = !unused && (
    <ListMenu
      list={props.list}
      columns={hideable(columns)}
      hidden={hidden}
      onHide={(next) => change({ hidden: next })}
      density={density}
      onDensity={setDensity}
      only={() => exportedKeys(state.found, props)}
      // The rows of such a list are those of the API.
      shown={(given) => shownOf(visible, (given as Row[] | undefined) ?? state.found)}
      inHead={menuInHead}
    />
  );
  return (
    <div data-list="" data-density={density} className={cn("flex scroll-mt-16 flex-col gap-3", className)}>
      {hasToolbar && (
        <div className="flex flex-wrap items-center gap-2">
          {toolbar}
          {search && !unused && (
            <SearchBox
              value={state.query}
              onChange={state.setQuery}
              placeholder={typeof search === "string" ? search : undefined}
            />
          )}
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
            {menu}
            {toolbarEnd}
          </div>
        </div>
      )}
      <div className="relative overflow-hidden rounded-lg border border-border bg-card">
        {menuInHead && menu}
        {/* Positioned, so that texts for screen readers scroll with it. */}
        <div className={boxClasses(props, menuInHead)}>
          <Table aria-label={label} aria-busy={rows === undefined} className="max-md:block">
            {!unused && (
              <TableHeadRow
                columns={visible}
                sort={state.sort}
                onSort={state.sortBy}
                expandable={Boolean(expand)}
                hasActions={Boolean(actions)}
              />
            )}
            <TableBody {...keptFocus} className="max-md:block">
              {rows === undefined ? (
                <SkeletonRows columns={visible.length} expandable={Boolean(expand)} hasActions={Boolean(actions)} />
              ) : (
                <BodyRows {...props} columns={visible} shown={state.shown} {...{ density }} />
              )}
            </TableBody>
          </Table>
        </div>
        {rows && state.total === 0 && (
          <NoRows empty={props.empty} query={state.query} onClear={() => state.setQuery("")} />
        )}
        <Pager {...state} />
        {props.footer}
      </div>
    </div>
  );
}

/** Columns without a visible header hold what one can do. */
function shownOf<Row>(columns: Column<Row>[], rows: readonly Row[]): ShownList {
  const named = columns.filter(({ headerHidden }) => !headerHidden);
  return {
    headers: named.map(({ header }) => header),
    rows: rows.map((row) => () => named.map(({ cell }) => cell(row))),
  };
}

function boxClasses<Row>({ columns, tight, actions }: DataTableProps<Row>, menuInHead: boolean): string {
  const hasToFit = tight || columns.some(({ from }) => from);
  return cn("relative overflow-x-auto", hasToFit && "list-box", menuInHead && (actions ? BELOW_MENU : BESIDE_MENU));
}

type BodyRowsProps<Row> = DataTableProps<Row> & { shown: readonly Row[]; density: Density };

function BodyRows<Row>({ shown, rowKey, rowClassName, density, ...row }: BodyRowsProps<Row>) {
  const { columns, rowHref, onOpen, actions, expand } = row;
  const limit = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS[density]);
  const later = Math.max(0, shown.length - limit);
  return (
    <>
      {shown.slice(0, limit).map((one) => (
        <DataRow
          key={rowKey(one)}
          row={one}
          className={rowClassName?.(one)}
          {...{ columns, rowHref, onOpen, actions, expand }}
        />
      ))}
      {later > 0 && <tr style={{ height: later * ROW_HEIGHTS[density] }} />}
    </>
  );
}

type NoRowsProps = { empty: DataTableProps<unknown>["empty"]; query: string; onClear: () => void };

function NoRows({ empty, query, onClear }: NoRowsProps) {
  const t = useTranslations("table");
  if (query.trim() === "") return <EmptyState {...empty} />;
  return <EmptyState text={t("noMatch", { query })} action={<Button onClick={onClear}>{t("clearSearch")}</Button>} />;
}
