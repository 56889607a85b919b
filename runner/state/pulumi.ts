import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import type { Job } from "@/lib/protocol/job";
import { codeUnreadable } from "@/lib/protocol/runner-lines";
import type { JobState } from "@/lib/protocol/state";
import type { StateUse } from "@/runner/apps/adapter";
import { taskEnvironment } from "@/runner/apps/variables";
import { TaskProblem } from "@/runner/job/problem";
import { readSmallFile } from "@/runner/job/small-file";
import type { Environment } from "@/runner/process/environment";
import { AS_DECLARED, type CodePlaces, type Finding, type StateContext } from "@/runner/state/finding";
import { requireLasting } from "@/runner/state/lasting";

const MAX_FILE_BYTES = 1024 * 1024;
const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];
/** Without it Pulumi takes a folder that has stacks for one of before there were projects in it. */
const LAYOUT = "version: 1\n";

const Project = z.object({ name: z.string(), backend: z.object({ url: z.string().nullish() }).nullish() });
const StackSettings = z.object({ encryptionsalt: z.string().optional(), secretsprovider: z.string().optional() });

/** Where Pulumi keeps the state of a job's stack. Throws TaskProblem. */
export async function pulumiState(
  job: Job,
  state: JobState,
  { folder, repository }: CodePlaces,
  context: StateContext,
): Promise<Finding> {
  const environment = environmentOf(job, context);
  const project = await readProject(folder);
  const inPlace = repository !== context.workspace.checkout;
  const url = environment.PULUMI_BACKEND_URL ?? project.backend?.url ?? null;
  if (url !== null || environment.PULUMI_ACCESS_TOKEN) {
    if (!inPlace && url?.startsWith("file://")) await requireLasting(localPlace(url, folder), context);
    return { backend: "declared", keeping: null, use: elsewhereUse(job) };
  }
  if (inPlace) return { backend: "in_place", keeping: null, use: elsewhereUse(job) };
  await requireOwnSecrets(folder, state.workspace, environment);
  requireOneStack(job, state);
  const { kept } = context.workspace;
  const file = join(kept, ".pulumi", "stacks", requireName(project.name), `${requireName(state.workspace)}.json`);
  return {
    backend: "product",
    keeping: { mode: "file", file, errored: null },
    use: pulumiUse(job, state, context),
    async layOut() {
      await mkdir(join(kept, ".pulumi"), { recursive: true, mode: 0o700 });
      await writeFile(join(kept, ".pulumi", "meta.yaml"), LAYOUT, { mode: 0o600 });
    },
  };
}

/** Makes Pulumi use the folder that the runner puts the checkpoint in. */
export function pulumiUse(job: Job, state: JobState, context: StateContext): StateUse {
  const environment = environmentOf(job, context);
  const named = ["PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"].some((name) => name in environment);
  const env = {
    PULUMI_BACKEND_URL: `file://${context.workspace.kept}`,
    PULUMI_STACK: state.workspace,
    PULUMI_DIY_BACKEND_GZIP: "false",
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true",
    ...(named || state.passphrase === null ? {} : { PULUMI_CONFIG_PASSPHRASE: state.passphrase }),
  };
  return { ...AS_DECLARED, env, stack: state.workspace };
}

/** Only a stack that the template names is made; else the task's arguments or environment name one, as ever. */
export const elsewhereUse = ({ stack }: Job): StateUse =>
  stack === "" ? AS_DECLARED : { ...AS_DECLARED, env: { PULUMI_STACK: stack }, stack };

const environmentOf = (job: Job, { environment }: StateContext): Environment => ({
  ...environment,
  ...taskEnvironment(job, null),
  ...job.secret_vars,
});

async function readProject(folder: string): Promise<z.output<typeof Project>> {
  for (const name of PROJECT_FILES) {
    const text = await readSmallFile(join(folder, name), MAX_FILE_BYTES);
    if (text !== null) return readYaml(text, name, Project);
  }
  throw new TaskProblem("repository_invalid", "there is no Pulumi.yaml in the folder of the template");
}

function readYaml<Schema extends z.ZodType>(text: string, name: string, schema: Schema): z.output<Schema> {
  try {
    const parsed = schema.safeParse(parse(text));
    if (parsed.success) return parsed.data;
    throw new TaskProblem(
      "repository_invalid",
      `${name} does not describe a project: ${z.prettifyError(parsed.error)}`,
    );
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new TaskProblem("repository_invalid", codeUnreadable(name, null, error.message));
  }
}

/** Secrets in the stack's settings were encrypted with a passphrase that only their author has. */
async function requireOwnSecrets(folder: string, stack: string, environment: Environment): Promise<void> {
  const name = `Pulumi.${stack}.yaml`;
  const text = await readSmallFile(join(folder, name), MAX_FILE_BYTES);
  if (text === null) return;
  const { encryptionsalt, secretsprovider } = readYaml(text, name, StackSettings.nullable()) ?? {};
  const given = "PULUMI_CONFIG_PASSPHRASE" in environment || "PULUMI_CONFIG_PASSPHRASE_FILE" in environment;
  if (encryptionsalt === undefined || given || (secretsprovider ?? "passphrase") !== "passphrase") return;
  throw new TaskProblem(
    "settings_invalid",
    `${name} is encrypted with a passphrase: add it to the environment as PULUMI_CONFIG_PASSPHRASE`,
  );
}

/** Another stack than the one that is kept would be made a second time at every run. */
function requireOneStack(job: Job, { workspace }: JobState): void {
  const words = [...job.template_arguments, ...job.task_arguments];
  const given = words.flatMap((word, index) => {
    const [, value] = /^(?:--stack|-s)(?:=(.*))?$/s.exec(word) ?? [];
    return /^(?:--stack|-s)(?:=|$)/.test(word) ? [value ?? words[index + 1] ?? ""] : [];
  });
  const other = given.find((name) => name !== workspace);
  if (other === undefined) return;
  throw new TaskProblem("settings_invalid", `the arguments name the stack ${other}: name it in the template instead`);
}

function requireName(name: string): string {
  if (/^[A-Za-z0-9_][\w.-]*$/.test(name)) return name;
  throw new TaskProblem("settings_invalid", `${name} cannot be the name of a Pulumi project or stack`);
}

/** `~` is the home of the task, which goes with it. */
function localPlace(url: string, folder: string) {
  const path = url.slice("file://".length);
  return { path: path.startsWith("~") ? null : path, folder, what: "the backend of Pulumi" };
}
