import { findTask } from "../api/find";
import { findNode } from "../api/find-node";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printLine } from "../terminal/print";

const mark = (name: "skip" | "done", end: string, help: string) =>
  command({
    usage: `${name} <task> <node> [options]`,
    takes: [2, 2],
    help: `${help} For managers.

  --note <text>         why, for the others
  --project <project>   its project; by default, all your projects are searched
`,
    options: { note: { type: "string" }, project: { type: "string" } },
    run: async (values, wanted = "", nodeKey = "") => {
      const api = connect();
      const ref = await findTask(api, wanted, values.project);
      await findNode(api, ref, nodeKey);
      await api.call(`POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/${name}`, {
        params: { ...ref, nodeKey },
        body: { note: values.note },
      });
      printLine(`${nodeKey} of task #${ref.taskId} is ${end}`);
    },
  });

/** `signalbox skip`: leaves out a node of a run. */
export const skip = mark(
  "skip",
  "skipped",
  "Leaves out a node of a workflow's run that has not begun, waits or has failed, by its key; and what only it leads to.",
);

/** `signalbox done`: takes a node of a run for a success. */
export const done = mark(
  "done",
  "marked as done",
  "Takes a node of a workflow's run that has not begun, waits or has failed for a success, by its key.",
);
