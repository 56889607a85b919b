import { useLocale, useTranslations } from "next-intl";
import { PageSection } from "@/components/shell/page/page-section";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Retention } from "@/lib/system/schema";

/** How much is kept, and the setting that says so. */
export function RetentionTable({ retention }: { retention: Retention[] }) {
  const t = useTranslations("system");
  return (
    <PageSection title={t("retention")} about={t("retentionHelp")}>
      <Table>
        <TableHeader>
          <TableRow>
            <TableHead>{t("kind")}</TableHead>
            <TableHead>{t("kept")}</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {retention.map((each) => (
            <TableRow key={each.kind}>
              <TableCell className="whitespace-normal">
                {t(`retentions.${each.kind}`)}
                <code className="wrap-anywhere block font-mono text-muted-foreground text-xs">{each.setting}</code>
              </TableCell>
              <TableCell className="tabular-nums">
                <Limit {...each} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </PageSection>
  );
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

function Limit({ unit, limit }: Pick<Retention, "unit" | "limit">) {
  const t = useTranslations("system");
  const locale = useLocale();
  if (limit === 0) return <span className="text-muted-foreground">{t("keptAll")}</span>;
  if (unit === "count") return t("number", { count: limit });
  const [name, seconds] = UNITS.find(([, length]) => limit % length === 0) ?? ["second", 1];
  const format = { style: "unit", unit: name, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(locale, format).format(limit / seconds);
}
