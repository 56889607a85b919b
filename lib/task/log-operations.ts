import { member } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { sectionLines } from "@/lib/task/log/section-lines";
import { TaskParamsOfPath } from "@/lib/task/schema";
import { LogSections, SectionsQuery } from "@/lib/task/schema/log-sections";
import { taskExists } from "@/lib/task/store";

export const listSections = operation({
  name: "task.sections",
  summary: "The lines at which plays, tasks and groups of a log begin and end; ask again from `until` for the rest",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: SectionsQuery,
  output: LogSections,
  run: async ({ db, params, input }) => {
    found(await taskExists(db, params.projectId, params.taskId));
    return sectionLines(db, params.taskId, input.from);
  },
});
