import { describeError } from "./problem";

/** Each command answers its exit code, or nothing when it goes on running. Its file is loaded only when it is asked for. */
const COMMANDS: Record<string, () => Promise<number | undefined>> = {
  start: async () => (await import("./start")).start(),
  runner: async () => (await import("./runner")).runner(),
  migrate: async () => (await import("./migrate")).migrate(),
  version: async () => (await import("./version")).version(),
  help: async () => (await import("./help")).help(),
};

const ALIASES: Record<string, string> = { "--version": "version", "-v": "version", "--help": "help", "-h": "help" };

async function main(name = "help"): Promise<void> {
  const command = COMMANDS[ALIASES[name] ?? name];
  if (!command) {
    process.stderr.write(`signalbox has no command "${name}"; try: signalbox help\n`);
    process.exit(2);
  }
  try {
    const code = await command();
    if (code !== undefined) process.exit(code);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  }
}

await main(process.argv[2]);
