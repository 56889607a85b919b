import { useTranslations } from "next-intl";
import { Bytes } from "@/components/format/bytes";
import { PageSection } from "@/components/shell/page/page-section";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { SystemStatus } from "@/lib/system/schema";

type StoredTableProps = Pick<SystemStatus, "stored"> & { total: number };

/** What takes the room in the database. */
export function StoredTable({ stored, total }: StoredTableProps) {
  const t = useTranslations("system");
  return (
    <PageSection title={t("stored")} about={t("storedHelp")}>
      <Table>
        <TableHeader>
          <TableRow>
            <TableHead>{t("kind")}</TableHead>
            <TableHead className="text-right">{t("size")}</TableHead>
            <TableHead aria-hidden="true" className="w-1/3 max-sm:hidden" />
          </TableRow>
        </TableHeader>
        <TableBody>
          {stored.map(({ kind, bytes }) => (
            <TableRow key={kind}>
              <TableCell>{t(`kinds.${kind}`)}</TableCell>
              <TableCell className="text-right tabular-nums">
                <Bytes value={bytes} />
              </TableCell>
              <TableCell aria-hidden="true" className="max-sm:hidden">
                <div className="h-2 rounded-full bg-muted">
                  <div className="h-2 rounded-full bg-primary" style={{ width: `${(100 * bytes) / (total || 1)}%` }} />
                </div>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </PageSection>
  );
}
