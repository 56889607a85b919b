import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printNote } from "../terminal/print";
import { writePrivate } from "../text-file";
import { findPlace, findVersion, OF_STATE, OF_STATE_HELP } from "./find";

/** `signalbox state pull`: prints the state exactly as its tool wrote it. */
export const pull = command({
  usage: "state pull <state> [options]",
  takes: [1, 1],
  help: `Prints a state, named by its name or number, as its tool wrote it. It may hold secrets; the download is recorded.

${OF_STATE_HELP}
  --version <number>    an older version than the newest
  --output <file>       write it to a file that only you can read
`,
  options: { ...OF_STATE, version: { type: "string" }, output: { type: "string" } },
  run: async (values, wanted = "") => {
    const api = connect();
    const place = await findPlace(api, wanted, values);
    const { id, number } = await findVersion(api, place, values.version);
    const path = `/project/${place.projectId}/states/${place.stateId}/versions/${id}/content`;
    const text = await api.text("POST", path);
    if (values.output === undefined) return void process.stdout.write(text);
    await writePrivate(values.output, text);
    printNote(`Version ${number} of ${place.name} is in ${values.output}`);
  },
});
