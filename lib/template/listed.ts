import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { columnsNamed, packed, packedIf } from "@/db/packed";
import { prepared } from "@/db/prepared";
import { isAtWork, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { build } from "@/lib/queue/task-rows";
import { withReasons } from "@/lib/queue/waiting";
import { isFavorite, newestTask, recentTasks, worstDrift } from "@/lib/template/rows";
import { asksFirst } from "@/lib/template/rules/launch";
import { ListedTask, ListedTemplate } from "@/lib/template/schema/listed";

const OWN = ListedTemplate.omit({
  drift: true,
  favorite: true,
  recent_tasks: true,
  asks: true,
  last_task: true,
  behind: true,
}).keyof().options;
const OF_TASK = ListedTask.omit({ tpl_type: true, user_name: true, build_task: true, waiting_for: true }).keyof();

type ReadLater = "drift" | "favorite" | "recent_tasks" | "asks" | "last_task" | "behind";
const later: Pick<ListedTemplate, ReadLater> = {
  drift: null,
  favorite: false,
  recent_tasks: [],
  asks: false,
  last_task: null,
  behind: false,
};
const templateRow = packed(columnsNamed(templates, [...OWN, "launch", "survey_vars", "always_ask"]), later);
const laterOfTask: Pick<ListedTask, "build_task" | "waiting_for"> = { build_task: null, waiting_for: null };
const listedTask = {
  task: packed(
    { ...columnsNamed(tasks, OF_TASK.options), tpl_type: templates.type, user_name: users.name },
    laterOfTask,
  ),
  build: packedIf(isNotNull(build.id), columnsNamed(build, ["id", "version"])),
};

type Viewer = { userId: number; mayManage: boolean };

/** The templates of a project, or of one of its views, with what their list shows: a fraction of listTemplates. */
export async function listForScreen(
  db: Db,
  projectId: number,
  viewId: number | null,
  { userId, mayManage }: Viewer,
): Promise<ListedTemplate[]> {
  const which = viewId === null ? "all" : "of view";
  const rows = await selectListed(db, which).execute({ projectId, viewId, userId });
  const list = rows.map(({ template, task, build, current, current_build, drift, recent, favorite }) => {
    if (task) task.build_task = build;
    if (current) current.build_task = current_build;
    template.drift = drift;
    template.favorite = favorite;
    template.recent_tasks = recent ?? [];
    template.asks = asksFirst(template, { mayManage });
    template.last_task = current ?? task;
    template.behind = current !== null && current.id !== task?.id;
    return template;
  });
  await withReasons(
    db,
    list.flatMap(({ last_task: last }) => last ?? []),
  );
  return list;
}

const selectListed = prepared((db, which: "all" | "of view") => {
  const last = newestTask(db, "last", listedTask);
  const current = newestTask(db, "current", listedTask, isAtWork);
  const drift = worstDrift(db);
  const recent = recentTasks(db);
  const inView = which === "all" ? undefined : eq(templates.view_id, sql.placeholder("viewId"));
  return db
    .select({
      template: templateRow,
      task: last.task,
      build: last.build,
      current: current.task,
      current_build: current.build,
      drift: drift.worst,
      recent: recent.list,
      favorite: isFavorite(sql.placeholder("userId")),
    })
    .from(templates)
    .leftJoinLateral(last, sql`true`)
    .leftJoinLateral(current, sql`true`)
    .leftJoinLateral(drift, sql`true`)
    .leftJoinLateral(recent, sql`true`)
    .where(and(eq(templates.project_id, sql.placeholder("projectId")), inView))
    .orderBy(asc(templates.name), asc(templates.id))
    .prepare("listed templates");
});
