import { setTimeout as sleep } from "node:timers/promises";
import { Runner } from "@/lib/runner/schema";
import type { Api } from "../api/api";
import { findRunner } from "../api/find";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printText } from "../terminal/print";

const LOOK_MS = 1_000;

/** `signalbox runner drain`: the runner finishes its tasks and takes no new ones. */
export const drain = command({
  usage: "runner drain <runner> [options]",
  takes: [1, 1],
  help: `Drains a runner, given by name or number: it finishes its tasks and takes no new ones until it is restarted or resumed.

  --wait                wait until it runs no tasks
  --json                the runner as JSON
`,
  options: { wait: { type: "boolean" }, json: { type: "boolean" } },
  run: async (values, wanted = "") => {
    const api = connect();
    const { id } = await findRunner(api, wanted);
    await api.call("POST /runners/:runnerId/drain", { params: { runnerId: id } });
    let runner = await readRunner(api, id);
    while (values.wait && runner.running > 0) {
      await sleep(LOOK_MS);
      runner = await readRunner(api, id);
    }
    if (values.json) printJson(runner);
    else printText(`${runner.name} takes no new tasks and runs ${runner.running}`);
  },
});

/** `signalbox runner resume`: a draining runner takes tasks again. */
export const resume = command({
  usage: "runner resume <runner> [options]",
  takes: [1, 1],
  help: `Lets a draining runner take tasks again.

  --json                the runner as JSON
`,
  options: { json: { type: "boolean" } },
  run: async (values, wanted = "") => {
    const api = connect();
    const { id, name } = await findRunner(api, wanted);
    await api.call("POST /runners/:runnerId/resume", { params: { runnerId: id } });
    if (values.json) printJson(await readRunner(api, id));
    else printText(`${name} takes tasks again`);
  },
});

const readRunner = (api: Api, runnerId: number): Promise<Runner> =>
  api.read("GET /runners/:runnerId", { params: { runnerId } }, Runner);
