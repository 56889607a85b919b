import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@/lib/process/error-code";
import type { Job } from "@/lib/protocol/job";
import { DEFAULT_WORKSPACE, type JobState } from "@/lib/protocol/state";
import type { StateUse } from "@/runner/apps/adapter";
import { TaskProblem, toProblem } from "@/runner/job/problem";
import { importCommitted, removeCommitted } from "@/runner/state/committed";
import { type Declared, declaredBackend } from "@/runner/state/declared";
import { AS_DECLARED, type CodePlaces, type Finding, type StateContext } from "@/runner/state/finding";
import { requireLasting } from "@/runner/state/lasting";

const STATE_FILE = "terraform.tfstate";
/** In JSON, whose texts hold paths as they are. */
const OVERRIDE_FILE = "signalbox_override.tf.json";

/** Where Terraform or OpenTofu keeps the state of a job. Throws TaskProblem. */
export async function terraformState(
  job: Job,
  state: JobState,
  places: CodePlaces,
  context: StateContext,
): Promise<Finding> {
  const { folder, repository } = places;
  const inPlace = repository !== context.workspace.checkout;
  const isDefault = state.workspace === DEFAULT_WORKSPACE;
  const declared = await declaredBackend(folder, job.app);
  const errored = join(folder, "errored.tfstate");
  if (declared) {
    if (!inPlace && declared.type === "local")
      await requireLasting(localPlace(declared, job, places, isDefault), context);
    const use = { ...AS_DECLARED, selects: !(declared.type === "http" && isDefault) };
    return { backend: "declared", keeping: inPlace ? null : { mode: "elsewhere", file: null, errored }, use };
  }
  if (inPlace) return inPlaceState(state, places, context);
  const workspaces = join(context.workspace.kept, "workspaces");
  const file = isDefault ? null : join(workspaces, requireName(state.workspace), STATE_FILE);
  const local = { path: join(context.workspace.kept, STATE_FILE), workspace_dir: workspaces };
  return {
    backend: "product",
    keeping: { mode: isDefault ? "http" : "file", file, errored },
    use: { ...AS_DECLARED, selects: !isDefault },
    async layOut(keep) {
      const name = isDefault ? STATE_FILE : join(`${STATE_FILE}.d`, state.workspace, STATE_FILE);
      await importCommitted({ ...places, name, state, keep, say: (text) => context.log.say(text) });
      await removeCommitted(folder);
      await writeOverride(folder, isDefault ? { http: {} } : { local });
    },
  };
}

/** In a folder used in place nothing is written: its own state stays there until the console has one for it. */
function inPlaceState(state: JobState, places: CodePlaces, { workspace, log }: StateContext): Finding {
  if (state.lineage === null) return { backend: "in_place", keeping: null, use: AS_DECLARED };
  if (state.workspace !== DEFAULT_WORKSPACE)
    throw new TaskProblem(
      "settings_invalid",
      `Signalbox keeps the state of the workspace ${state.workspace}, which a folder used in place cannot use: give the repository a git URL or a file:// address`,
    );
  const file = join(workspace.kept, STATE_FILE);
  return {
    backend: "product",
    keeping: { mode: "file", file, errored: null },
    use: inPlaceUse(file),
    layOut: (keep) => importCommitted({ ...places, name: STATE_FILE, state, keep, say: (text) => log.say(text) }),
  };
}

export const inPlaceUse = (stateFile: string): StateUse => ({ ...AS_DECLARED, selects: false, stateFile });

/** Terraform takes any name that needs no escape in a URL, and makes a folder of it. */
function requireName(workspace: string): string {
  if (/^[^./\\][^/\\]*$/.test(workspace)) return workspace;
  throw new TaskProblem("settings_invalid", `${workspace} cannot be the name of a workspace`);
}

/** Over what the code says, of which only the runner knows; a new file, so that no link leads it elsewhere. */
async function writeOverride(folder: string, backend: object): Promise<void> {
  const text = `${JSON.stringify({ terraform: { backend } }, null, 2)}\n`;
  await writeFile(join(folder, OVERRIDE_FILE), text, { mode: 0o600, flag: "wx" }).catch((error) => {
    if (errorCode(error) !== "EEXIST") throw toProblem(error, "workspace_failed");
    throw new TaskProblem(
      "repository_invalid",
      `the repository has a file ${OVERRIDE_FILE}, a name that Signalbox needs`,
    );
  });
}

const OPTION = /^--?backend-config=(\w+)=(.*)$/s;

/** The file or folder of a `local` backend, as block and init arguments name it. */
function localPlace({ settings, file }: Declared, job: Job, { folder }: CodePlaces, isDefault: boolean) {
  const given = job.init_arguments.flatMap((argument) => {
    const [, name = "", value = ""] = OPTION.exec(argument) ?? [];
    return name === "" ? [] : [[name, value] as const];
  });
  const all: Declared["settings"] = { path: STATE_FILE, workspace_dir: `${STATE_FILE}.d`, ...settings };
  Object.assign(all, Object.fromEntries(given));
  return { path: (isDefault ? all.path : all.workspace_dir) ?? null, folder, what: `the backend "local" in ${file}` };
}
