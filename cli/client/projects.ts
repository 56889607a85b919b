import { listProjects } from "../api/find";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printTable } from "../terminal/print";

/** `signalbox projects` */
export const projects = command({
  usage: "projects [options]",
  takes: [0, 0],
  help: `Lists your projects.

  --json                as JSON
`,
  options: { json: { type: "boolean" } },
  run: async ({ json }) => {
    const found = await listProjects(connect());
    if (json) return printJson(found);
    printTable(
      ["ID", "NAME"],
      found.map(({ id, name }) => [id, name]),
    );
  },
});
