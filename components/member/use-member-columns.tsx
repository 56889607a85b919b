import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { RoleSelect } from "@/components/member/role-select";
import { useConsole } from "@/components/shell/console-context";
import type { Column } from "@/components/table/columns/column";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { ROLES } from "@/lib/access/roles";
import type { Member } from "@/lib/member/schema";

export function useMemberColumns(
  projectId: number,
  mayManage: boolean,
  fixedBecause: (member: Member) => string | undefined,
): Column<Member>[] {
  const t = useTranslations();
  const own = useConsole().user.id;
  return [
    {
      key: "name",
      header: t("member.name"),
      cell: ({ id, name }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar id={id} name={name} shape="circle" className="size-6 text-[0.625rem]" />
          <Name text={name} className="font-medium" />
          {id === own && <Badge variant="outline">{t("member.you")}</Badge>}
        </span>
      ),
      sort: ({ name }) => name,
      search: ({ name }) => name,
    },
    {
      key: "username",
      header: t("member.username"),
      cell: ({ username }) => <span className="break-all text-muted-foreground">{username}</span>,
      sort: ({ username }) => username,
      search: ({ username }) => username,
    },
    {
      key: "role",
      header: t("member.role"),
      width: 220,
      cell: (member) =>
        mayManage ? (
          <RoleSelect projectId={projectId} member={member} fixedBecause={fixedBecause(member)} />
        ) : (
          t(`project.role.${member.role}`)
        ),
      sort: ({ role }) => ROLES.indexOf(role),
      search: ({ role }) => t(`project.role.${role}`),
    },
  ];
}
