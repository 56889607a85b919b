import { and, asc, desc, eq, gte, isNotNull, isNull, lt, min, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { isOnPage, isOnwards, newest, placeInPeriod } from "@/db/newest";
import { onlyRow } from "@/db/only-row";
import { ENDED, STARTED_BY, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { isFinal } from "@/lib/protocol/status";
import { build } from "@/lib/queue/task-rows";
import type { TaskListQuery } from "@/lib/task/schema";

/** `before` is the id the page ends under; a page `after` an id ends with the next newer one. */
export type TaskFilter = Omit<TaskListQuery, "limit"> & {
  projectId: number;
  templateId?: number;
  limit: number;
  /** If nothing is found, the search goes on to the end. */
  whole: boolean;
};

/**
 * No index knows all that is searched for, so the search ends after so many tasks: of the period, and of the template, the
 * person or the trigger, if there is one.
 */
const SEARCHED_TASKS = 10_000;

const page = alias(tasks, "page");

/** The ids of a page of tasks, newest first; without a search from an index alone. */
export function pageOfTasks(db: Db, filter: TaskFilter) {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return indexedPage(db, filter);
  const searched = searchedPage(db, filter);
  return db
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(build, eq(build.id, tasks.build_task_id))
    .where(and(isOnPage(tasks.id, searched), ...conditions))
    .orderBy(isOnwards(filter) ? asc(tasks.id) : desc(tasks.id))
    .limit(filter.limit);
}

const searchedPage = (db: Db, filter: TaskFilter) => indexedPage(db, { ...filter, limit: SEARCHED_TASKS });

/** The oldest task that a search looks through; null if there is none. */
export async function endOfSearch(db: Db, filter: TaskFilter): Promise<number | null> {
  const searched = searchedPage(db, filter).as("searched");
  return onlyRow(await db.select({ id: min(searched.id) }).from(searched)).id;
}

function indexedPage(db: Db, filter: TaskFilter) {
  const { projectId, templateId, template_id, user_id, trigger, status, limit } = filter;
  const ofProject = [page.project_id, projectId] as const;
  const place = filter.whole ? filter : placeInPeriod(db, [ofProject], page, filter);
  const template = templateId ?? template_id;
  const owner = template === undefined ? ofProject : ([page.template_id, template] as const);
  const isOfProject = template === undefined ? undefined : isTemplateOf(template, projectId);
  const isListed = filter.children ? undefined : isNull(page.parent_task_id);
  const read = (values: Parameters<typeof newest>[0], further?: SQL) => {
    const { where, order } = newest(values, page.id, place);
    return db
      .select({ id: page.id })
      .from(page)
      .where(and(where, further, isOfProject, isListed))
      .orderBy(...order)
      .limit(limit);
  };
  const isHistory = status === undefined && template === undefined && !filter.children;
  if (isHistory && user_id !== undefined) return read([ofProject, [page.user_id, user_id]], isNotNull(page.user_id));
  if (isHistory && trigger !== undefined) return read([ofProject], STARTED_BY[trigger]);
  if (status === undefined) return read([owner]);
  if (isFinal(status)) return read([owner, [page.status, status]], sql`${page.status} in ${ENDED}`);
  // There are only few of them.
  const ofTemplate = template === undefined ? undefined : eq(page.template_id, template);
  return read([ofProject, [page.status, status]], and(sql`${page.status} not in ${ENDED}`, ofTemplate));
}

/** Asked once for a list, not for each task. */
const isTemplateOf = (template: number, projectId: number): SQL => sql`exists (
  select from ${templates} where ${templates.id} = ${template} and ${templates.project_id} = ${projectId})`;

function conditionsOf({ user_id, trigger, since, until, version, search = "" }: TaskFilter): SQL[] {
  const conditions = [
    user_id !== undefined && eq(tasks.user_id, user_id),
    trigger !== undefined && sql`${tasks}.${STARTED_BY[trigger]}`,
    since !== undefined && gte(tasks.created, since),
    until !== undefined && lt(tasks.created, until),
    version !== undefined && or(eq(tasks.version, version), eq(build.version, version)),
    ...search.split(/\s+/).filter(Boolean).map(hasWord),
  ];
  return conditions.flatMap((condition) => condition || []);
}

const SEARCHED = sql`concat_ws(' ', '#' || ${tasks.id}, ${templates.name}, ${tasks.message}, ${users.name},
  ${tasks.version}, ${build.version})`;

const hasWord = (word: string): SQL => sql`${SEARCHED} ilike ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;
