import { listTemplates, oneProject } from "../api/find";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printTable } from "../terminal/print";

/** `signalbox templates` */
export const templates = command({
  usage: "templates [options]",
  takes: [0, 0],
  help: `Lists the templates of a project.

  --project <project>   name or number; required if you have more than one project
  --json                as JSON
`,
  options: { project: { type: "string" }, json: { type: "boolean" } },
  run: async (values) => {
    const api = connect();
    const found = await listTemplates(api, await oneProject(api, values.project));
    if (values.json) return printJson(found);
    printTable(
      ["ID", "NAME", "APP", "TYPE", "LAST TASK", "VERSION"],
      found.map(({ id, name, app, type, last_task: last }) => [
        id,
        name,
        app,
        type || "task",
        last && `#${last.id} ${last.status}`,
        last?.version ?? null,
      ]),
    );
  },
});
