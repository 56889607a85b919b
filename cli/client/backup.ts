import { findProject } from "../api/find";
import { connect } from "../api/login-file";
import { CommandProblem } from "../problem";
import { command } from "../terminal/command";
import { printNote } from "../terminal/print";
import { writePrivate } from "../text-file";
import { askStatesPassphrase } from "./states-passphrase";

/** `signalbox backup`: a project as a file for `signalbox import`. */
export const backup = command({
  usage: "backup <project> [options]",
  takes: [1, 1],
  help: `Prints a project as a backup file, without secrets, members and tasks. signalbox import creates a project from it.

  --states <which>      include its states: newest (of each workspace) or all (versions), encrypted with a passphrase;
                        the passphrase is taken from SIGNALBOX_BACKUP_PASSPHRASE, asked for, or read from stdin
  --passphrase-file <file>
                        read the passphrase from the first line of a file
  --output <file>       write it to a file that only you can read
`,
  options: { states: { type: "string" }, "passphrase-file": { type: "string" }, output: { type: "string" } },
  run: async ({ states, output, "passphrase-file": file }, wanted = "") => {
    if (states !== undefined && states !== "newest" && states !== "all")
      throw new CommandProblem("--states is newest or all");
    const api = connect();
    const { id, name } = await findProject(api, wanted);
    const path = `/project/${id}/backup`;
    const text =
      states === undefined
        ? await api.text("GET", path)
        : await api.text("POST", path, { states, states_passphrase: await askStatesPassphrase(file, "new") });
    if (output === undefined) return void process.stdout.write(text);
    await writePrivate(output, text);
    printNote(`The backup of ${name} is in ${output}`);
  },
});
