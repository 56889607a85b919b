import { packRows } from "@/components/table/pack-rows";
import type { PackedResources, PackedTemplates, TemplateResources } from "@/components/template/list/packed-templates";
import { FIELDS, TASK_FIELDS } from "@/components/template/list/template-row";
import type { ListedTask, ListedTemplate } from "@/lib/template/schema/listed";

export function packTemplates(templates: ListedTemplate[]): PackedTemplates {
  const own = templates.map(({ last_task, recent_tasks }) => ({
    ran: last_task !== null,
    recent: recent_tasks.length,
  }));
  const recent = templates.flatMap((template) => template.recent_tasks);
  return {
    templates: {
      count: templates.length,
      columns: {
        ...packRows(templates, FIELDS).columns,
        ...packRows(own, ["ran", "recent"]).columns,
      },
    },
    lastTasks: packTasks(templates.flatMap(({ last_task }) => last_task ?? [])),
    recentTasks: packRows(recent, ["id", "status", "reason"]),
  };
}

function packTasks(tasks: ListedTask[]): PackedTemplates["lastTasks"] {
  const own = tasks.map((task) => {
    const moment = toSeconds(task.start ?? task.created);
    const seconds = task.end === null ? null : toSeconds(task.end) - moment;
    return { started: task.start !== null, moment, seconds };
  });
  return {
    count: tasks.length,
    columns: {
      ...packRows(tasks, [...TASK_FIELDS, "build_task"]).columns,
      ...packRows(own, ["started", "moment", "seconds"]).columns,
    },
  };
}

const toSeconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

export const packResources = ({ inventories, environments, repositories }: TemplateResources): PackedResources => ({
  inventories: packRows(inventories, ["id", "name"]),
  environments: packRows(environments, ["id", "name"]),
  repositories: packRows(repositories, ["id", "name"]),
});
