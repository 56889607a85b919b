import { z } from "zod";
import { member, project, signedIn } from "@/lib/access/access";
import { mayIn, type UserActor } from "@/lib/access/actor";
import type { Role } from "@/lib/access/roles";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { IdParam, NoContent, NoInput, NoParams, ProjectParams, pageQuery } from "@/lib/operation/fields";
import { Task, TaskWithTpl } from "@/lib/queue/schema";
import { taskChanged } from "@/lib/task/announce";
import { TaskParamsOfPath } from "@/lib/task/schema";
import {
  Approval,
  DecideInput,
  ItemQuery,
  MarkInput,
  NodeItem,
  NodeParams,
  Preview,
  PreviewInput,
  ResumeInput,
  WorkflowRun,
} from "@/lib/task/schema/workflow";
import { startedReply } from "@/lib/task/start/create";
import { listChildren as children, taskExists } from "@/lib/task/store";
import { listApprovals as approvals, decideApproval } from "@/lib/task/workflow/approvals";
import { markNode } from "@/lib/task/workflow/mark-node";
import { previewRun, typedInputs } from "@/lib/task/workflow/preview";
import { listItems as items, readWorkflowRun } from "@/lib/task/workflow/read-run";
import { resumeRun as resume } from "@/lib/task/workflow/resume";
import { getTemplate } from "@/lib/template/store";

const callerOf = ({ user }: UserActor, { role }: { role: Role | null }) => ({ id: user.id, admin: user.admin, role });

export const getWorkflowRun = operation({
  name: "workflow.run",
  summary: "The nodes of a run of a workflow; 404 for any other task",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: WorkflowRun,
  run: ({ db, actor, project, params }) => readWorkflowRun(db, params, callerOf(actor, project)),
});

export const listNodeItems = operation({
  name: "workflow.items",
  summary: "What a node of a run works through, at most 1000 from number `from` on",
  transaction: "none",
  access: member,
  params: NodeParams,
  input: ItemQuery,
  output: z.array(NodeItem),
  run: ({ db, params, input }) => items(db, params, input),
});

export const listChildren = operation({
  name: "workflow.children",
  summary: "The tasks that a run of a workflow started, newest first, at most 1000",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: pageQuery(),
  output: z.array(TaskWithTpl),
  run: async ({ db, params, input }) => {
    const list = await children(db, { ...params, ...input });
    if (list.length === 0) found(await taskExists(db, params.projectId, params.taskId));
    return list;
  },
});

export const decideNode = operation({
  name: "workflow.decide",
  summary: "Approves or rejects what a run of a workflow waits for; 409 if it waits no longer",
  transaction: "whole",
  access: member,
  params: NodeParams,
  input: DecideInput,
  output: NoContent,
  run: ({ db, actor, project, params, input }) => decideApproval(db, params, input, callerOf(actor, project)),
  event: ({ params: { taskId, nodeKey }, input, result }) => ({
    object_type: "task",
    object_id: taskId,
    object_name: result,
    subject: `Task ID ${taskId}: ${nodeKey}`,
    action: input.approve ? "approved" : "rejected",
  }),
});

export const skipNode = operation({
  name: "workflow.skip",
  summary: "Leaves out a node that has not begun, waits or has failed; 409 if its tasks run or it has succeeded",
  transaction: "whole",
  access: project("manageResources"),
  params: NodeParams,
  input: MarkInput,
  output: NoContent,
  run: ({ db, actor, params, input }) => markNode(db, params, "skipped", { userId: actor.user.id, ...input }),
  event: ({ params: { taskId, nodeKey }, result }) => nodeEvent(taskId, `${nodeKey} skipped`, result),
});

export const markNodeDone = operation({
  name: "workflow.done",
  summary:
    "Takes a node that has not begun, waits or has failed for a success; 409 if its tasks run or it has succeeded",
  transaction: "whole",
  access: project("manageResources"),
  params: NodeParams,
  input: MarkInput,
  output: NoContent,
  run: ({ db, actor, params, input }) => markNode(db, params, "done", { userId: actor.user.id, ...input }),
  event: ({ params: { taskId, nodeKey }, result }) => nodeEvent(taskId, `${nodeKey} marked as done`, result),
});

const nodeEvent = (id: number, happened: string, name?: unknown) => ({
  object_type: "task",
  object_id: id,
  ...(typeof name === "string" && { object_name: name }),
  description: `Task ID ${id}: ${happened}`,
});

export const resumeRun = operation({
  name: "workflow.resume",
  summary:
    "Resumes a finished run as a new one (409: not finished); only managers may mark nodes as done, or skip them",
  transaction: "whole",
  access: project("runTasks"),
  params: TaskParamsOfPath,
  input: ResumeInput,
  output: Task,
  run: async ({ db, actor, project, params, input, ip, announce }) => {
    const mayManage = mayIn(actor, project, "manageResources");
    if (!mayManage && (input.done.length > 0 || input.skip.length > 0)) throw new AppError("forbidden");
    const task = await resume(db, params, input, { userId: actor.user.id, ip, mayManage });
    announce(taskChanged(task));
    return startedReply(task);
  },
  event: ({ params: { taskId }, input: { done, skip }, result: { id } }) => {
    const named = [...done.map((key) => `${key} done`), ...skip.map((key) => `${key} skipped`)];
    return nodeEvent(id, `resumes task ID ${taskId}${named.length > 0 ? ` with ${named.join(", ")}` : ""}`);
  },
});

export const previewWorkflow = operation({
  name: "workflow.preview",
  summary: "Which nodes of a workflow would run, without running anything",
  transaction: "none",
  access: member,
  params: ProjectParams.extend({ templateId: IdParam }),
  input: PreviewInput,
  output: Preview,
  run: async ({ db, params, input }) => {
    const { graph, survey_vars } = found(await getTemplate(db, params.projectId, params.templateId));
    return previewRun(found(graph), { ...input, inputs: typedInputs(survey_vars ?? [], input.inputs) });
  },
});

export const listApprovals = operation({
  name: "workflow.approvals",
  summary: "What the caller may approve or reject now, oldest first",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.array(Approval),
  run: ({ db, actor }) => approvals(db, actor.user),
});
