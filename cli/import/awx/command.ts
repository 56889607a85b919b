import { command } from "../../terminal/command";
import { FOREIGN_HELP, FOREIGN_OPTIONS, importDrafts } from "../foreign/import";
import { parseForeign, readForeign } from "../foreign/source";
import { convertAwx } from "./convert";
import { AwxExport } from "./schema";

/** `signalbox import awx` */
export const importAwx = command({
  usage: "import awx <file | -> [options]",
  takes: [1, 1],
  help: `Creates a project from each organization in the output of awx export, or with - from stdin:
awx export | signalbox import awx -
Secrets are not in it: the report lists the keys and variables to fill in. Workflows are only listed.

  --project <name>      put all organizations into one project of this name, each with a view
  --organization <name> only this organization; can be repeated
${FOREIGN_HELP}
`,
  options: { ...FOREIGN_OPTIONS, organization: { type: "string", multiple: true } },
  run: async (values, file = "") => {
    const source = await readForeign(file);
    const converted = convertAwx(parseForeign(source, AwxExport), source.origin, values);
    return importDrafts(values, converted);
  },
});
