import { describeError, EXIT, exitCodeOf } from "./problem";
import { printProblem } from "./terminal/print";

/** Ends the process with the command's exit code, or leaves it running if there is none. */
export async function runCommand(command: () => Promise<number | undefined>): Promise<void> {
  process.stdout.on("error", endWithReader);
  try {
    const code = await command();
    if (code !== undefined) exit(code);
  } catch (error) {
    printProblem(describeError(error));
    exit(exitCodeOf(error));
  }
}

/** Waits until the output has been written to the pipe. */
function exit(code: number): void {
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
}

/** The reader has closed the pipe, as `head` does. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(EXIT.success);
  throw error;
}
