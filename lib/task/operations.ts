import { z } from "zod";
import type { Db } from "@/db/client";
import { member, project, projectAdmin, signedIn } from "@/lib/access/access";
import { mayIn } from "@/lib/access/actor";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { NoContent, NoInput, NoParams, ProjectParams, within } from "@/lib/operation/fields";
import type { EventAction } from "@/lib/protocol/event-action";
import { Task, TaskWithTpl } from "@/lib/queue/schema";
import { SemaphoreTask, SemaphoreTaskWithTpl } from "@/lib/queue/schema/semaphore-task";
import { taskChanged } from "@/lib/task/announce";
import { confirmTask as confirm, rejectTask as reject } from "@/lib/task/decide-plan";
import { lockUnused, deleteTask as remove, requireFinished } from "@/lib/task/delete";
import {
  ConfirmInput,
  NewTaskInput,
  StopInput,
  stagesOf,
  TaskDetail,
  TaskListQuery,
  TaskParamsOfPath,
  TaskStage,
} from "@/lib/task/schema";
import { RerunInput } from "@/lib/task/schema/events";
import { checkSentAgain } from "@/lib/task/start/build";
import { createTask as create, startedReply } from "@/lib/task/start/create";
import { rerun } from "@/lib/task/start/rerun";
import { stopTask as stop, stopTemplateTasks as stopOfTemplate } from "@/lib/task/stop";
import * as store from "@/lib/task/store";
import type { TaskRow } from "@/lib/task/transition";
import { TemplateParams } from "@/lib/template/schema";
import { getTemplate } from "@/lib/template/store";

const MAX_LIST = 1000;
const LAST = 200;

export const listTasks = operation({
  name: "task.list",
  summary: "Tasks of the project, newest first, at most 1000",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: TaskListQuery,
  output: z.array(TaskWithTpl),
  semaphoreOutput: z.array(SemaphoreTaskWithTpl),
  run: ({ db, project, input, whole }) =>
    store.listTasks(db, { projectId: project.id, whole, ...within(MAX_LIST, input) }),
});

export const listLastTasks = operation({
  name: "task.last",
  summary: "The newest tasks of the project, at most 200",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: TaskListQuery,
  output: z.array(TaskWithTpl),
  semaphoreOutput: z.array(SemaphoreTaskWithTpl),
  run: ({ db, project, input, whole }) => store.listTasks(db, { projectId: project.id, whole, ...within(LAST, input) }),
});

export const listTemplateTasks = operation({
  name: "task.ofTemplate",
  summary: "Tasks of the template, newest first, at most 1000",
  transaction: "none",
  access: member,
  params: TemplateParams,
  input: TaskListQuery,
  output: z.array(TaskWithTpl),
  semaphoreOutput: z.array(SemaphoreTaskWithTpl),
  run: ({ db, params, input, whole }) => tasksOfTemplate(db, { ...params, whole, ...within(MAX_LIST, input) }),
});

export const listLastTemplateTasks = operation({
  name: "task.lastOfTemplate",
  summary: "The newest tasks of the template, at most 200",
  transaction: "none",
  access: member,
  params: TemplateParams,
  input: TaskListQuery,
  output: z.array(TaskWithTpl),
  semaphoreOutput: z.array(SemaphoreTaskWithTpl),
  run: ({ db, params, input, whole }) => tasksOfTemplate(db, { ...params, whole, ...within(LAST, input) }),
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
  semaphoreOutput: TaskDetail.extend(SemaphoreTaskWithTpl.pick({ params: true, build_task: true }).shape),
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
  semaphoreOutput: SemaphoreTask,
  run: async ({ db, actor, project, input, ip, announce }) => {
    const mayManage = mayIn(actor, project, "manageResources");
    await checkSentAgain(db, project.id, input);
    const task = await create(db, project.id, input, { userId: actor.user.id, ip, mayManage });
    announce(taskChanged(task));
    return startedReply(task);
  },
  event: { none: "createTask records that the task is queued" },
});

export const rerunTask = operation({
  name: "task.rerun",
  summary: "Starts a finished task again on hosts that failed, on some of its hosts, or for its failed tests",
  transaction: "whole",
  access: project("runTasks"),
  params: TaskParamsOfPath,
  input: RerunInput,
  output: Task,
  semaphoreOutput: SemaphoreTask,
  run: async ({ db, actor, params, project, input, ip, announce }) => {
    const mayManage = mayIn(actor, project, "manageResources");
    const task = await rerun(db, params, input, { userId: actor.user.id, ip, mayManage });
    announce(taskChanged(task));
    return startedReply(task);
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
    return task;
  },
  event: ({ input, result }) => taskEvent(result, input.force ? "forceStopping" : "stopping"),
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
    const task = await confirm(db, { ...params, ...input });
    announce(taskChanged(task));
    return task;
  },
  event: ({ result }) => taskEvent(result, "confirmed"),
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
    return task;
  },
  event: ({ result }) => taskEvent(result, "rejected"),
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
    await requireFinished(db, params.projectId, params.taskId);
    await lockUnused(db, params.projectId, params.taskId);
    await remove(db, params.projectId, params.taskId);
  },
  event: ({ params }) => ({
    object_type: "task",
    object_id: params.taskId,
    subject: `Task ID ${params.taskId}`,
    action: "deleted",
  }),
});

const taskEvent = ({ id, snapshot }: TaskRow, action: EventAction) => ({
  object_type: "task",
  object_id: id,
  object_name: snapshot.template.name,
  subject: `Task ID ${id}`,
  action,
});

/** The server handles handshakes before they get here (lib/server/semaphore-websocket.ts); this serves plain requests. */
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
