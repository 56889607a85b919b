"use client";

import { useTranslations } from "next-intl";
import { KeyIcon } from "@/components/key/key-icon";
import type { Column } from "@/components/table/columns/column";
import { Badge } from "@/components/ui/badge";
import type { Key } from "@/lib/key/schema";

export function useKeyColumns(): Column<Key>[] {
  const t = useTranslations("key");
  return [
    {
      key: "name",
      header: t("name"),
      cell: (key) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="line-clamp-1 whitespace-normal break-all font-medium" title={key.name}>
            {key.name}
          </span>
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
  ];
}
