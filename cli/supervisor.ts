import { runCommand } from "./run-command";
import { start } from "./start";

// bin/signalbox.mjs is given the name of the command as well.
const words = process.argv.slice(2);

// `signalbox start` without the other commands, which the supervisor would keep in memory as long as it runs.
await runCommand(() => start(words[0] === "start" ? words.slice(1) : words));
