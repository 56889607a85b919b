import { Task } from "@/lib/queue/schema";
import { findTask } from "../api/find";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { readFileOfAnswers } from "./answers";
import { readWatchOptions, WATCH_HELP, watchAgain, watchOptions } from "./watch";

/** `signalbox resume`: takes up the run of a workflow again. */
export const resume = command({
  usage: "resume <task> [options]",
  takes: [1, 1],
  help: `Takes up a finished run of a workflow again, as a new run: what succeeded is kept, with its outputs.

  --from <nodes>        run these nodes and what follows them again, by their keys, separated by commas;
                        \`start\` runs everything again (default: what failed and what follows it)
  --done <nodes>        take these nodes for done (managers)
  --skip <nodes>        leave these nodes out (managers)
  --var-file <file>     secret survey answers as a JSON object; - reads stdin. The run that ended has lost them
  --project <project>   its project; by default, all your projects are searched
  --follow              print what happens until the run has ended; the exit code is its result
  --json                the task as JSON; with --follow a line of JSON for each change
${WATCH_HELP}`,
  options: {
    from: { type: "string" },
    done: { type: "string" },
    skip: { type: "string" },
    "var-file": { type: "string" },
    project: { type: "string" },
    follow: { type: "boolean" },
    json: { type: "boolean" },
    ...watchOptions,
  },
  run: async (values, wanted = "") => {
    const watching = readWatchOptions(values);
    const secret = JSON.stringify(await readFileOfAnswers(values["var-file"]));
    const api = connect();
    const ref = await findTask(api, wanted, values.project);
    const body = { from: readFrom(values.from), done: keysIn(values.done), skip: keysIn(values.skip), secret };
    const task = await api.read("POST /project/:projectId/tasks/:taskId/resume", { params: ref, body }, Task);
    const { follow, json } = values;
    return watchAgain(api, task, { follow, json, note: `Task #${task.id} resumes #${ref.taskId}`, ...watching });
  },
});

const keysIn = (text = ""): string[] => text.split(",").filter((key) => key !== "");

const readFrom = (text = "failed"): "failed" | "start" | string[] =>
  text === "failed" || text === "start" ? text : keysIn(text);
