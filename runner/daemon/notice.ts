/** One line of the daemon's own log, on stdout; never about a task's output or its secrets. */
export function notice(text: string): void {
  process.stdout.write(`${new Date().toISOString()} runner: ${text}\n`);
}
