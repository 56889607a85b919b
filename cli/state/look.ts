import { connect } from "../api/login-file";
import { command, readCount } from "../terminal/command";
import { printJson, printTable } from "../terminal/print";
import { findPlace, listStates, listVersions, OF_STATE, OF_STATE_HELP, requireWorkspace } from "./find";

/** `signalbox state list` */
export const list = command({
  usage: "state list [options]",
  takes: [0, 0],
  help: `Lists the states of a project, a line for each workspace.

  --project <project>   its name or number; needed unless you have but one
  --json                as JSON
`,
  options: { project: { type: "string" }, json: { type: "boolean" } },
  run: async (values) => {
    const states = await listStates(connect(), values.project);
    if (values.json) return printJson(states);
    printTable(
      ["ID", "NAME", "KIND", "WORKSPACE", "VERSION", "RESOURCES", "CHANGED", "LOCKED BY"],
      states.flatMap(({ id, name, kind, workspaces }) =>
        workspaces.map((workspace) => [
          id,
          name,
          kind,
          workspace.name,
          workspace.newest,
          workspace.version_id === null ? null : (workspace.resources ?? "encrypted"),
          workspace.changed,
          workspace.lock && (workspace.lock.task_id === null ? workspace.lock.info.Who : `#${workspace.lock.task_id}`),
        ]),
      ),
    );
  },
});

/** `signalbox state versions` */
export const versions = command({
  usage: "state versions <state> [options]",
  takes: [1, 1],
  help: `Lists the versions of a state, named by its name or number, newest first.

${OF_STATE_HELP}
  --count <number>      how many, at most 200 (default 20)
  --json                as JSON
`,
  options: { ...OF_STATE, count: { type: "string", default: "20" }, json: { type: "boolean" } },
  run: async (values, wanted = "") => {
    const count = readCount(values.count);
    const api = connect();
    const place = await findPlace(api, wanted, values);
    requireWorkspace(place);
    const found = await listVersions(api, place, { limit: count });
    if (values.json) return printJson(found);
    printTable(
      ["VERSION", "SERIAL", "RESOURCES", "CAUSE", "TASK", "BY", "CREATED", "REASON"],
      found.map((version) => [
        `${version.number}${version.newest ? " (newest)" : version.offered ? " (offered)" : ""}`,
        version.serial,
        version.resources ?? "encrypted",
        version.cause,
        version.task_number && `#${version.task_number}`,
        version.user_name,
        version.created,
        version.reason || null,
      ]),
    );
  },
});
