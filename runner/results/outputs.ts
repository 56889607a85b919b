import {
  MAX_OUTPUT_BYTES,
  MAX_OUTPUTS,
  OUTPUT_VARIABLE,
  OutputContent,
  OutputName,
  sizeOf,
  type TaskOutput,
} from "@/lib/protocol/outputs";
import { notKept, notTaken } from "@/lib/protocol/runner-lines";
import { storable } from "@/lib/protocol/storable";
import type { ToolOutput } from "@/runner/apps/adapter";
import type { AttemptClient } from "@/runner/client/attempt";
import { notice } from "@/runner/daemon/notice";
import { describeError } from "@/runner/job/problem";
import { readBeginning } from "@/runner/job/small-file";
import type { TaskLog } from "@/runner/job/task-log";
import { outputFile } from "@/runner/results/folders";
import { parseOutputs } from "@/runner/results/output-file";
import type { Workspace } from "@/runner/workspace";

type Server = Pick<AttemptClient, "takesOutputs" | "outputs">;
type Log = Pick<TaskLog, "note" | "holdsSecret">;

/** The names and signs of the file need room as well. */
const MAX_FILE_BYTES = 4 * MAX_OUTPUT_BYTES;
/** So many problems are named one by one. */
const MAX_NAMED = 20;

/**
 * The values that an attempt gives to what follows its task. Some are secret, so they are in memory until the attempt has
 * ended, and sealed from then on: a runner that was restarted before that has none to upload, and the task has failed then.
 */
export class TaskOutputs {
  private stack: ToolOutput[] = [];
  private told: ToolOutput[] = [];
  private written: ToolOutput[] = [];
  private broken: string[] = [];
  private isCut = { told: false, written: false };
  /** What is to be uploaded; null: nothing. */
  private settled: TaskOutput[] | null = null;

  /** The console looks through the outputs of the state, too, when it is told of the others. */
  leavesState = false;

  constructor(
    private readonly server: Server,
    private readonly log: Log,
  ) {}

  get wanted(): boolean {
    return this.server.takesOutputs;
  }

  /** Adds those of a stack, which its tool lists after the work is done. */
  addStack(outputs: readonly ToolOutput[]): void {
    this.stack.push(...outputs);
  }

  /** Adds what a tool says. */
  add(outputs: readonly ToolOutput[]): void {
    this.told.push(...outputs);
  }

  /** Adds what a tool has left in a file. Never rejects. */
  async addFrom({ path, read }: { path: string; read(text: string): ToolOutput[] }): Promise<void> {
    const file = await readSome(path);
    if (file?.isCut) this.isCut.told = true;
    else if (file) this.add(read(file.text));
  }

  /** Reads what programs have written so far, in place of what was read before; null: nothing. Never rejects. */
  async readFile(place: Pick<Workspace, "results"> | null): Promise<void> {
    const { text, isCut } = (place && (await readSome(outputFile(place)))) ?? { text: "", isCut: false };
    this.isCut.written = isCut;
    const { values, broken } = parseOutputs(text);
    this.broken = broken.map((problem) => `${OUTPUT_VARIABLE}: ${problem}`);
    this.written = [...values].map(([name, value]) => ({ name, value: storable(value), secret: false }));
  }

  /**
   * Decides which of them are uploaded, once all are known; null: none. `fit` is false if what the task's programs gave is
   * too much, and what follows would miss it.
   */
  settle(): { toSend: readonly TaskOutput[] | null; fit: boolean } {
    if (!this.wanted) return { toSend: null, fit: true };
    const { outputs, problems } = this.checked();
    for (const problem of problems.slice(0, MAX_NAMED)) this.log.note(problem);
    if (problems.length > MAX_NAMED) this.log.note(notKept(`${problems.length - MAX_NAMED} more outputs or lines are`));
    const limit = limitOf(outputs, this.isCut.told || this.isCut.written);
    if (limit !== null) this.log.note(notKept("the outputs of this task are", `: ${limit}`));
    else if (outputs.length > 0 || this.leavesState) this.settled = outputs;
    return { toSend: this.settled, fit: limit === null || this.stack.length > 0 };
  }

  /** Takes those that a dead process has settled. */
  restore(outputs: TaskOutput[]): void {
    this.settled = outputs;
  }

  /** Uploads what is settled to the server, which has to have it before the task finishes. False if it has not answered. Never rejects. */
  async upload(server: Pick<Server, "outputs"> = this.server): Promise<boolean> {
    return this.settled === null || !this.wanted || this.send(this.settled, server);
  }

  /** By name, each as the protocol wants it. What a program writes counts more than what its tool says. */
  private checked(): { outputs: TaskOutput[]; problems: string[] } {
    const outputs = new Map<string, TaskOutput>();
    const problems = [...this.broken];
    for (const { name, value, secret } of [...this.stack, ...this.told, ...this.written]) {
      const content = OutputContent.safeParse(value);
      if (!OutputName.safeParse(name).success)
        problems.push(notKept(`the output ${JSON.stringify(name)} is`, ": its name cannot be used"));
      else if (!content.success) problems.push(notKept(`the output ${name} is`, ": it cannot be stored"));
      else if (this.log.holdsSecret(name))
        problems.push(notKept("an output is", ", because its name contains a secret"));
      else outputs.set(name, { name, value: content.data, secret: secret || this.isSecret(content.data) });
    }
    return { outputs: [...outputs.values()], problems };
  }

  private isSecret(value: TaskOutput["value"]): boolean {
    return this.log.holdsSecret(JSON.stringify(value)) || (typeof value === "string" && this.log.holdsSecret(value));
  }

  private async send(outputs: TaskOutput[], server: Pick<Server, "outputs">): Promise<boolean> {
    try {
      const answer = await server.outputs({ outputs });
      if (!answer.ok && answer.kind === "rejected")
        this.log.note(notTaken(`the outputs of this task: ${answer.message}`));
      return true;
    } catch (error) {
      // If the server has given the attempt up, its other calls find out.
      notice(`the outputs of a task could not be uploaded: ${describeError(error)}`);
      return false;
    }
  }
}

function limitOf(outputs: readonly TaskOutput[], isCut: boolean): string | null {
  if (outputs.length > MAX_OUTPUTS) return `there are ${outputs.length}, and a task may have ${MAX_OUTPUTS}`;
  if (!isCut && sizeOf(outputs) <= MAX_OUTPUT_BYTES) return null;
  const largest = outputs.toSorted((a, b) => sizeOf([b]) - sizeOf([a]))[0];
  return `together they may have ${MAX_OUTPUT_BYTES / 1024} kB${largest ? `, and ${largest.name} is the largest` : ""}`;
}

/** As much of a file as counts; null: there is no such file. */
async function readSome(path: string): Promise<{ text: string; isCut: boolean } | null> {
  const text = await readBeginning(path, MAX_FILE_BYTES).catch(() => null);
  return text === null ? null : { text, isCut: Buffer.byteLength(text) > MAX_FILE_BYTES };
}
