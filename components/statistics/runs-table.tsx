import type { ReactNode } from "react";
import { RunsCells, RunsHeads } from "@/components/statistics/runs-cells";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Runs } from "@/lib/statistics/schema";

type RunsRow = { key: string; name: ReactNode; runs: Runs };

type RunsTableProps = { label: string; heading: string; rows: RunsRow[] };

/** Groups of runs with their numbers, one below the other. */
export function RunsTable({ label, heading, rows }: RunsTableProps) {
  return (
    <ScrollBox aria-label={label} className="overflow-x-auto">
      <Table aria-label={label}>
        <TableHeader>
          <TableRow>
            <TableHead>{heading}</TableHead>
            <RunsHeads />
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map(({ key, name, runs }) => (
            <TableRow key={key}>
              <TableCell>
                <div className="flex min-w-36 max-w-64 items-center gap-2">{name}</div>
              </TableCell>
              <RunsCells runs={runs} />
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollBox>
  );
}
