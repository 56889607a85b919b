import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Phase } from "@/lib/protocol/runner";
import type { Adapter, ExitMeaning, Step } from "@/runner/apps/adapter";
import { toProblem } from "@/runner/job/problem";
import type { Reporter } from "@/runner/job/reporter";
import { ladderOf, type Stopper } from "@/runner/job/stop";
import type { TaskLog } from "@/runner/job/task-log";
import { type Exit, type ProcessSpec, startProcess } from "@/runner/process";
import type { Environment } from "@/runner/process/environment";
import { exists, type Outcome } from "@/runner/workspace";

export type StepContext = {
  log: TaskLog;
  reporter: Reporter;
  stopper: Stopper;
  /** Of every process of the attempt; a step's own comes on top. */
  environment: Environment;
  sweep: NonNullable<ProcessSpec["sweep"]>;
};

/** Longer commands are cut in the log; some have thousands of arguments. */
const MAX_SHOWN_COMMAND = 2_000;

/** Runs an application's steps in order; `confirm` when a person has to agree before the rest. */
export async function runSteps(
  adapter: Adapter,
  steps: Step[],
  phase: Phase,
  context: StepContext,
): Promise<Outcome | "confirm"> {
  const wanted = steps.filter((step) => phase === "run" || step.phase === "apply");
  for (const step of wanted) {
    if (step.onlyIf !== undefined && !(await exists(step.onlyIf))) continue;
    context.stopper.check();
    const exit = await runStep(adapter, step, context);
    const meaning = meaningOf(step, exit);
    if (meaning === null) return { result: "error", reason: "exit_code", exit_code: exit.code };
    if (meaning === "confirm") return "confirm";
    if (meaning === "done") break;
  }
  return { result: "success", reason: null, exit_code: 0 };
}

async function runStep(adapter: Adapter, step: Step, context: StepContext): Promise<Exit> {
  const { log, reporter, stopper, environment, sweep } = context;
  reporter.enterStage(step.name, log.nextLine);
  await writeFiles(step.files);
  log.say(`Running ${showCommand(step)}`);
  log.watchFor(adapter.facts, (line) => {
    const fact = adapter.facts?.read(line);
    if (fact) reporter.tellFact(fact);
  });
  const process = await startProcess({
    command: step.command,
    args: step.args,
    cwd: step.cwd,
    env: { ...environment, ...step.env, PWD: step.cwd },
    sweep,
    onOutput: (bytes) => log.write(bytes),
  });
  try {
    const exit = await stopper.attend(process, ladderOf(step.stop));
    await log.endOutput();
    log.say(describeExit(step, exit));
    return exit;
  } finally {
    await log.endOutput();
    log.watchFor(undefined, () => undefined);
  }
}

const meaningOf = (step: Step, exit: Exit): ExitMeaning | null =>
  exit.code === null ? null : (step.exits[exit.code] ?? null);

const describeExit = (step: Step, exit: Exit): string =>
  exit.code === null
    ? `${step.command} was ended by ${exit.signal}`
    : `${step.command} ended with exit code ${exit.code}`;

function showCommand(step: Step): string {
  const words = [step.command, ...step.args].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  );
  const command = words.join(" ");
  return command.length > MAX_SHOWN_COMMAND ? `${command.slice(0, MAX_SHOWN_COMMAND)}…` : command;
}

async function writeFiles(files: Step["files"]): Promise<void> {
  try {
    for (const { path, content } of files) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, content, { mode: 0o600 });
    }
  } catch (error) {
    throw toProblem(error, "workspace_failed");
  }
}
