import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import { LastUse } from "@/components/session/token-table";
import type { Column } from "@/components/table/columns/column";
import type { StateToken } from "@/lib/state/schema";

export function useTokenColumns(): Column<StateToken>[] {
  const t = useTranslations("state");
  const tokens = useTranslations("session.tokens");
  return [
    {
      key: "name",
      header: t("name"),
      cell: ({ name }) => <span className="wrap-anywhere whitespace-normal font-medium">{name}</span>,
      sort: ({ name }) => name,
    },
    {
      key: "prefix",
      header: tokens("token"),
      cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}…</code>,
    },
    { key: "access", header: t("token.access"), cell: ({ writes }) => t(writes ? "token.writes" : "token.reads") },
    { key: "user", header: t("token.user"), cell: ({ user_name }) => user_name, sort: ({ user_name }) => user_name },
    {
      key: "created",
      header: tokens("created"),
      cell: ({ created }) => <Time value={created} />,
      sort: ({ created }) => created,
    },
    {
      key: "last_used",
      header: tokens("lastUsed"),
      cell: (token) => <LastUse {...token} />,
      sort: ({ last_used }) => last_used,
    },
  ];
}
