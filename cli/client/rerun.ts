import type { z } from "zod";
import { Task } from "@/lib/queue/schema";
import type { RerunInput } from "@/lib/task/schema/events";
import { findTask } from "../api/find";
import { connect } from "../api/login-file";
import { CommandProblem, EXIT } from "../problem";
import { command } from "../terminal/command";
import { readFileOfAnswers } from "./answers";
import { readWatchOptions, WATCH_HELP, watchAgain, watchOptions } from "./watch";

/** `signalbox rerun`: starts a task again on some of its hosts, or for its failed tests. */
export const rerun = command({
  usage: "rerun <task> [options]",
  takes: [1, 1],
  help: `Starts a finished task again: an Ansible task on the hosts that failed or could not be reached, or any task for its failed tests.

  --failed              only on hosts that failed
  --unreachable         only on hosts that could not be reached
  --hosts <names>       only on these hosts, separated by commas
  --tests               for the tests that failed; their names are in SIGNALBOX_FAILED_TESTS
  --var-file <file>     secret survey answers as a JSON object; - reads stdin. The task that ended has lost them
  --project <project>   its project; by default, all your projects are searched
  --follow              print the log until the task has ended; the exit code is its result
  --json                the task as JSON; with --follow a line of JSON for each change and log line
${WATCH_HELP}`,
  options: {
    failed: { type: "boolean" },
    unreachable: { type: "boolean" },
    hosts: { type: "string" },
    tests: { type: "boolean" },
    "var-file": { type: "string" },
    project: { type: "string" },
    follow: { type: "boolean" },
    json: { type: "boolean" },
    ...watchOptions,
  },
  run: async (values, wanted = "") => {
    const watching = readWatchOptions(values);
    const body = { ...readPart(values), secret: JSON.stringify(await readFileOfAnswers(values["var-file"])) };
    const api = connect();
    const ref = await findTask(api, wanted, values.project);
    const task = await api.read("POST /project/:projectId/tasks/:taskId/rerun", { params: ref, body }, Task);
    const { follow, json } = values;
    const note = `Task #${task.id}${task.limit && ` on ${task.limit}`}`;
    return watchAgain(api, task, { follow, json, note, ...watching });
  },
});

type Chosen = { failed?: boolean; unreachable?: boolean; hosts?: string; tests?: boolean };

function readPart({ tests, ...hosts }: Chosen): z.input<typeof RerunInput> {
  if (!tests) return { hosts: readHosts(hosts) };
  if (hosts.failed || hosts.unreachable || hosts.hosts !== undefined)
    throw new CommandProblem("--tests can't be combined with --failed, --unreachable or --hosts", EXIT.usage);
  return { tests: "failed" };
}

function readHosts({ failed, unreachable, hosts }: Omit<Chosen, "tests">) {
  if (hosts !== undefined && (failed || unreachable))
    throw new CommandProblem("--hosts can't be combined with --failed or --unreachable", EXIT.usage);
  if (hosts !== undefined) return hosts.split(",").filter((name) => name !== "");
  if (failed === unreachable) return "any_failure" as const;
  return failed ? ("failed" as const) : ("unreachable" as const);
}
