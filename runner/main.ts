import { randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import manifest from "@/package.json";
import { pruneRequirements } from "@/runner/apps/ansible/requirements";
import { detectTools } from "@/runner/apps/tools";
import { removeLeftoverScratch } from "@/runner/check/scratch";
import { ConsoleClient } from "@/runner/client";
import { type Config, ConfigError, readConfig } from "@/runner/config";
import { finishCleaning } from "@/runner/daemon/clean";
import { identifyDataDir, lockDataDir } from "@/runner/daemon/data-lock";
import { handshake } from "@/runner/daemon/handshake";
import { notice } from "@/runner/daemon/notice";
import { serve } from "@/runner/daemon/serve";
import { Shutdown } from "@/runner/daemon/shutdown";
import { obtainToken, unregisterRunner } from "@/runner/daemon/token";
import { writeGitConfig } from "@/runner/git/command";
import { MirrorCache } from "@/runner/git/mirror";
import { describeError } from "@/runner/job/problem";
import { endLeftProcesses } from "@/runner/job/saving";
import { trustCertificates } from "@/runner/process/certificates";
import { inheritedEnvironment } from "@/runner/process/environment";
import { findStoredAttempts } from "@/runner/workspace";

/**
 * How many bytes of bytecode a function may run before V8 optimizes it. With V8's default of 132 kB it also optimizes functions
 * that a task calls only a few times, which takes longer than it saves. The functions that process a long log still use up this
 * budget within a moment. Newer versions of Node reject the flag with a warning.
 */
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=1000000");

const COMMANDS: Record<string, (config: Config, shutdown: Shutdown) => Promise<number>> = {
  start,
  register: async (config, { draining }) => {
    await obtainToken(config, new ConsoleClient(config.url), draining);
    return 0;
  },
  unregister: async (config, { draining }) => {
    await unregisterRunner(config, new ConsoleClient(config.url), draining);
    return 0;
  },
};

/** `[runner] [start|register|unregister|version]`, as a program and below `signalbox`. Resolves with the exit code. */
async function main(words: string[]): Promise<number> {
  const [name = "start", ...more] = words[0] === "runner" ? words.slice(1) : words;
  if (name === "version" || name === "--version") {
    process.stdout.write(`signalbox runner ${manifest.version}\n`);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) && more.length === 0 ? COMMANDS[name] : undefined;
  // Don't repeat the argument: it might be a token.
  if (!command) throw new ConfigError(`The runner takes one word: ${[...Object.keys(COMMANDS), "version"].join(", ")}`);
  const config = readConfig(process.env);
  const shutdown = new Shutdown();
  shutdown.listen(config);
  await lockDataDir(config.dataDir);
  return command(config, shutdown);
}

/** Connects to the console, takes tasks, runs them and reports. */
async function start(config: Config, shutdown: Shutdown): Promise<number> {
  const storedAttempts = await findStoredAttempts(config.dataDir);
  // What saves its state may go on for a moment, while its attempt is kept alive.
  await Promise.all(storedAttempts.filter(({ saved }) => !saved.saving).map(({ saved }) => endLeftProcesses(saved)));

  const { dataDir } = config;
  finishCleaning(dataDir);
  await pruneRequirements(dataDir);
  await removeLeftoverScratch(dataDir);
  const gitConfig = await writeGitConfig(dataDir);
  const client = new ConsoleClient(config.url);
  const instanceId = randomUUID();
  const inherited = {
    ...inheritedEnvironment(process.env, config.forwardEnv),
    ...(await trustCertificates(config.caFile, dataDir)),
  };
  const tools = await detectTools(inherited);
  const dataFolder = await identifyDataDir(dataDir);
  const hello = await handshake({
    config,
    client,
    instanceId,
    dataFolder,
    tools,
    storedAttempts,
    signal: shutdown.draining,
  });
  notice(`ready as "${hello.name}" (${Object.keys(tools).join(", ")}), working for ${config.url}`);

  const host = {
    client,
    runnerId: hello.runner_id,
    instanceId,
    dataDir,
    gitConfig,
    localFolders: config.localFolders,
    inherited,
    mirrors: new MirrorCache(dataDir),
    maxLogBytes: config.maxLogBytes,
    outboundAllow: config.outboundAllow,
  };
  return serve({ config, host, hello, storedAttempts, shutdown });
}

/** An unexpected failure in one task must not end the others. */
function logUnexpected(): void {
  process.on("unhandledRejection", (reason) => notice(`unexpected: ${describeError(reason)}`));
  process.on("uncaughtException", (error) => notice(`unexpected: ${describeError(error)}`));
  // A parent that closes our stdout is no reason to exit.
  process.stdout.on("error", () => undefined);
}

logUnexpected();
main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    const interrupted = error instanceof Error && error.name === "AbortError";
    if (!interrupted) process.stderr.write(`${error instanceof ConfigError ? error.message : describeError(error)}\n`);
    process.exit(interrupted ? 0 : 1);
  },
);
