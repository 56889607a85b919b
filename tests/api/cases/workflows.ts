import type { RouteCase } from "../support/conform";
import { anything, exactly, flag, int, listOf, mapOf, nullable, object, text, time } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, newTemplate, templateOf } from "./fixtures";
import { NewTask, TaskWithTpl } from "./shapes";

const TASK = "/project/{projectId}/tasks/{taskId}";
const NODE = `${TASK}/nodes/{nodeKey}`;

const nodeTask = { id: int, status: text, reason: nullable(text), start: nullable(time), end: nullable(time) };
const Reason = nullable(mapOf(anything));
const TaskOfNode = object({ ...nodeTask, waiting_for: nullable(mapOf(anything)) });
const Node = object({
  key: text,
  status: text,
  reason: Reason,
  start: nullable(time),
  end: nullable(time),
  until: nullable(time),
  items: object({ pending: int, running: int, succeeded: int, failed: int }),
  tries: int,
  task: nullable(TaskOfNode),
  text,
  may_decide: flag,
  decided_by: nullable(text),
  note: text,
});
const Run = object({
  graph: object({ nodes: listOf(anything), edges: listOf(anything) }),
  templates: listOf(object({ id: int, name: text, app: text, allow_parallel_tasks: flag })),
  nodes: listOf(Node),
  origin_id: nullable(int),
  secrets: nullable(listOf(text)),
  stopping: flag,
});
const Item = object({
  number: int,
  value: nullable(anything),
  status: text,
  tries: int,
  until: nullable(time),
  task: nullable(object(nodeTask)),
});
const Approval = object({
  project_id: int,
  project_name: text,
  task_id: int,
  template_id: int,
  template_name: text,
  node_key: text,
  node_name: text,
  text,
  since: time,
  until: nullable(time),
  started_by: nullable(text),
});

/** Asks, and runs a template beside it and one after it. */
async function workflowOf(place: Place): Promise<number> {
  const template_id = await templateOf(place);
  const nodes = [
    { key: "ask", kind: "approval", text: "Ship it?", roles: ["owner", "manager", "task_runner", "guest"] },
    { key: "build", kind: "template", template_id },
    { key: "ship", kind: "template", template_id },
  ];
  const graph = { nodes, edges: [{ from: "ask", to: "ship" }] };
  const survey_vars = [{ name: "region", title: "Region", type: "" }];
  return newTemplate(place, { app: "workflow", playbook: "", graph, survey_vars, allow_parallel_tasks: true });
}

const newRun = async (place: Place) =>
  place.make("tasks", { template_id: await place.once("workflow", () => workflowOf(place)) });
const running = async (place: Place) => ({ taskId: await newRun(place), nodeKey: "ask" });
const pending = async (place: Place) => ({ taskId: await newRun(place), nodeKey: "ship" });

const over = async (place: Place) => {
  const taskId = await newRun(place);
  await place.site.call("owner", "POST", `/project/${place.projectId}/tasks/${taskId}/stop`, { body: { force: true } });
  return { taskId };
};

/** What follows from it: tests/task/workflow. */
export const workflows: RouteCase[] = [
  { route: `GET ${TASK}/nodes`, access: "member", target: running, status: 200, reply: Run },
  {
    route: `GET ${NODE}/items`,
    access: "member",
    target: async (place) => ({ taskId: await newRun(place), nodeKey: "build" }),
    loose: ["nodeKey"],
    status: 200,
    reply: listOf(Item),
  },
  { route: `GET ${TASK}/children`, access: "member", target: running, status: 200, reply: listOf(TaskWithTpl) },
  {
    route: `POST ${NODE}/decide`,
    access: "member",
    target: running,
    loose: ["nodeKey"],
    body: () => ({ approve: false, note: "not today" }),
    usesUp: true,
    status: 204,
    event: ({ taskId }) => ["task", Number(taskId), `Task ID ${taskId}: ask rejected`],
    bad: () => [
      [{ approve: "yes" }, "approve: Must be true or false"],
      [{ note: "n".repeat(2001) }, "note: At most 2000 characters"],
    ],
  },
  {
    route: `POST ${NODE}/skip`,
    access: "manageResources",
    target: pending,
    loose: ["nodeKey"],
    usesUp: true,
    status: 204,
    event: ({ taskId }) => ["task", Number(taskId), `Task ID ${taskId}: ship skipped`],
  },
  {
    route: `POST ${NODE}/done`,
    access: "manageResources",
    target: pending,
    loose: ["nodeKey"],
    body: () => ({ note: "done by hand" }),
    usesUp: true,
    status: 204,
    event: ({ taskId }) => ["task", Number(taskId), `Task ID ${taskId}: ship marked as done`],
    bad: () => [[{ note: "n".repeat(2001) }, "note: At most 2000 characters"]],
  },
  {
    route: `POST ${TASK}/resume`,
    access: "runTasks",
    target: over,
    body: () => ({ from: "start" }),
    status: 201,
    reply: NewTask,
    event: ({ taskId }, reply) => {
      const id = idOf(reply);
      return [
        ["task", id, `Task ID ${id} queued for running`],
        ["task", id + 1, `Task ID ${id + 1} queued for running`],
        ["task", id, `Task ID ${id}: resumes task ID ${taskId}`],
      ];
    },
    bad: () => [
      [{ from: ["nothing"] }, "from: The workflow has no node nothing"],
      [{ done: ["nothing"] }, "done: The workflow has no node nothing"],
    ],
  },
  {
    route: "POST /project/{projectId}/templates/{templateId}/preview",
    access: "member",
    target: async (place) => ({ templateId: await place.once("workflow", () => workflowOf(place)) }),
    body: () => ({ inputs: { region: "eu" } }),
    named: ["inputs"],
    status: 200,
    reply: listOf(object({ key: text, status: exactly("success", "failed", "skipped"), reason: Reason })),
    bad: () => [
      [{ ends: { ask: "skipped" } }, "ends.ask: Invalid value"],
      [{ inputs: { nope: 1 } }, "inputs.nope: The template doesn't declare this variable"],
    ],
  },
];

export const approvals: RouteCase[] = [
  {
    route: "GET /approvals",
    access: "user",
    target: async (place) => {
      await newRun(place);
      return {};
    },
    status: 200,
    reply: listOf(Approval),
  },
];
