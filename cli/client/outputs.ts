import { z } from "zod";
import { OutputValue } from "@/lib/task/schema/workflow";
import { findTask } from "../api/find";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printText } from "../terminal/print";

/** `signalbox outputs`: lists the values that a task gives to what follows it. */
export const outputs = command({
  usage: "outputs <task> [options]",
  takes: [1, 1],
  help: `Lists the values that a task gives to what follows it. Secret ones are named, but not shown.

  --project <project>   its project; by default, all your projects are searched
  --json                the list as JSON
`,
  options: { project: { type: "string" }, json: { type: "boolean" } },
  run: async (values, wanted = "") => {
    const api = connect();
    const params = await findTask(api, wanted, values.project);
    const found = await api.read("GET /project/:projectId/tasks/:taskId/outputs", { params }, z.array(OutputValue));
    if (values.json) printJson(found);
    else for (const output of found) printText(`${output.name}\t${shown(output)}`);
  },
});

function shown({ value, secret }: OutputValue): string {
  if (secret) return "(secret)";
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
