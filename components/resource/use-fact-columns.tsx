import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Time } from "@/components/format/time";
import type { Column } from "@/components/table/columns/column";
import type { ResourceFacts } from "@/lib/project/schema/facts";

/** Columns of every list of resources: how many use one, and its last change. */
export function useFactColumns<Row extends { facts: ResourceFacts | undefined }>(): Column<Row>[] {
  const t = useTranslations();
  return [
    {
      key: "used_by",
      header: t("resource.usedBy"),
      align: "right",
      width: 110,
      cell: ({ facts }) => facts?.used_by || <Dash />,
      sort: ({ facts }) => facts?.used_by ?? 0,
    },
    {
      key: "changed",
      header: t("resource.changed"),
      width: 190,
      cell: ({ facts }) => <Changed facts={facts} short />,
      sort: ({ facts }) => facts?.changed_at,
      search: ({ facts }) => facts?.changed_by,
    },
  ];
}

/** When, and by whom; `short`: without the time of day. */
export function Changed({ facts, short }: { facts: ResourceFacts | undefined; short?: boolean }) {
  const t = useTranslations("template.columns");
  if (!facts?.changed_at) return <Dash />;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5 max-md:inline-flex">
      <Time value={facts.changed_at} short={short} />
      {facts.changed_by && (
        <span className="truncate text-muted-foreground text-xs">{t("by", { name: facts.changed_by })}</span>
      )}
    </span>
  );
}
