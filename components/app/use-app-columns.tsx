import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { useAppTitle } from "@/components/app/app-title";
import { Name } from "@/components/format/name";
import { ActiveSwitch } from "@/components/table/active-switch";
import type { Column } from "@/components/table/columns/column";
import { switchApp } from "@/lib/app/actions";
import type { App } from "@/lib/app/schema";

export function useAppColumns(maySwitch: boolean): Column<App>[] {
  const t = useTranslations("app");
  const title = useAppTitle();
  return [
    {
      key: "active",
      header: t("active"),
      width: 96,
      card: "status",
      cell: (app) => (
        <ActiveSwitch
          active={app.active}
          name={title(app)}
          disabled={!maySwitch}
          change={(active) => switchApp({ appId: app.id }, { active })}
        />
      ),
      sort: ({ active }) => (active ? 0 : 1),
    },
    {
      key: "name",
      header: t("name"),
      card: "title",
      cell: (app) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <AppIcon app={app.id} look={app} />
          <Name text={title(app)} className="font-medium" />
        </span>
      ),
      sort: title,
      search: title,
    },
    {
      key: "id",
      header: t("id"),
      cell: ({ id }) => <span className="break-all font-mono text-muted-foreground text-xs">{id}</span>,
      sort: ({ id }) => id,
      search: ({ id }) => id,
    },
  ];
}
