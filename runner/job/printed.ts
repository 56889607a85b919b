import type { Step } from "@/runner/apps/adapter";
import { Capture } from "@/runner/job/capture";
import type { StepContext } from "@/runner/job/context";
import { ladderOf } from "@/runner/job/stop";
import { startProcess } from "@/runner/process";

/** What a program prints, which must not reach the log. Throws when it fails, without a word of what it printed. */
export async function printedBy(step: Step, { environment, sweep, stopper }: StepContext): Promise<string> {
  const capture = new Capture();
  const process = await startProcess({
    command: step.command,
    args: step.args,
    cwd: step.cwd,
    env: { ...environment, ...step.env, PWD: step.cwd },
    sweep,
    isLast: false,
    onOutput: (bytes) => capture.push(bytes),
    onError: () => undefined,
  });
  const { code } = await stopper.watch(process, ladderOf(step.stop));
  if (code !== 0) throw new Error(`${step.command} ended with exit code ${code}`);
  return capture.text();
}
