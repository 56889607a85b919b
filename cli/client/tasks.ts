import { z } from "zod";
import { TaskWithTpl } from "@/lib/queue/schema";
import type { Api } from "../api/api";
import { findTemplate, oneProject } from "../api/find";
import { connect } from "../api/login-file";
import { describeTask } from "../api/texts";
import { command, readCount } from "../terminal/command";
import { printJson, printTable } from "../terminal/print";

/** `signalbox tasks` */
export const tasks = command({
  usage: "tasks [options]",
  takes: [0, 0],
  help: `Lists tasks, the newest first.

  --project <project>   name or number; required if you have more than one project
  --template <template> only tasks of this template
  --count <number>      how many, at most 200 (default 20)
  --json                as JSON
`,
  options: {
    project: { type: "string" },
    template: { type: "string" },
    count: { type: "string", default: "20" },
    json: { type: "boolean" },
  },
  run: async (values) => {
    const limit = readCount(values.count);
    const api = connect();
    const found = await readTasks(api, values, { limit });
    if (values.json) return printJson(found);
    printTable(
      ["ID", "TEMPLATE", "STATUS", "VERSION", "BY", "CREATED"],
      found.map((task) => [
        task.id,
        task.tpl_alias,
        describeTask(task),
        task.version,
        task.user_name,
        task.created.replace(/\.\d+Z$/, "Z"),
      ]),
    );
  },
});

async function readTasks(
  api: Api,
  { project, template }: { project?: string; template?: string },
  query: { limit: number },
): Promise<TaskWithTpl[]> {
  const Tasks = z.array(TaskWithTpl);
  if (template === undefined) {
    const { id: projectId } = await oneProject(api, project);
    return api.read("GET /project/:projectId/tasks/last", { params: { projectId }, query }, Tasks);
  }
  const { project_id: projectId, id: templateId } = await findTemplate(api, template, project);
  const params = { projectId, templateId };
  return api.read("GET /project/:projectId/templates/:templateId/tasks/last", { params, query }, Tasks);
}
