import { Task } from "@/lib/queue/schema";
import { findTask } from "../api/find";
import { connect } from "../api/login-file";
import { CommandProblem, EXIT } from "../problem";
import { command } from "../terminal/command";
import { printJson, printNote } from "../terminal/print";
import { readWatchOptions, WATCH_HELP, watch, watchOptions } from "./watch";

/** `signalbox rerun`: starts an Ansible task again on some of its hosts. */
export const rerun = command({
  usage: "rerun <task> [options]",
  takes: [1, 1],
  help: `Starts a finished Ansible task again on the hosts that failed or could not be reached.

  --failed              only on hosts that failed
  --unreachable         only on hosts that could not be reached
  --hosts <names>       only on these hosts, separated by commas
  --project <project>   its project; by default, all your projects are searched
  --follow              print the log until the task has ended; the exit code is its result
  --json                the task as JSON; with --follow a line of JSON for each change and log line
${WATCH_HELP}`,
  options: {
    failed: { type: "boolean" },
    unreachable: { type: "boolean" },
    hosts: { type: "string" },
    project: { type: "string" },
    follow: { type: "boolean" },
    json: { type: "boolean" },
    ...watchOptions,
  },
  run: async (values, wanted = "") => {
    const watching = readWatchOptions(values);
    const hosts = readHosts(values);
    const api = connect();
    const ref = await findTask(api, wanted, values.project);
    const task = await api.read("POST /project/:projectId/tasks/:taskId/rerun", { params: ref, body: { hosts } }, Task);
    if (!values.follow && values.json) return printJson(task);
    if (!values.json) printNote(`Task #${task.id} on ${task.limit}`);
    if (!values.follow) return;
    return watch(api, { ...ref, taskId: task.id }, { json: values.json ?? false, from: 0, ...watching });
  },
});

type Chosen = { failed?: boolean; unreachable?: boolean; hosts?: string };

function readHosts({ failed, unreachable, hosts }: Chosen): "failed" | "unreachable" | "any_failure" | string[] {
  if (hosts !== undefined && (failed || unreachable))
    throw new CommandProblem("--hosts can't be combined with --failed or --unreachable", EXIT.usage);
  if (hosts !== undefined) return hosts.split(",").filter((name) => name !== "");
  if (failed === unreachable) return "any_failure";
  return failed ? "failed" : "unreachable";
}
