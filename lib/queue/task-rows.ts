import { eq, isNotNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { columnsNamed, packed, packedIf } from "@/db/packed";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { Task, type TaskWithTpl } from "@/lib/queue/schema";

/** The task that a deploy takes its version from. */
export const build = alias(tasks, "build");
/** Who stopped a task. */
export const stopper = alias(users, "stopper");

const STORED = Task.omit({ secret: true }).keyof().options;

/** What is not stored or read apart. */
const more: Pick<Task, "secret"> = { secret: "" };
const moreOfTask: Pick<TaskWithTpl, "secret" | "build_task" | "waiting_for"> = {
  ...more,
  build_task: null,
  waiting_for: null,
};

/** A task with its template, author and build: no more than what leaves. Pass what was read through `presentTask`. */
export const taskRows = {
  task: packed(
    {
      ...columnsNamed(tasks, STORED),
      tpl_playbook: templates.playbook,
      tpl_alias: templates.name,
      tpl_type: templates.type,
      tpl_app: templates.app,
      user_name: users.name,
      stopped_by_name: stopper.name,
      plan: tasks.plan,
      parent_task_id: tasks.parent_task_id,
      node_key: tasks.node_key,
      node_item: tasks.node_item,
    },
    moreOfTask,
  ),
  build: packedIf(isNotNull(build.id), columnsNamed(build, STORED), more),
};

export const selectTasks = (db: Db) =>
  db
    .select(taskRows)
    .from(tasks)
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(stopper, eq(stopper.id, tasks.stopped_by_id))
    .leftJoin(build, eq(build.id, tasks.build_task_id));

type Rows = { [Name in keyof typeof taskRows]: (typeof taskRows)[Name]["_"]["type"] };

/** In place: copies of so many fields cost as much as a fifth of a list. */
export function presentTask({ task, build }: Rows): TaskWithTpl {
  const presented: TaskWithTpl = withMessage(task);
  presented.build_task = build && withMessage(build);
  return presented;
}

/** Null would not do for clients of Semaphore. */
const withMessage = <Row extends { commit_message: string | null }>(row: Row): Row & { commit_message: string } =>
  Object.assign(row, { commit_message: row.commit_message ?? "" });
