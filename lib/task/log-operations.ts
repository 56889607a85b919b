import { z } from "zod";
import { member } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { NoInput } from "@/lib/operation/fields";
import { inTurn } from "@/lib/operation/serialize";
import { hostLines } from "@/lib/task/log/host-lines";
import { asOutput, readLines } from "@/lib/task/log/read-log";
import { type LogSearch, searchLog } from "@/lib/task/log/search-log";
import { sectionLines } from "@/lib/task/log/section-lines";
import { LogHits, OutputLines, OutputQuery, TaskParamsOfPath } from "@/lib/task/schema";
import { HostLines, HostLinesQuery, LogSections, SectionsQuery } from "@/lib/task/schema/log-sections";
import { taskExists } from "@/lib/task/store";

/** A whole log at once is for scripts; screens read windows. */
const MAX_OUTPUT = 1_000_000;

/** Of one user. A search may read hundreds of megabytes, and all of them share a few connections with everything else. */
const SEARCHES_AT_ONCE = 3;

export const getOutput = operation({
  name: "task.output",
  summary: "Log lines, oldest first; from and limit select a window, search finds the lines that contain a text",
  transaction: "none",
  access: member,
  params: TaskParamsOfPath,
  input: OutputQuery,
  output: z.union([OutputLines, LogHits]),
  run: async ({ db, params, input, actor, signal }) => {
    found(await taskExists(db, params.projectId, params.taskId));
    const search = searchOf(input);
    if (search) {
      const turn = { key: `search of user ${actor.user.id}`, atOnce: SEARCHES_AT_ONCE, signal };
      return inTurn(turn, () => searchLog(db, params.taskId, search, input));
    }
    const lines = await readLines(db, params.taskId, input.from, input.limit ?? MAX_OUTPUT);
    return lines.map((line) => asOutput(params.taskId, line));
  },
});

function searchOf({
  search: text,
  errors,
  case: isExact,
  regex: isPattern,
}: z.output<typeof OutputQuery>): LogSearch | null {
  if (text) return { text, isExact, isPattern };
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
  run: async ({ db, params }) => found(await taskExists(db, params.projectId, params.taskId)),
});

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
