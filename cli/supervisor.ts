import { runCommand } from "./run-command";
import { start } from "./start";

// `signalbox start` without the other commands, which the supervisor would keep in memory as long as it runs.
await runCommand(start);
