import { OUTPUTS_UNREADABLE } from "@/lib/protocol/runner-lines";
import type { StackOutputs } from "@/runner/apps/adapter";
import type { StepContext } from "@/runner/job/context";
import { printedBy } from "@/runner/job/printed";

/** Asks the tool for the outputs of its stack. The work is done, so nothing here changes how the task ends. */
export async function readStackOutputs({ steps, read }: StackOutputs, context: StepContext): Promise<void> {
  const { outputs, log } = context;
  if (!outputs.wanted) return;
  try {
    const printed: string[] = [];
    for (const step of steps) printed.push(await printedBy(step, context));
    outputs.addStack(read(printed));
  } catch {
    // Without its message, which may quote an output.
    log.note(OUTPUTS_UNREADABLE);
  }
}
