import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { DriftBadge } from "@/components/drift/drift-badge";
import { Dash } from "@/components/format/dash";
import { Duration } from "@/components/format/duration";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import type { Column, ListWidth } from "@/components/table/columns/column";
import { versionOf } from "@/components/task/table/task-version";
import { TaskChip } from "@/components/task/task-chip";
import { TaskLink } from "@/components/task/task-link";
import type { TemplateResources } from "@/components/template/list/packed-templates";
import { RecentTasks } from "@/components/template/list/recent-tasks";
import { TypeIcon } from "@/components/template/type-icon";
import type { Names } from "@/lib/template/schema";
import type { ListedTemplate } from "@/lib/template/schema/listed";

export type Named = Names["repositories"][number];

/** `some`: whether any of the templates has a version, was checked for drift, or has labels. */
export function useTemplateColumns(
  resources: TemplateResources,
  some: { version: boolean; drift: boolean; labels: boolean },
): Column<ListedTemplate>[] {
  const t = useTranslations("template.columns");
  const template = useTranslations("template");
  const inventory = namesOf(resources.inventories);
  const environment = namesOf(resources.environments);
  const repository = namesOf(resources.repositories);
  return [
    {
      key: "name",
      header: t("name"),
      cell: (template) => (
        <span className="icon-and-name">
          <AppIcon app={template.app} />
          {template.type !== "" && <TypeIcon type={template.type} />}
          <Name text={template.name} />
        </span>
      ),
      sort: (template) => template.name,
      search: (template) => `${template.name} ${template.description ?? ""}`,
    },
    ...(some.version ? [versionColumn(t("version"), some.drift ? 1150 : undefined)] : []),
    {
      key: "status",
      header: t("status"),
      card: "status",
      cell: ({ last_task }) =>
        last_task ? (
          <TaskChip task={last_task} />
        ) : (
          <span className="whitespace-nowrap text-muted-foreground">{t("notLaunched")}</span>
        ),
      sort: ({ last_task }) => last_task?.status,
    },
    ...(some.drift ? [driftColumn(t("drift"))] : []),
    {
      key: "last_task",
      header: t("lastTask"),
      cell: (template) => <LastTask template={template} />,
      sort: ({ last_task }) => last_task?.id,
    },
    { key: "recent", header: t("recent"), cell: (template) => <RecentTasks template={template} /> },
    ...(some.labels ? [labelColumn(template("labels"), some.drift ? 1400 : 1250)] : []),
    {
      ...nameColumn("playbook", t("playbook"), (template) => template.playbook),
      from: some.drift ? 1400 : 1150,
    },
    {
      ...nameColumn("inventory", t("inventory"), ({ inventory_id }) => inventory(inventory_id)),
      from: some.drift ? 1250 : undefined,
    },
    {
      ...nameColumn("environment", t("environment"), ({ environment_id }) => environment(environment_id)),
      hidden: true,
    },
    { ...nameColumn("repository", t("repository"), ({ repository_id }) => repository(repository_id)), hidden: true },
  ];
}

const versionColumn = (header: string, from: ListWidth | undefined): Column<ListedTemplate> => ({
  key: "version",
  header,
  from,
  card: "hidden",
  cell: ({ last_task }) => {
    const version = last_task && versionOf(last_task);
    return version ? <Name text={version} className="tabular-nums" /> : <Dash />;
  },
  sort: ({ last_task }) => last_task && versionOf(last_task),
});

const driftColumn = (header: string): Column<ListedTemplate> => ({
  key: "drift",
  header,
  cell: ({ drift, app }) => (drift ? <DriftBadge drift={drift} app={app} short /> : <Dash />),
  sort: ({ drift }) => drift?.status,
});

const labelColumn = (header: string, from: ListWidth): Column<ListedTemplate> => ({
  key: "labels",
  header,
  from,
  card: "hidden",
  cell: ({ labels }) => (labels.length > 0 ? <Name text={labels.join(", ")} /> : <Dash />),
  sort: ({ labels }) => labels.join(", "),
  search: ({ labels }) => labels.join(" "),
});

/** Which was the last, when, and how long it took; its tooltip says why and by whom. */
function LastTask({ template: { last_task: task } }: { template: ListedTemplate }) {
  const t = useTranslations("template.columns");
  if (!task) return <Dash />;
  const moment = task.start ?? task.created;
  return (
    <span className="last-task">
      <span>
        <TaskLink
          projectId={task.project_id}
          taskId={task.id}
          hint={
            <>
              {task.message && <span className="block font-medium">{task.message}</span>}
              <Time value={moment} /> {task.user_name && t("by", { name: task.user_name })}
              {task.start && <Duration start={task.start} end={task.end} className="block" />}
            </>
          }
        />{" "}
        <Time value={moment} short />
      </span>
      {task.start && <Duration start={task.start} end={task.end} />}
    </span>
  );
}

function nameColumn(
  key: string,
  header: string,
  name: (template: ListedTemplate) => string | null,
): Column<ListedTemplate> {
  return {
    key,
    header,
    // A phone shows the most important column: whether it runs.
    card: "hidden",
    cell: (template) => {
      const text = name(template);
      return text ? <Name text={text} /> : <Dash />;
    },
    sort: name,
    search: name,
  };
}

/** What a row refers to only since the page was loaded shows its number. */
function namesOf(resources: Named[]): (id: number | null) => string | null {
  const names = new Map(resources.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? `#${id}`));
}
