import { createHash } from "node:crypto";
import { Version } from "@/lib/state/schema";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printText } from "../terminal/print";
import { readText } from "../text-file";
import { findNewest, findPlace, findVersion, OF_STATE, OF_STATE_HELP, type Place, requireWorkspace } from "./find";

const refOf = ({ projectId, stateId }: Place) => ({ projectId, stateId });

/** `signalbox state push`: uploads a state as the newest version. */
export const push = command({
  usage: "state push <state> <file> [options]",
  takes: [2, 2],
  help: `Makes a state in a file (- for stdin) the newest version. It must be of the same lineage and have a higher serial.
The newest version again changes nothing and succeeds.

${OF_STATE_HELP}
  --reason <text>       why, for the list of versions
  --json                the version as JSON
`,
  options: { ...OF_STATE, reason: { type: "string" }, json: { type: "boolean" } },
  run: async (values, wanted = "", file = "") => {
    const api = connect();
    const place = await findPlace(api, wanted, values);
    const content = await readText(file);
    const newest = await findNewest(api, place);
    if (newest?.checksum === createHash("md5").update(content).digest("hex")) {
      if (values.json) printJson(newest);
      else printText(`Nothing changed: this is version ${newest.number} of ${place.name} in ${place.workspace}`);
      return;
    }
    const body = { workspace: place.workspace, content, reason: values.reason ?? "pushed from the command line" };
    const version = await api.read(
      "POST /project/:projectId/states/:stateId/versions",
      { params: refOf(place), body },
      Version,
    );
    if (values.json) printJson(version);
    else printText(`${place.name} has version ${version.number} in ${place.workspace}`);
  },
});

/** `signalbox state rollback`: stores an older version's content as the newest; no version changes. */
export const rollback = command({
  usage: "state rollback <state> <version> --reason <text> [options]",
  takes: [2, 2],
  help: `Makes an older version of a state, or an offered one, the newest as a new version. It changes no resource.

${OF_STATE_HELP}
  --reason <text>       why; needed
  --json                the new version as JSON
`,
  options: { ...OF_STATE, reason: { type: "string" }, json: { type: "boolean" } },
  run: async (values, wanted = "", number = "") => {
    const api = connect();
    const place = await findPlace(api, wanted, values);
    const { id } = await findVersion(api, place, number);
    const version = await api.read(
      "POST /project/:projectId/states/:stateId/rollback",
      { params: refOf(place), body: { version_id: id, reason: values.reason ?? "" } },
      Version,
    );
    if (values.json) printJson(version);
    else printText(`${place.name} holds version ${number} again, as version ${version.number}`);
  },
});

/** `signalbox state unlock` */
export const unlock = command({
  usage: "state unlock <state> [options]",
  takes: [1, 1],
  help: `Breaks the lock of a state. What its holder still writes is refused.

${OF_STATE_HELP}
`,
  options: OF_STATE,
  run: async (values, wanted = "") => {
    const api = connect();
    const place = await findPlace(api, wanted, values);
    requireWorkspace(place);
    await api.call("POST /project/:projectId/states/:stateId/unlock", {
      params: refOf(place),
      body: { workspace: place.workspace },
    });
    printText(`${place.name} is not locked in ${place.workspace}`);
  },
});
