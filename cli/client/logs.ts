import type { OutputLine } from "@/lib/task/schema";
import type { Api } from "../api/api";
import { findTask, type TaskRef } from "../api/find";
import { readLines } from "../api/follow";
import { connect } from "../api/login-file";
import { CommandProblem } from "../problem";
import { command } from "../terminal/command";
import { printJson, printLog } from "../terminal/print";
import { readWatchOptions, WATCH_HELP, watch, watchOptions } from "./watch";

/** `signalbox logs`: prints a task's log; with --follow also new lines. */
export const logs = command({
  usage: "logs <task> [options]",
  takes: [1, 1],
  help: `Prints the log of a task, given by number.

  --project <project>   its project; by default, all your projects are searched
  --follow              continue until the task has ended; the exit code is its result
  --from <line>         start at this line, counted from 0
  --json                a line of JSON for each line of the log
${WATCH_HELP}`,
  options: {
    project: { type: "string" },
    follow: { type: "boolean" },
    from: { type: "string", default: "0" },
    json: { type: "boolean" },
    ...watchOptions,
  },
  run: async (values, wanted = "") => {
    const watching = readWatchOptions(values);
    if (!/^\d{1,9}$/.test(values.from)) throw new CommandProblem("--from takes the number of a line");
    const from = Number(values.from);
    const json = values.json ?? false;
    const api = connect();
    const ref = await findTask(api, wanted, values.project);
    if (values.follow) return watch(api, ref, { json, from, ...watching });
    for await (const { id, time, output } of linesOf(api, ref, from)) {
      if (json) printJson({ type: "log", line: id, time, output });
      else printLog(output);
    }
  },
});

async function* linesOf(api: Api, ref: TaskRef, from: number): AsyncGenerator<OutputLine> {
  for (let next = from; ; ) {
    const lines = await readLines(api, ref, next);
    yield* lines;
    const last = lines.at(-1);
    if (!last) return;
    next = last.id + 1;
  }
}
