import type { z } from "zod";
import type { TaskStatus } from "@/lib/protocol/status";
import type { Task } from "@/lib/queue/schema";
import type { TaskDetail } from "@/lib/task/schema";
import type { NodeState } from "@/lib/task/schema/workflow";
import type { Api } from "../api/api";
import type { TaskRef } from "../api/find";
import { follow } from "../api/follow";
import { describeNode, describeTask } from "../api/texts";
import { CommandProblem, EXIT, type ExitCode } from "../problem";
import { printJson, printLog, printNote } from "../terminal/print";

export const watchOptions = {
  "stop-on-interrupt": { type: "boolean" },
  "give-up": { type: "string", default: "600" },
} as const;

export const WATCH_HELP = `  --stop-on-interrupt   Ctrl-C stops the task and waits for its end; without it, it goes on alone
  --give-up <seconds>   how long to try again when the server does not answer (default 600)
`;

type WatchOptions = { json: boolean; from: number; stopOnInterrupt: boolean; giveUpMs: number };

/** Parses the options declared in `watchOptions`. */
export function readWatchOptions(values: { "stop-on-interrupt"?: boolean; "give-up": string }) {
  if (!/^\d{1,6}$/.test(values["give-up"])) throw new CommandProblem("--give-up takes a number of seconds");
  return { stopOnInterrupt: values["stop-on-interrupt"] ?? false, giveUpMs: Number(values["give-up"]) * 1_000 };
}

/** Prints a task's log until the task ends; resolves with its result as an exit code. */
export async function watch(api: Api, ref: TaskRef, options: WatchOptions): Promise<ExitCode> {
  const interrupt = listenForInterrupt(api, ref, options.stopOnInterrupt);
  try {
    const task = await follow(api, ref, {
      ...options,
      ...(options.json ? jsonLines : forPeople),
      signal: interrupt.signal,
    });
    return resultOf(task);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    const { taskId } = ref;
    printNote(`Task #${taskId} goes on. See: signalbox logs ${taskId} --follow, signalbox stop ${taskId}`);
    return EXIT.interrupted;
  } finally {
    interrupt.end();
  }
}

type Again = Pick<WatchOptions, "stopOnInterrupt" | "giveUpMs"> & { follow?: boolean; json?: boolean; note: string };

/** Tells of a task that another one led to, and watches it if asked to. */
export async function watchAgain(
  api: Api,
  task: z.output<typeof Task>,
  { follow: follows, json = false, note, ...watching }: Again,
): Promise<ExitCode | undefined> {
  if (!json) printNote(note);
  else if (!follows) printJson(task);
  if (!follows) return;
  return watch(api, { projectId: task.project_id, taskId: task.id }, { json, from: 0, ...watching });
}

/** A check that succeeded may have found drift. */
const resultOf = ({ status, drift }: TaskDetail): ExitCode =>
  status === "success" && drift?.drifted ? EXIT.drifted : (RESULTS[status] ?? EXIT.failed);

const RESULTS: Partial<Record<TaskStatus, ExitCode>> = {
  success: EXIT.success,
  error: EXIT.failed,
  stopped: EXIT.stopped,
};

const onTrouble = (problem: string | null): void =>
  printNote(problem === null ? "The connection is back" : `${problem}; trying again`);

const forPeople = {
  onTrouble,
  onTask: (task: TaskDetail) => {
    const hint = task.status === "waiting_confirmation" ? `. Go on with: signalbox confirm ${task.id}` : "";
    printNote(`Task #${task.id} (${task.tpl_alias}): ${describeTask(task)}${hint}`);
  },
  onLines: (lines: readonly { output: string }[]) => {
    for (const { output } of lines) printLog(output);
  },
  onNodes: (nodes: readonly NodeState[]) => {
    for (const node of nodes) printLog(describeNode(node));
  },
};

const jsonLines = {
  onTrouble,
  onTask: (task: TaskDetail) => printJson({ type: "task", task }),
  onLines: (lines: readonly { id: number; time: string; output: string }[]) => {
    for (const { id, time, output } of lines) printJson({ type: "log", line: id, time, output });
  },
  onNodes: (nodes: readonly NodeState[]) => {
    for (const node of nodes) printJson({ type: "node", node });
  },
};

/** The first Ctrl-C (or SIGTERM) detaches or stops the task, depending on the option; the next one exits. */
function listenForInterrupt(api: Api, ref: TaskRef, stops: boolean): { signal: AbortSignal; end: () => void } {
  const leave = new AbortController();
  let asked = false;
  const onSignal = (): void => {
    if (!stops || asked) {
      leave.abort();
      return;
    }
    asked = true;
    printNote(`Stopping task #${ref.taskId}`);
    api
      .call("POST /project/:projectId/tasks/:taskId/stop", { params: ref, body: { force: false } })
      .catch((error: unknown) => {
        printNote(error instanceof Error ? error.message : String(error));
      });
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: leave.signal,
    end: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
