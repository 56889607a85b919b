import { posix } from "node:path";
import { bashScript, comment, doubleQuoted, shellWord } from "../foreign/shell";
import { optionLines } from "./options";
import { type Known, shellReferences, tokensIn, unknownReferences, variableOf } from "./references";
import type { Action, Job, Step } from "./schema";

/** The script of a job, with the files of its script steps. */
export type JobScript = {
  text: string;
  files: { name: string; text: string }[];
  /** Why it does not do the same as the job, in sentences. */
  problems: string[];
};

/** Finds the script of another job, below the folder of all scripts; null: it is not in the export. */
export type FindJob = (reference: NonNullable<Step["jobref"]>) => string | null;

type Writer = { job: Job; known: Known; find: FindJob; folder: string; script: JobScript };

/** Writes a job as a bash script that runs its steps in order. `folder` is where it will be, below that of all scripts. */
export function scriptOf(job: Job, find: FindJob, folder: string): JobScript {
  const script: JobScript = { text: "", files: [], problems: [] };
  const known = knownOf(job);
  const writer: Writer = { job, known, find, folder, script };
  const { commands, keepgoing } = job.sequence;
  const steps = commands.map((step, at) => stepOf(writer, step, at + 1));
  script.text = bashScript(
    comment(headingOf(job)),
    'here=$(cd "$(dirname "$0")" && pwd)',
    optionLines(job.options),
    keepgoing ? "failed=0" : "",
    ...steps,
    keepgoing ? 'exit "$failed"' : "",
  );
  return script;
}

/** By which another import knows whose script it is. */
export const headingOf = ({ group, name }: Job): string => `Rundeck job: ${[group, name].filter(Boolean).join("/")}`;

/** Within double quotes of a shell. */
const knownOf = ({ name, group, project }: Job): Known => ({
  "job.name": doubleQuoted(name),
  "job.group": doubleQuoted(group),
  "job.project": doubleQuoted(project),
});

function stepOf(writer: Writer, step: Step, number: number): string {
  const { keepgoing } = writer.job.sequence;
  const { errorhandler } = step;
  const title = comment(`Step ${number}${step.description === "" ? "" : `: ${step.description}`}`);
  const failure = keepgoing ? "failed=1" : "exit";
  const action = inSubshell(actionOf(writer, step, `step-${number}`));
  if (!errorhandler) return `${title}\n${action} || ${failure}`;
  const handler = inSubshell(actionOf(writer, errorhandler, `step-${number}-error`));
  const recovered = errorhandler.keepgoingOnSuccess ? "" : `\n${keepgoing ? "failed=1" : "exit 1"}`;
  return `${title}\n${action} || {\n${handler} || ${failure}${recovered}\n}`;
}

const inSubshell = (text: string): string => `(\n${text}\n)`;

function actionOf(writer: Writer, action: Action, name: string): string {
  const { script, known } = writer;
  for (const reference of unknownReferences([action.exec, action.script, action.args, action.jobref?.args].join("\n")))
    script.problems.push(`${name} uses ${reference}, which only Rundeck knows`);
  const args = action.args === "" ? "" : ` ${shellReferences(action.args, known)}`;
  if (action.exec !== "") return shellReferences(action.exec.trimEnd(), known);
  if (action.script !== "") return scriptStep(writer, action, name, args);
  if (action.scriptfile !== "") return fileStep(writer, action, name, args);
  if (action.scripturl !== "") return urlStep(action, args);
  if (action.jobref) return jobStep(writer, action.jobref, name);
  return (
    localCommand(writer, action) ?? missing(writer, name, `runs the plug-in ${action.type || "of an unknown type"}`)
  );
}

/** The one plug-in that is a command of the Rundeck server itself. */
const localCommand = ({ known }: Writer, { type, configuration }: Action): string | null =>
  type === "localexec" && typeof configuration?.command === "string"
    ? shellReferences(configuration.command.trimEnd(), known)
    : null;

function scriptStep({ script }: Writer, action: Action, name: string, args: string): string {
  const file = `${name}.${action.fileExtension.replace(/^\.|[^\w.]/g, "") || "sh"}`;
  script.files.push({ name: file, text: `${action.script.trimEnd()}\n` });
  const tokens = tokensIn(action.script);
  if (tokens.length === 0) return run(action, `"$here/${file}"`, args);
  return [
    `text=$(<"$here/${file}")`,
    ...tokens.map((option) => `text=\${text//'@option.${option}@'/"\${${variableOf(option)}-}"}`),
    "file=$(mktemp) && trap 'rm -f \"$file\"' EXIT",
    'printf "%s\\n" "$text" > "$file"',
    run(action, '"$file"', args),
  ].join("\n");
}

/** A script without an interpreter of its own runs with bash. */
function run({ script, scriptInterpreter, interpreterArgsQuoted }: Action, file: string, args: string): string {
  const [, shebang] = /^#!\s*(.+)/.exec(script) ?? [];
  const interpreter = scriptInterpreter.trim() || shebang?.trim() || "bash";
  return interpreterArgsQuoted
    ? `${interpreter} ${file}"${args.replaceAll('"', '\\"')}"`
    : `${interpreter} ${file}${args}`;
}

function fileStep({ script, known }: Writer, action: Action, name: string, args: string): string {
  const file = shellReferences(action.scriptfile, known);
  script.problems.push(`${name} runs ${action.scriptfile}, which has to be on the runner`);
  return action.scriptInterpreter === "" ? `${file}${args}` : run(action, file, args);
}

const urlStep = (action: Action, args: string): string =>
  [
    "file=$(mktemp) && trap 'rm -f \"$file\"' EXIT",
    `curl -fsSL -o "$file" ${shellWord(action.scripturl)} || exit`,
    run(action, '"$file"', args),
  ].join("\n");

/** The other job's script runs within the same task. */
function jobStep(writer: Writer, reference: NonNullable<Action["jobref"]>, name: string): string {
  const label = [reference.group, reference.name || reference.uuid].filter(Boolean).join("/");
  const path = writer.find(reference);
  if (path === null) return missing(writer, name, `runs the job ${label}, which is not in this export`);
  if (reference.nodefilters) writer.script.problems.push(`${name} chooses nodes for the job ${label}`);
  const given = givenTo(shellReferences(reference.args, writer.known), writer.job.options);
  return `${given} bash "$here/${posix.relative(writer.folder, path)}"`.trim();
}

const ARGUMENT = /(^|\s)-([A-Za-z][\w.-]*)(?:\s+(?!-)|(?=\s|$))/g;

/** Arguments `-name value` as the variables of the other job, which inherits no option of this one. */
function givenTo(args: string, options: Job["options"]): string {
  const given = args.trim().replace(ARGUMENT, (_, space: string, name: string) => `${space}${variableOf(name)}=`);
  const cleared = options.map(({ name }) => variableOf(name)).filter((name) => !given.includes(`${name}=`));
  return [given, ...cleared.map((name) => `${name}=`)].filter(Boolean).join(" ");
}

/** A step that cannot run must not be passed over in silence. */
function missing({ script }: Writer, name: string, what: string): string {
  script.problems.push(`${name} ${what}`);
  return `echo ${shellWord(`${name} ${what}: write it here`)} >&2\nexit 1`;
}
