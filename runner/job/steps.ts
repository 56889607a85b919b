import { mkdir, rename, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "@/lib/process/error-code";
import type { Phase } from "@/lib/protocol/runner";
import { endLine, NOTE_PREFIX, startLine } from "@/lib/protocol/runner-lines";
import { beginning } from "@/lib/protocol/storable";
import type { Adapter, ExitMeaning, Fact, Step } from "@/runner/apps/adapter";
import { EventFeed } from "@/runner/events/feed";
import { Capture } from "@/runner/job/capture";
import type { StepContext } from "@/runner/job/context";
import { TaskProblem, toProblem } from "@/runner/job/problem";
import type { Outcome } from "@/runner/job/saved-attempt";
import { letSave } from "@/runner/job/saving";
import { showPlan } from "@/runner/job/show-plan";
import { readSmallFile } from "@/runner/job/small-file";
import { ladderOf } from "@/runner/job/stop";
import type { TaskLog } from "@/runner/job/task-log";
import { type Exit, startProcess } from "@/runner/process";
import { exists } from "@/runner/tree";
import { shellWord } from "@/runner/write/values";

/** Enough for ten thousand hosts. */
const MAX_REPORT_BYTES = 4 * 1024 * 1024;
/** Amber, as on the screens, because Ansible counts a play without hosts as a success. */
const NOTHING_RAN = `\u001b[33m${NOTE_PREFIX}no task ran on any host; check the inventory, the limit and the tags\u001b[0m`;
/** Longer commands are truncated in the log; some have thousands of arguments. */
const MAX_SHOWN_COMMAND = 2_000;

/** Runs an application's steps in order; resolves with `confirm` when the rest requires confirmation. */
export async function runSteps(
  adapter: Adapter,
  steps: Step[],
  phase: Phase,
  context: StepContext,
): Promise<Outcome | "confirm"> {
  const wanted = steps.filter((step) => phase === "run" || step.phase === "apply");
  for (const step of wanted) {
    if (step.fills && (await isKept(step.fills.keptAs))) continue;
    context.stopper.check();
    const { exit, unchanged, changedHost } = await runStep(adapter, step, context, step === wanted.at(-1));
    const meaning = meaningOf(step, exit);
    if (meaning === null) return failure(exit, changedHost, context.log);
    if (step.shows?.after === exit.code) await showPlan(step.shows, context);
    if (meaning === "done" || (unchanged && step.phase === "plan")) break;
    if (meaning === "confirm") return "confirm";
    if (step.fills) await keep(step.fills);
  }
  return { result: "success", reason: null, exit_code: 0 };
}

type ChangedHost = Extract<Fact, { changed_host: unknown }>["changed_host"];

function failure({ code }: Exit, changedHost: ChangedHost | null, log: TaskLog): Outcome {
  if (changedHost === null) return { result: "error", reason: "exit_code", exit_code: code };
  const { host, fingerprint } = changedHost;
  const instead = fingerprint === "" ? "" : `, but ${fingerprint}`;
  log.note(
    `the host key of ${host} is not the one this project knows${instead}; if the host was reinstalled, remove the old key under Repositories, Host keys`,
  );
  return { result: "error", reason: "managed_host_key_changed", exit_code: code };
}

type StepResult = { exit: Exit; unchanged: boolean; changedHost: ChangedHost | null };

/** After the last step the caller kills what is left of the attempt. */
async function runStep(adapter: Adapter, step: Step, context: StepContext, isLast: boolean): Promise<StepResult> {
  const { log, events, reporter, outputs, stopper, environment, sweep } = context;
  reporter.enterStage(step.name, log.nextLine);
  await prepareFiles(step);
  log.say(startLine(showCommand(step)));
  let unchanged = false;
  let changedHost: ChangedHost | null = null;
  const reader = adapter.facts?.();
  log.watchFor(reader, (line) => {
    const fact = reader?.read(line);
    if (!fact) return;
    reporter.reportFact(fact);
    unchanged = "plan" in fact && fact.unchanged === true;
    if ("changed_host" in fact) changedHost = fact.changed_host;
  });
  const capture = new Capture();
  const saves = step.saves && letSave(step.command, context);
  const feed = step.events && events.wanted ? await openFeed(step.events, context) : null;
  const starting = startProcess({
    command: step.command,
    args: step.args,
    cwd: step.cwd,
    env: { ...environment, ...step.env, ...(feed && step.events?.env), PWD: step.cwd },
    sweep,
    isLast,
    ...(saves && { saves }),
    onOutput: (bytes) => (step.hidden ? capture.push(bytes) : log.write(bytes)),
    ...(step.hidden && { onError: (bytes: Buffer) => log.write(bytes) }),
  });
  try {
    const process = await starting;
    const exit = await stopper.watch(process, ladderOf(step.stop));
    await log.endOutput();
    log.say(describeExit(step, exit));
    readExit(step, exit, capture, context);
    return { exit, unchanged, changedHost };
  } finally {
    await log.endOutput();
    await feed?.close();
    log.watchFor(undefined, () => undefined);
    if (step.outputs) await outputs.addFrom(step.outputs);
    for (const fact of await readReport(step)) {
      reporter.reportFact(fact);
      if ("hosts" in fact && fact.hosts.length === 0) log.say(NOTHING_RAN);
    }
  }
}

async function openFeed(of: NonNullable<Step["events"]>, { log, events }: StepContext): Promise<EventFeed> {
  try {
    await writeFile(of.path, "", { mode: 0o600 });
    return await EventFeed.open(of, log, events);
  } catch (error) {
    throw toProblem(error, "workspace_failed");
  }
}

/** What the exit code tells, and what is in output that was kept from the log. Throws TaskProblem. */
function readExit(step: Step, exit: Exit, capture: Capture, { log, reporter }: StepContext): void {
  const told = exit.code === null ? undefined : step.tells?.[exit.code];
  if (told) reporter.reportFact(told);
  if (!step.hidden) return;
  if (meaningOf(step, exit) === null) {
    for (const line of step.hidden.explain?.(capture.text()) ?? []) log.say(line);
    return;
  }
  try {
    for (const fact of step.hidden.read(capture.text())) reporter.reportFact(fact);
  } catch (error) {
    if (error instanceof TaskProblem) throw error;
    // Without the parser's message, which may quote the output.
    throw new TaskProblem("tool_failed", `the output of ${step.command} cannot be read`);
  }
}

const meaningOf = (step: Step, exit: Exit): ExitMeaning | null =>
  exit.code === null ? null : (step.exits[exit.code] ?? null);

const describeExit = ({ command, exitTexts }: Step, exit: Exit): string =>
  endLine(command, exit, exit.code === null ? "" : exitTexts?.[exit.code]);

function showCommand(step: Step): string {
  const words = [step.command, ...step.args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellWord(word)));
  const command = words.join(" ");
  return command.length > MAX_SHOWN_COMMAND ? `${beginning(command, MAX_SHOWN_COMMAND)}…` : command;
}

async function prepareFiles({ cwd, files, fills }: Step): Promise<void> {
  if (!(await exists(cwd))) throw new TaskProblem("repository_invalid", `there is no folder ${cwd}`);
  try {
    if (fills) await mkdir(fills.folder, { recursive: true, mode: 0o700 });
    for (const { path, content } of files) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, content, { mode: 0o600 });
    }
  } catch (error) {
    throw toProblem(error, "workspace_failed");
  }
}

/** Facts about what a program did, also when it was stopped; none from a missing or far too large file. */
async function readReport({ report }: Step): Promise<Fact[]> {
  const text = report ? await readSmallFile(report.path, MAX_REPORT_BYTES) : null;
  return report && text !== null ? report.read(text) : [];
}

/** Also updates the modification time, so that used folders are not pruned. */
async function isKept(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    () => false,
  );
}

/** Moves it atomically, so that others see all of it or nothing. Another task may have installed the same first. */
async function keep({ folder, keptAs }: NonNullable<Step["fills"]>): Promise<void> {
  if (folder === keptAs) return;
  await mkdir(dirname(keptAs), { recursive: true, mode: 0o700 });
  await rename(folder, keptAs).catch((error) => {
    if (!["ENOTEMPTY", "EEXIST"].includes(errorCode(error))) throw toProblem(error, "workspace_failed");
  });
}
