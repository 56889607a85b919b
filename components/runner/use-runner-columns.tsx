import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { type RunnerCalls, runnerCalls } from "@/components/runner/runner-calls";
import { RunnerState } from "@/components/runner/runner-state";
import { ActiveSwitch } from "@/components/table/active-switch";
import type { Column } from "@/components/table/columns/column";
import { Badge } from "@/components/ui/badge";
import { Hint } from "@/components/ui/hint";
import type { Runner } from "@/lib/runner/schema";

export function useRunnerColumns(calls: Pick<RunnerCalls, "activate"> = runnerCalls(null)): Column<Runner>[] {
  const t = useTranslations("runner");
  return [
    {
      key: "active",
      header: t("active"),
      width: 80,
      card: "status",
      cell: ({ id, name, active }) => (
        <ActiveSwitch active={active} name={name || t("number", { id })} change={(next) => calls.activate(id, next)} />
      ),
      sort: ({ active }) => (active ? 0 : 1),
    },
    {
      key: "name",
      header: t("name"),
      card: "title",
      cell: (runner) => <RunnerName runner={runner} />,
      sort: ({ name }) => name,
      search: ({ name, tags, hostname }) => `${name} ${tags.join(" ")} ${hostname}`,
    },
    {
      key: "state",
      header: t("state"),
      cell: (runner) => <RunnerState runner={runner} />,
      sort: ({ connected, last_seen }) => (connected ? "0" : (last_seen ?? "z")),
    },
    {
      key: "webhook",
      header: t("webhook"),
      cell: ({ webhook }) => (webhook ? <Name text={webhook} className="max-w-40" /> : <Dash />),
    },
    {
      key: "projects",
      header: t("projects"),
      cell: ({ project_ids: ids }) => (
        <span className="whitespace-nowrap">{t(scopeOf(ids), { count: ids?.length ?? 0 })}</span>
      ),
      sort: ({ project_ids: ids }) => ids?.length ?? Number.POSITIVE_INFINITY,
    },
    {
      key: "running",
      header: t("running"),
      align: "right",
      cell: ({ running }) => running,
      sort: ({ running }) => running,
    },
    {
      key: "max_parallel_tasks",
      header: t("maxParallelShort"),
      align: "right",
      cell: ({ max_parallel_tasks: limit }) =>
        limit || (
          <Hint text={t("unlimitedHelp")}>
            <span>{t("unlimited")}</span>
          </Hint>
        ),
      sort: ({ max_parallel_tasks: limit }) => limit || Number.POSITIVE_INFINITY,
    },
    {
      key: "version",
      header: t("version"),
      cell: ({ version }) => version || <Dash />,
      sort: ({ version }) => version,
    },
    {
      key: "tools",
      header: t("tools"),
      cell: ({ tools }) => <ToolNames names={Object.keys(tools)} />,
      search: ({ tools }) => Object.keys(tools).join(" "),
    },
  ];
}

function scopeOf(ids: Runner["project_ids"]) {
  if (!ids) return "allProjects";
  return ids.length > 0 ? "projectCount" : "noProjects";
}

function RunnerName({ runner: { name, tags, tagged_only, local } }: { runner: Runner }) {
  const t = useTranslations("runner");
  return (
    <span className="flex min-w-36 flex-col gap-1">
      {name ? <Name text={name} className="font-medium" /> : <Dash />}
      <span className="flex flex-wrap gap-1 empty:hidden">
        {local && (
          <Hint text={t("localHint")}>
            <Badge variant="outline">{t("local")}</Badge>
          </Hint>
        )}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {tagged_only && (
          <Hint text={t("taggedOnlyHelp")}>
            <Badge variant="outline">{t("taggedOnly")}</Badge>
          </Hint>
        )}
      </span>
    </span>
  );
}

function ToolNames({ names }: { names: string[] }) {
  if (names.length === 0) return <Dash />;
  return <span className="whitespace-normal text-muted-foreground md:block md:min-w-40">{names.join(", ")}</span>;
}
