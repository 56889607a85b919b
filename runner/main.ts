import { randomUUID } from "node:crypto";
import { detectTools } from "@/runner/apps/tools";
import { ConsoleClient } from "@/runner/client";
import { ConfigError, readConfig } from "@/runner/config";
import { lockDataDir } from "@/runner/daemon/data-lock";
import { introduce } from "@/runner/daemon/introduce";
import { notice } from "@/runner/daemon/notice";
import { serve } from "@/runner/daemon/serve";
import { Shutdown } from "@/runner/daemon/shutdown";
import { writeGitConfig } from "@/runner/git/command";
import { MirrorCache } from "@/runner/git/mirror";
import { describeError } from "@/runner/job/problem";
import { inheritedEnvironment } from "@/runner/process/environment";
import { killMarked } from "@/runner/process/sweep";
import { findLeftovers } from "@/runner/workspace";

/** The runner: signs in at the console, takes tasks, runs them, reports. Resolves with the exit code. */
async function main(): Promise<number> {
  const config = readConfig(process.env);
  const shutdown = new Shutdown();
  shutdown.listen(config.exitWithParent);
  await lockDataDir(config.dataDir);

  const leftovers = await findLeftovers(config.dataDir);
  await Promise.all(leftovers.map(({ state }) => killMarked(state.mark)));

  const { dataDir } = config;
  const gitConfig = await writeGitConfig(dataDir);
  const client = new ConsoleClient(config.url);
  const instanceId = randomUUID();
  const inherited = inheritedEnvironment(process.env, config.forwardEnv);
  const tools = await detectTools(inherited);
  const hello = await introduce({ config, client, instanceId, tools, leftovers, signal: shutdown.draining });
  notice(`ready as "${hello.name}" (${Object.keys(tools).join(", ")}), working for ${config.url}`);

  const host = { client, instanceId, dataDir, gitConfig, inherited, mirrors: new MirrorCache(dataDir) };
  return serve({ config, host, hello, leftovers, shutdown });
}

/** One task's unforeseen failure must not end the others. */
function outlastErrors(): void {
  process.on("unhandledRejection", (reason) => notice(`unexpected: ${describeError(reason)}`));
  process.on("uncaughtException", (error) => notice(`unexpected: ${describeError(error)}`));
  // A parent that does not read our lines any more is no reason to stop.
  process.stdout.on("error", () => undefined);
}

outlastErrors();
main().then(
  (code) => process.exit(code),
  (error) => {
    const interrupted = error instanceof Error && error.name === "AbortError";
    if (!interrupted) process.stderr.write(`${error instanceof ConfigError ? error.message : describeError(error)}\n`);
    process.exit(interrupted ? 0 : 1);
  },
);
