import { member } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { readMatrix, readResults } from "@/lib/task/events/read-events";
import { TaskParamsOfPath } from "@/lib/task/schema";
import { MatrixQuery, TaskEventsQuery, TaskMatrix, TaskResults } from "@/lib/task/schema/events";
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
