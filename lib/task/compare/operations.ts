import { member } from "@/lib/access/access";
import { mayIn } from "@/lib/access/actor";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { compareTasks as compare, readBoth } from "@/lib/task/compare/compare";
import { withoutValues } from "@/lib/task/compare/field-changes";
import { compareLogs } from "@/lib/task/compare/log";
import { TaskParamsOfPath } from "@/lib/task/schema";
import { CompareQuery, LogComparison, TaskComparison } from "@/lib/task/schema/compare";

export const compareTasks = operation({
  name: "task.compare",
  summary: "How a task differs from another one of the project: what it was given, commits, hosts, plan and durations",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: CompareQuery,
  output: TaskComparison,
  run: async ({ db, actor, project, params, input }) => {
    const comparison = found(await compare(db, { ...params, ...input }));
    if (mayIn(actor, project, "manageResources")) return comparison;
    return { ...comparison, fields: withoutValues(comparison.fields) };
  },
});

export const compareTaskLogs = operation({
  name: "task.compareLogs",
  summary: "How the logs of two tasks differ, without times, ids and the order of hosts; up to 10,000 lines each",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: CompareQuery,
  output: LogComparison,
  run: async ({ db, params, input }) => {
    const { before, after } = found(await readBoth(db, { ...params, ...input }));
    return compareLogs(db, before, after);
  },
});
