import { writeFile } from "node:fs/promises";
import { parse } from "yaml";
import { z } from "zod";
import { findTemplate, listTemplates, oneProject } from "./api/find";
import { connect } from "./api/login-file";
import { CommandProblem } from "./problem";
import { type Command, command } from "./terminal/command";
import { printLine, printNote } from "./terminal/print";
import { readText } from "./text-file";

const exportTemplate = command({
  usage: "template export <template> [options]",
  takes: [1, 1],
  help: `Prints a template as YAML, with names in place of numbers and without secrets.

  --project <project>   name or number; needed if several projects have such a template
  --output <file>       write it to a file
`,
  options: { project: { type: "string" }, output: { type: "string" } },
  run: async ({ project, output }, wanted = "") => {
    const api = connect();
    const { id, project_id, name } = await findTemplate(api, wanted, project);
    const params = { projectId: project_id, templateId: id };
    const yaml = await api.read("GET /project/:projectId/templates/:templateId/yaml", { params }, z.string());
    if (output === undefined) return void process.stdout.write(yaml);
    await writeFile(output, yaml);
    printNote(`${name} is in ${output}`);
  },
});

const apply = command({
  usage: "template apply <file> [options]",
  takes: [1, 1],
  help: `Creates the template in a YAML file, or replaces the one of that name. The names in it are looked up in the project.

  <file>                the file, or - for stdin
  --project <project>   name or number; required if you have more than one project
`,
  options: { project: { type: "string" } },
  run: async (values, file = "") => {
    const yaml = await readText(file);
    const api = connect();
    const project = await oneProject(api, values.project);
    const name = nameIn(yaml);
    const [known, ...others] = (await listTemplates(api, project)).filter((template) => template.name === name);
    if (others.length > 0) throw new CommandProblem(`${project.name} has several templates named ${name}`);
    const params = { projectId: project.id };
    if (known) {
      const templateId = known.id;
      await api.call("PUT /project/:projectId/templates/:templateId/yaml", {
        params: { ...params, templateId },
        body: { yaml },
      });
    } else await api.call("POST /project/:projectId/templates/yaml", { params, body: { yaml } });
    printNote(`${known ? "Replaced" : "Created"} ${name} in ${project.name}`);
  },
});

/** The server says what else is wrong. */
function nameIn(yaml: string): string {
  const { data } = z.object({ name: z.string() }).safeParse(parsed(yaml));
  if (!data) throw new CommandProblem("The file has no name for the template");
  return data.name;
}

function parsed(yaml: string): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    throw new CommandProblem(`The file is not valid YAML: ${error instanceof Error ? error.message : error}`);
  }
}

const COMMANDS: Record<string, Command> = { export: exportTemplate, apply };

const USAGE = `Usage: signalbox template <command>

  export <template>   prints a template as YAML
  apply <file>        creates or replaces a template from YAML

Both need the role manager.
`;

/** `signalbox template`: templates as files. */
export async function template([name = "--help", ...words]: string[]): Promise<number | undefined> {
  if (name === "--help" || name === "-h") return printLine(USAGE) ?? 0;
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!run) throw new CommandProblem(`signalbox template has no command "${name}"; try: signalbox template --help`);
  return run(words);
}
