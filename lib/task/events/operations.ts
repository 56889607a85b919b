import { member, project } from "@/lib/access/access";
import { can } from "@/lib/access/roles";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { Task } from "@/lib/queue/schema";
import { taskChanged } from "@/lib/task/announce";
import { readMatrix, readResults } from "@/lib/task/events/read-events";
import { TaskParamsOfPath } from "@/lib/task/schema";
import { MatrixQuery, RerunInput, TaskEventsQuery, TaskMatrix, TaskResults } from "@/lib/task/schema/events";
import { rerun } from "@/lib/task/start/rerun";
import { taskExists } from "@/lib/task/store";

export const getMatrix = operation({
  name: "task.matrix",
  summary: "Hosts and steps of an Ansible run with the state of each pair",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: MatrixQuery,
  output: TaskMatrix,
  run: async ({ db, params, input }) => found(await readMatrix(db, { ...params, ...input })),
});

export const listResults = operation({
  name: "task.results",
  summary: "Results of an Ansible run with messages and differences; host, step and state select some",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: TaskEventsQuery,
  output: TaskResults,
  run: async ({ db, params, input }) => {
    found(await taskExists(db, params.projectId, params.taskId));
    return readResults(db, params.taskId, input);
  },
});

export const rerunTask = operation({
  name: "task.rerun",
  summary: "Starts a finished task again on hosts that failed, on some of its hosts, or for its failed tests",
  transaction: "whole",
  access: project("runTasks"),
  params: TaskParamsOfPath,
  input: RerunInput,
  output: Task,
  run: async ({ db, actor, params, project: { permissions }, input, ip, announce }) => {
    const mayManage = can({ admin: actor.user.admin, permissions }, "manageResources");
    const task = await rerun(db, params, input, { userId: actor.user.id, ip, mayManage });
    announce(taskChanged(task));
    return { ...task, commit_message: task.commit_message ?? "", secret: "{}" as const };
  },
  event: { none: "createTask records that the task is queued" },
});
