import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Dash } from "@/components/format/dash";
import { TaskLink } from "@/components/task/task-link";
import type { ComparedRun } from "@/lib/task/schema/compare";

export type ComparedRuns = { projectId: number; before: ComparedRun; after: ComparedRun };

/** Null shows as missing; `both` takes the place of the two values. */
export type DifferenceRow = { key: string; label: ReactNode } & (
  | { before: ReactNode; after: ReactNode }
  | { both: ReactNode }
);

type SectionProps = { title: string; more?: number; children: ReactNode };

export function Section({ title, more = 0, children }: SectionProps) {
  const t = useTranslations("drift");
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5">
      <h2 className="font-medium text-sm">{title}</h2>
      {children}
      {more > 0 && <p className="text-muted-foreground text-xs">{t("more", { count: more })}</p>}
    </section>
  );
}

/** What differs between two runs, in a column for each. */
export function DifferenceTable({ runs, rows }: { runs: ComparedRuns; rows: readonly DifferenceRow[] }) {
  const headings = [runs.before, runs.after];
  return (
    <table className="w-full max-w-5xl table-fixed text-left text-xs">
      <thead className="text-muted-foreground">
        <tr>
          <td className="w-1/3 py-1 pr-3" />
          {headings.map(({ id }) => (
            <th key={id} scope="col" className="py-1 pr-3 font-medium">
              <TaskLink projectId={runs.projectId} taskId={id} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="border-border/60 border-t align-top">
            <th scope="row" className="wrap-anywhere py-1 pr-3 font-normal text-muted-foreground">
              {row.label}
            </th>
            {"both" in row ? (
              <td colSpan={2} className="py-1">
                {row.both}
              </td>
            ) : (
              <>
                <td className="wrap-anywhere py-1 pr-3">{row.before ?? <Dash />}</td>
                <td className="wrap-anywhere py-1">{row.after ?? <Dash />}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
