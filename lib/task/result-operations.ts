import { member } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoInput } from "@/lib/operation/fields";
import { TaskPlan } from "@/lib/protocol/plan";
import { readPlan } from "@/lib/task/results/plan";
import { TaskParamsOfPath } from "@/lib/task/schema";

export const getPlan = operation({
  name: "task.plan",
  summary: "What the plan of a task changes, without sensitive values; 404 if it is only in the log",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: NoInput,
  output: TaskPlan,
  run: ({ db, params }) => readPlan(db, params.projectId, params.taskId),
});
