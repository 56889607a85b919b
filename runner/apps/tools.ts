import { stripVTControlCharacters } from "node:util";
import { execa } from "execa";
import { APP_COMMANDS } from "@/lib/protocol/app";
import type { RunnerTools } from "@/lib/protocol/runner";
import { beginning, storable } from "@/lib/protocol/storable";
import type { Environment } from "@/runner/process/environment";

const COMMANDS = [...new Set([...Object.values(APP_COMMANDS), "git"])];
/** Version options of programs that don't support `--version`. */
const VERSION_ARGUMENTS = new Map([[APP_COMMANDS.pulumi, "version"]]);
const TIMEOUT_MS = 10_000;
const MAX_VERSION = 200;

/** The programs found on this machine, each with the first line of its version output. */
export async function detectTools(environment: Environment): Promise<RunnerTools> {
  const found = await Promise.all(COMMANDS.map(async (command) => [command, await versionOf(command, environment)]));
  return Object.fromEntries(found.filter(([, version]) => version !== null));
}

/** The first line of a program's version output; null: it has none. */
export async function versionOf(command: string, environment: Environment): Promise<string | null> {
  const result = await execa(command, [VERSION_ARGUMENTS.get(command) ?? "--version"], {
    env: { ...environment, CHECKPOINT_DISABLE: "1", PULUMI_SKIP_UPDATE_CHECK: "true", POWERSHELL_UPDATECHECK: "Off" },
    extendEnv: false,
    stdin: "ignore",
    timeout: TIMEOUT_MS,
    reject: false,
    detached: true,
    maxBuffer: 64 * 1024,
  });
  if (result.failed) return null;
  const [line = ""] = stripVTControlCharacters(result.stdout).trim().split("\n");
  return storable(beginning(line, MAX_VERSION));
}
