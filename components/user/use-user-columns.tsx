import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { useConsole } from "@/components/shell/console-context";
import type { Column } from "@/components/table/columns/column";
import { Badge } from "@/components/ui/badge";
import type { User } from "@/lib/user/schema";

export function useUserColumns(): Column<User>[] {
  const t = useTranslations("user");
  const own = useConsole().user.id;
  const flagColumn = (key: "alert" | "admin" | "external"): Column<User> => ({
    key,
    header: t(key),
    width: 96,
    cell: (user) => <Flag on={user[key]} />,
    sort: (user) => (user[key] ? 0 : 1),
  });
  return [
    {
      key: "name",
      header: t("name"),
      cell: (user) => (
        <span className="flex min-w-0 items-center gap-2">
          <Name text={user.name} className="font-medium" />
          {user.id === own && <Badge variant="outline">{t("you")}</Badge>}
        </span>
      ),
      sort: (user) => user.name,
      search: (user) => user.name,
    },
    {
      key: "username",
      header: t("username"),
      cell: (user) => <span className="break-all">{user.username}</span>,
      sort: (user) => user.username,
      search: (user) => user.username,
    },
    {
      key: "email",
      header: t("email"),
      cell: (user) => <span className="break-all text-muted-foreground">{user.email}</span>,
      sort: (user) => user.email,
      search: (user) => user.email,
    },
    flagColumn("alert"),
    flagColumn("admin"),
    flagColumn("external"),
  ];
}

function Flag({ on }: { on: boolean }) {
  const t = useTranslations("user");
  if (!on) return <Dash />;
  return <Check role="img" aria-label={t("yes")} className="inline size-4 text-success-text" />;
}
