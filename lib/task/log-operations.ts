import { member } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { hostLines } from "@/lib/task/log/host-lines";
import { sectionLines } from "@/lib/task/log/section-lines";
import { TaskParamsOfPath } from "@/lib/task/schema";
import { HostLines, HostLinesQuery, LogSections, SectionsQuery } from "@/lib/task/schema/log-sections";
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

export const listHostLines = operation({
  name: "task.hostLines",
  summary: "The lines of Ansible's results of one host; ask again from `until` for the rest",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: HostLinesQuery,
  output: HostLines,
  run: async ({ db, params, input }) => {
    found(await taskExists(db, params.projectId, params.taskId));
    return hostLines(db, params.taskId, input.host, input.from);
  },
});
