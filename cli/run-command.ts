import { describeError, EXIT, exitCodeOf } from "./problem";
import { printProblem } from "./terminal/print";

/** Ends the process with the command's exit code, or leaves it running if there is none. */
export async function runCommand(command: () => Promise<number | undefined>): Promise<void> {
  try {
    const code = await command();
    if (code !== undefined) exit(code);
  } catch (error) {
    printProblem(describeError(error));
    exit(exitCodeOf(error));
  }
}

/** Waits until the output has been written to the pipe, or its error has been handled. */
function exit(code: number): void {
  process.stdout.write("", () => process.stderr.write("", () => setImmediate(() => process.exit(code))));
}

/** A command that prints ends when its reader closes the pipe, as `head` does, or when nothing more can be written. */
export function endWithOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.success);
    printProblem(`The output can't be written: ${error.message}`);
    process.exit(EXIT.failed);
  });
}
