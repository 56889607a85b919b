import { Task } from "@/lib/queue/schema";
import { findTask } from "../api/find";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printLine } from "../terminal/print";

/** `signalbox stop`: requests that a task stops. */
export const stop = command({
  usage: "stop <task> [options]",
  takes: [1, 1],
  help: `Stops a task, given by number.

  --project <project>   its project; by default, all your projects are searched
  --force               end its processes immediately; a tool with a state gets 30 seconds to save it
  --json                the task as JSON
`,
  options: { project: { type: "string" }, force: { type: "boolean" }, json: { type: "boolean" } },
  run: async (values, wanted = "") => {
    const api = connect();
    const ref = await findTask(api, wanted, values.project);
    await api.call("POST /project/:projectId/tasks/:taskId/stop", {
      params: ref,
      body: { force: values.force ?? false },
    });
    if (values.json) printJson(await api.read("GET /project/:projectId/tasks/:taskId", { params: ref }, Task));
    else printLine(`Task #${ref.taskId} is being stopped`);
  },
});
