import type { Api } from "../api/api";
import { findTask, type TaskRef } from "../api/find";
import { findNode, requireDecision } from "../api/find-node";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printLine } from "../terminal/print";

type OnNode = {
  help: string;
  /** What the node is then. */
  end: string;
  /** Fails with the nodes that can be named instead. */
  check: (api: Api, ref: TaskRef, nodeKey: string) => Promise<unknown>;
  send: (api: Api, params: TaskRef & { nodeKey: string }, note: string | undefined) => Promise<unknown>;
};

const onNode = (name: string, { help, end, check, send }: OnNode) =>
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
      await check(api, ref, nodeKey);
      await send(api, { ...ref, nodeKey }, values.note);
      printLine(`${nodeKey} of task #${ref.taskId} is ${end}`);
    },
  });

const decision = (name: "approve" | "reject", end: string, help: string) =>
  onNode(name, {
    help,
    end,
    check: requireDecision,
    send: (api, params, note) =>
      api.call("POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/decide", {
        params,
        body: { approve: name === "approve", note },
      }),
  });

/** `signalbox approve`: approves what the run of a workflow waits for. */
export const approve = decision(
  "approve",
  "approved",
  "Approves what the run of a workflow waits for, by the key of the node.",
);

/** `signalbox reject`: rejects it. */
export const reject = decision(
  "reject",
  "rejected",
  "Rejects what the run of a workflow waits for, by the key of the node.",
);

const mark = (name: "skip" | "done", end: string, help: string) =>
  onNode(name, {
    help: `${help} For managers.`,
    end,
    check: findNode,
    send: (api, params, note) =>
      api.call(`POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/${name}`, { params, body: { note } }),
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
