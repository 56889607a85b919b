import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "@/components/ui/table";

const WIDTHS = ["w-24", "w-16", "w-28", "w-20"];

type SkeletonRowsProps = { columns: number; expandable: boolean; hasActions: boolean; rows?: number };

/** Placeholder rows of the right height while loading. */
export function SkeletonRows({ columns, expandable, hasActions, rows = 6 }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
    <TableRow key={row} className="data-row">
      {expandable && <TableCell className="expand-cell max-md:hidden" />}
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
        <TableCell key={column} className={column > 1 ? "max-md:order-3" : undefined}>
          <Skeleton className={cn("h-3.5", column === 0 ? "w-40" : WIDTHS[(row + column) % WIDTHS.length])} />
        </TableCell>
      ))}
      {hasActions && <TableCell className="max-md:hidden" />}
    </TableRow>
  ));
}
