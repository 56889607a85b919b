import { type PackedRows, unpackRows } from "@/components/table/packed-rows";
import type { FIELDS, TASK_FIELDS } from "@/components/template/list/template-row";
import type { ListedTask, ListedTemplate, TemplateList } from "@/lib/template/schema/listed";

type TaskFields = Pick<ListedTask, (typeof TASK_FIELDS)[number] | "build_task">;
/** Seconds since 1970, of its start, or while it waits, of its creation; and until its end. */
type Times = { started: boolean; moment: number; seconds: number | null };
type RecentTask = ListedTemplate["recent_tasks"][number];
type PackedTemplate = Pick<ListedTemplate, (typeof FIELDS)[number]> & {
  /** Whether it has a task, and how many recent ones; they lie in the same order as the templates. */
  ran: boolean;
  recent: number;
};

/** The last and the recent tasks, stored next to the templates. */
export type PackedTemplates = {
  templates: PackedRows<PackedTemplate>;
  lastTasks: PackedRows<TaskFields & Times>;
  recentTasks: PackedRows<RecentTask>;
};

type LaterOfTemplate = Pick<ListedTemplate, "last_task" | "recent_tasks">;
const laterOfTemplate: LaterOfTemplate = { last_task: null, recent_tasks: [] };
type LaterOfTask = Pick<ListedTask, "created" | "start" | "end">;
const laterOfTask: LaterOfTask = { created: "", start: null, end: null };

export function unpackTemplates({ templates, lastTasks, recentTasks }: PackedTemplates): ListedTemplate[] {
  const last = withTimes(unpackRows(lastTasks, laterOfTask)).values();
  const lately = unpackRows(recentTasks);
  let seen = 0;
  const rows = unpackRows(templates, laterOfTemplate);
  // In place: copies of hundreds of rows cost more than unpacking them.
  for (const row of rows) {
    seen += row.recent;
    row.last_task = row.ran ? (last.next().value ?? null) : null;
    row.recent_tasks = lately.slice(seen - row.recent, seen);
  }
  return rows;
}

function withTimes(tasks: (TaskFields & Times & LaterOfTask)[]): ListedTask[] {
  const toTime = timeWriter();
  for (const task of tasks) {
    const { started, moment, seconds } = task;
    task.created = toTime(moment);
    task.start = started ? task.created : null;
    task.end = seconds === null ? null : toTime(moment + seconds);
  }
  return tasks;
}

const DAY = 86_400;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** Tasks of one day share the text of its date: to write each time as a Date took a third of unpacking. */
function timeWriter(): (seconds: number) => string {
  let day = Number.NaN;
  let date = "";
  return (seconds) => {
    const itsDay = Math.floor(seconds / DAY);
    if (itsDay !== day) {
      day = itsDay;
      date = new Date(day * DAY * 1000).toISOString().slice(0, "2026-11-27T".length);
    }
    const minutes = Math.floor((seconds - day * DAY) / 60);
    return `${date}${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds - day * DAY - minutes * 60]}Z`;
  };
}

/** What templates refer to. */
export type TemplateResources = Omit<TemplateList, "templates">;
export type PackedResources = { [Kind in keyof TemplateResources]: PackedRows<TemplateResources[Kind][number]> };

export const unpackResources = ({ inventories, environments, repositories }: PackedResources): TemplateResources => ({
  inventories: unpackRows(inventories),
  environments: unpackRows(environments),
  repositories: unpackRows(repositories),
});
