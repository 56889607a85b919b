import { findTask } from "../api/find";
import { requireDecision } from "../api/find-node";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printLine } from "../terminal/print";

const decision = (name: "approve" | "reject", help: string) =>
  command({
    usage: `${name} <task> <node> [options]`,
    takes: [2, 2],
    help: `${help}

  --note <text>         why, for the others
  --project <project>   its project; by default, all your projects are searched
`,
    options: { note: { type: "string" }, project: { type: "string" } },
    run: async (values, wanted = "", nodeKey = "") => {
      const api = connect();
      const ref = await findTask(api, wanted, values.project);
      await requireDecision(api, ref, nodeKey);
      const approve = name === "approve";
      await api.call("POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/decide", {
        params: { ...ref, nodeKey },
        body: { approve, note: values.note },
      });
      printLine(`${nodeKey} of task #${ref.taskId} is ${approve ? "approved" : "rejected"}`);
    },
  });

/** `signalbox approve`: approves what the run of a workflow waits for. */
export const approve = decision("approve", "Approves what the run of a workflow waits for, by the key of the node.");

/** `signalbox reject`: rejects it. */
export const reject = decision("reject", "Rejects what the run of a workflow waits for, by the key of the node.");
