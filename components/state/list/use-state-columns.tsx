import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import { LockHolder } from "@/components/state/lock-holder";
import {
  changedAt,
  isEncrypted,
  lockedWorkspaces,
  offeredCount,
  resourceCount,
} from "@/components/state/state-summary";
import type { Column } from "@/components/table/columns/column";
import { Badge } from "@/components/ui/badge";
import type { State } from "@/lib/state/schema";

export function useStateColumns(): Column<State>[] {
  const t = useTranslations("state");
  return [
    {
      key: "name",
      header: t("name"),
      cell: ({ name, kind }) => <StateName name={name} kind={kind} />,
      sort: ({ name }) => name,
      search: ({ name }) => name,
    },
    {
      key: "kind",
      header: t("kind"),
      cell: ({ kind }) => t(`kinds.${kind}`),
      sort: ({ kind }) => kind,
      card: "meta",
    },
    {
      key: "templates",
      header: t("templates"),
      cell: ({ templates }) => <TemplateNames templates={templates} />,
      sort: ({ templates }) => templates.length,
      search: ({ templates }) => templates.map(({ name }) => name).join(" "),
    },
    {
      key: "workspaces",
      header: t("workspaces"),
      cell: ({ workspaces }) => <NameList names={workspaces.map(({ name }) => name)} />,
      sort: ({ workspaces }) => workspaces.length,
      search: ({ workspaces }) => workspaces.map(({ name }) => name).join(" "),
    },
    {
      key: "resources",
      header: t("resources"),
      align: "right",
      cell: (state) => <Resources state={state} />,
      sort: resourceCount,
    },
    {
      key: "changed",
      header: t("changed"),
      cell: (state) => <Time value={changedAt(state)} />,
      sort: changedAt,
    },
    {
      key: "locked",
      header: t("lockedBy"),
      cell: (state) => <Locks state={state} />,
      sort: (state) => lockedWorkspaces(state).length,
    },
    {
      key: "offered",
      header: t("offered"),
      cell: (state) => <Offered count={offeredCount(state)} />,
      sort: offeredCount,
    },
  ];
}

function StateName({ name, kind }: Pick<State, "name" | "kind">) {
  return (
    <span className="flex min-w-0 items-center gap-2 font-medium">
      <AppIcon app={kind} />
      <Name text={name} />
    </span>
  );
}

/** A state that no template uses may be a leftover, so it is marked. */
function TemplateNames({ templates }: Pick<State, "templates">) {
  const t = useTranslations("state");
  if (templates.length === 0) return <Badge variant="outline">{t("unused")}</Badge>;
  return <NameList names={templates.map(({ name }) => name)} />;
}

function NameList({ names }: { names: string[] }) {
  if (names.length === 0) return <Dash />;
  const text = names.join(", ");
  return <Name text={text} className="max-w-72" />;
}

function Locks({ state }: { state: State }) {
  const locks = lockedWorkspaces(state);
  if (locks.length === 0) return <Dash />;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {locks.map(({ name, lock }) => (
        <LockHolder key={name} projectId={state.project_id} lock={lock} />
      ))}
    </span>
  );
}

/** Number of resources in the workspaces that are not encrypted. */
function Resources({ state }: { state: State }) {
  const t = useTranslations("state");
  const count = resourceCount(state);
  if (!state.workspaces.some(isEncrypted)) return count;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      {count}
      <Badge variant="outline">{t("encrypted")}</Badge>
    </span>
  );
}

function Offered({ count }: { count: number }) {
  const t = useTranslations("state");
  return count === 0 ? <Dash /> : <Badge variant="amber">{t("offeredCount", { count })}</Badge>;
}
