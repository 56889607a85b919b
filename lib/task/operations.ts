import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { member, project, projectAdmin, signedIn } from "@/lib/access/access";
import { can } from "@/lib/access/roles";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { IdParam, NoContent, NoInput, NoParams, ProjectParams } from "@/lib/operation/fields";
import { isFinal } from "@/lib/protocol/status";
import { Task, TaskWithTpl } from "@/lib/queue/schema";
import { taskChanged } from "@/lib/task/announce";
import { lockUnused, deleteTask as remove } from "@/lib/task/history";
import { asOutput, readLines } from "@/lib/task/log/read-log";
import { inTurn, type LogSearch, searchLog } from "@/lib/task/log/search-log";
import {
  ConfirmInput,
  LogHits,
  NewTaskInput,
  OutputLines,
  OutputQuery,
  StopInput,
  stagesOf,
  TaskDetail,
  TaskListQuery,
  TaskParamsOfPath,
  TaskStage,
} from "@/lib/task/schema";
import { createTask as create } from "@/lib/task/start/create";
import {
  confirmTask as confirm,
  rejectTask as reject,
  stopTask as stop,
  stopTemplateTasks as stopOfTemplate,
} from "@/lib/task/stop";
import * as store from "@/lib/task/store";
import { getTemplate } from "@/lib/template/store";

const MAX_LIST = 1000;
const LAST = 200;
/** A whole log at once is for scripts; screens read windows. */
const MAX_OUTPUT = 1_000_000;

const TemplateParams = ProjectParams.extend({ templateId: IdParam });

const lastOf = (limit: number | undefined) => Math.min(limit ?? LAST, LAST);

export const listTasks = operation({
  name: "task.list",
  summary: "Tasks of the project, newest first, at most 1000",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: TaskListQuery,
  output: z.array(TaskWithTpl),
  run: ({ db, project, input }) =>
    store.listTasks(db, { projectId: project.id, ...input, limit: Math.min(input.limit ?? MAX_LIST, MAX_LIST) }),
});

export const listLastTasks = operation({
  name: "task.last",
  summary: "The newest tasks of the project, at most 200",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: TaskListQuery,
  output: z.array(TaskWithTpl),
  run: ({ db, project, input }) => store.listTasks(db, { projectId: project.id, ...input, limit: lastOf(input.limit) }),
});

export const listTemplateTasks = operation({
  name: "task.ofTemplate",
  summary: "Tasks of the template, newest first, at most 1000",
  transaction: "none",
  access: member,
  params: TemplateParams,
  input: TaskListQuery,
  output: z.array(TaskWithTpl),
  run: ({ db, params, input }) =>
    tasksOfTemplate(db, { ...params, ...input, limit: Math.min(input.limit ?? MAX_LIST, MAX_LIST) }),
});

export const listLastTemplateTasks = operation({
  name: "task.lastOfTemplate",
  summary: "The newest tasks of the template, at most 200",
  transaction: "none",
  access: member,
  params: TemplateParams,
  input: TaskListQuery,
  output: z.array(TaskWithTpl),
  run: ({ db, params, input }) => tasksOfTemplate(db, { ...params, ...input, limit: lastOf(input.limit) }),
});

/** Looks up the template only if there are no tasks. */
async function tasksOfTemplate(
  db: Db,
  filter: Parameters<typeof store.listTasks>[1] & z.output<typeof TemplateParams>,
): Promise<z.input<typeof TaskWithTpl>[]> {
  const list = await store.listTasks(db, filter);
  if (list.length === 0) found(await getTemplate(db, filter.projectId, filter.templateId));
  return list;
}

export const getTask = operation({
  name: "task.get",
  summary: "One task",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: TaskDetail,
  run: async ({ db, params }) => found(await store.getTask(db, params.projectId, params.taskId)),
});

export const listStages = operation({
  name: "task.stages",
  summary: "The stages of a task, each with its lines of the log",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: z.array(TaskStage),
  run: async ({ db, params }) => stagesOf(found(await store.getTask(db, params.projectId, params.taskId))),
});

export const createTask = operation({
  name: "task.create",
  summary: "Starts a task of a template",
  transaction: "whole",
  access: project("runTasks"),
  params: ProjectParams,
  input: NewTaskInput,
  output: Task,
  run: async ({ db, actor, project, input, ip, announce }) => {
    const mayManage = can({ admin: actor.user.admin, permissions: project.permissions }, "manageResources");
    const task = await create(db, project.id, input, { userId: actor.user.id, ip, mayManage });
    announce(taskChanged(task));
    return { ...task, commit_message: task.commit_message ?? "", secret: "{}" as const };
  },
  event: { none: "createTask records that the task is queued" },
});

export const stopTask = operation({
  name: "task.stop",
  summary: "Stops a task; force ends it immediately",
  transaction: "whole",
  access: project("runTasks"),
  params: TaskParamsOfPath,
  input: StopInput,
  output: NoContent,
  run: async ({ db, actor, params, input, announce }) => {
    const task = await stop(db, { ...params, by: actor.user.id, force: input.force });
    announce(taskChanged(task));
  },
  event: ({ params, input }) => taskEvent(params.taskId, input.force ? "is being force stopped" : "is being stopped"),
});

export const stopTemplateTasks = operation({
  name: "task.stopOfTemplate",
  summary: "Stops all waiting and running tasks of the template; force ends them immediately",
  transaction: "whole",
  access: project("runTasks"),
  params: TemplateParams,
  input: StopInput,
  output: NoContent,
  run: async ({ db, actor, params, input, announce }) => {
    found(await getTemplate(db, params.projectId, params.templateId));
    const stopped = await stopOfTemplate(db, { ...params, by: actor.user.id, force: input.force });
    announce(stopped.flatMap(taskChanged));
    return stopped.length;
  },
  event: ({ params: { templateId }, result }) =>
    result === 0
      ? null
      : {
          object_type: "template",
          object_id: templateId,
          description: `Tasks of Template ID ${templateId} are being stopped`,
        },
});

export const confirmTask = operation({
  name: "task.confirm",
  summary:
    "Confirms the plan of a task that is waiting for confirmation; 409 if it is not the plan that the body names",
  transaction: "whole",
  access: project("runTasks"),
  params: TaskParamsOfPath,
  input: ConfirmInput,
  output: NoContent,
  run: async ({ db, params, input, announce }) => {
    announce(taskChanged(await confirm(db, { ...params, ...input })));
  },
  event: ({ params }) => taskEvent(params.taskId, "confirmed"),
});

export const rejectTask = operation({
  name: "task.reject",
  summary: "Rejects the plan of a task that is waiting for confirmation, which stops the task",
  transaction: "whole",
  access: project("runTasks"),
  params: TaskParamsOfPath,
  input: NoInput,
  output: NoContent,
  run: async ({ db, actor, params, announce }) => {
    const task = await reject(db, { ...params, by: actor.user.id });
    announce(taskChanged(task));
  },
  event: ({ params }) => taskEvent(params.taskId, "rejected"),
});

export const deleteTask = operation({
  name: "task.delete",
  summary: "Deletes a finished task with its log (administrators)",
  transaction: "whole",
  access: projectAdmin("manageResources"),
  params: TaskParamsOfPath,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => {
    const isTask = and(eq(tasks.project_id, params.projectId), eq(tasks.id, params.taskId));
    // Without a lock, which would come before those of its templates: what has ended stays so.
    const [task] = await db.select({ status: tasks.status }).from(tasks).where(isTask);
    if (!isFinal(found(task).status)) throw new AppError("invalid", { key: "taskUnfinished" });
    await lockUnused(db, params.taskId);
    await remove(db, params.projectId, params.taskId);
  },
  event: ({ params }) => taskEvent(params.taskId, "deleted"),
});

const taskEvent = (id: number, happened: string) => ({
  object_type: "task",
  object_id: id,
  description: `Task ID ${id} ${happened}`,
});

export const getOutput = operation({
  name: "task.output",
  summary: "Log lines, oldest first; from and limit select a window, search finds the lines that contain a text",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: OutputQuery,
  output: z.union([OutputLines, LogHits]),
  run: async ({ db, params, input, actor, signal }) => {
    found(await store.taskExists(db, params.projectId, params.taskId));
    const search = searchOf(input);
    if (search) return inTurn(actor.user.id, signal, () => searchLog(db, params.taskId, search, input));
    const lines = await readLines(db, params.taskId, input.from, input.limit ?? MAX_OUTPUT);
    return lines.map((line) => asOutput(params.taskId, line));
  },
});

function searchOf({ search: text, errors, case: exact, regex }: z.output<typeof OutputQuery>): LogSearch | null {
  if (text) return { text, isExact: exact === "true", isPattern: regex === "true" };
  return errors ? { errors: true } : null;
}

/** Only checks that the caller may read the log, which lib/task/routes.ts then streams. */
export const openRawOutput = operation({
  name: "task.rawOutput",
  summary: "The log as plain text",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: z.object({ id: z.int() }),
  run: async ({ db, params }) => found(await store.taskExists(db, params.projectId, params.taskId)),
});

/** The server handles handshakes before they get here (lib/server/legacy-websocket.ts); this serves plain requests. */
export const openSocket = operation({
  name: "task.socket",
  summary: "WebSocket with every task change and log line of the caller's projects",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: NoContent,
  run: async () => {
    throw new AppError("invalid", { key: "websocketRequired" });
  },
});
