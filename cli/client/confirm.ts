import { Task } from "@/lib/queue/schema";
import { findTask } from "../api/find";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printLine } from "../terminal/print";

/** `signalbox confirm`: confirms a task's plan. */
export const confirm = command({
  usage: "confirm <task> [options]",
  takes: [1, 1],
  help: `Confirms the plan of a task that is waiting for confirmation.

  --project <project>   its project; by default, all your projects are searched
  --plan <checksum>     only this plan, by the checksum that the API gives; another one is not confirmed
  --json                the task as JSON
`,
  options: { project: { type: "string" }, plan: { type: "string" }, json: { type: "boolean" } },
  run: async (values, wanted = "") => {
    const api = connect();
    const ref = await findTask(api, wanted, values.project);
    await api.call("POST /project/:projectId/tasks/:taskId/confirm", {
      params: ref,
      body: { plan_checksum: values.plan },
    });
    if (values.json) printJson(await api.read("GET /project/:projectId/tasks/:taskId", { params: ref }, Task));
    else printLine(`Task #${ref.taskId} is confirmed`);
  },
});
