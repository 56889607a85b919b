import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { KeyIcon } from "@/components/key/key-icon";
import { useFactColumns } from "@/components/resource/use-fact-columns";
import type { Column } from "@/components/table/columns/column";
import { Badge } from "@/components/ui/badge";
import type { Key } from "@/lib/key/schema";
import type { ResourceFacts } from "@/lib/project/schema/facts";

export type KeyRow = Key & { facts: ResourceFacts | undefined };

export function useKeyColumns(): Column<KeyRow>[] {
  const t = useTranslations("key");
  const facts = useFactColumns<KeyRow>();
  return [
    {
      key: "name",
      header: t("name"),
      cell: (key) => (
        <span className="flex min-w-0 items-center gap-2">
          <Name text={key.name} className="font-medium" />
          {key.empty && key.type !== "none" && <Badge variant="error">{t("empty")}</Badge>}
        </span>
      ),
      sort: (key) => key.name,
      search: (key) => key.name,
    },
    {
      key: "type",
      header: t("type"),
      cell: (key) => (
        <span className="inline-flex items-center gap-2 whitespace-nowrap align-middle">
          <KeyIcon type={key.type} />
          {t(`types.${key.type}`)}
        </span>
      ),
      sort: (key) => t(`types.${key.type}`),
      search: (key) => t(`types.${key.type}`),
    },
    {
      key: "fingerprint",
      header: t("fingerprint"),
      cell: ({ details }) =>
        details && (
          <span className="flex min-w-0 flex-col">
            <Name text={details.fingerprint} className="font-mono text-xs" />
            <span className="truncate text-muted-foreground text-xs" title={details.comment}>
              {`${details.type.toUpperCase()} ${details.bits} ${details.comment}`.trimEnd()}
            </span>
          </span>
        ),
      search: ({ details }) => details && `${details.fingerprint} ${details.comment}`,
      card: "hidden",
    },
    ...facts,
  ];
}
