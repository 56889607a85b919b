import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ConsoleClient } from "@/runner/client";
import { type Config, ConfigError } from "@/runner/config";
import { notice } from "@/runner/daemon/notice";

const tokenFile = (config: Config): string => join(config.dataDir, "token");

/** The runner's own token: as set, or as kept from an earlier registration, or from registering now. */
export async function obtainToken(config: Config, client: ConsoleClient, signal: AbortSignal): Promise<string> {
  if (config.credential?.kind === "token") return config.credential.token;
  const kept = (await readFile(tokenFile(config), "utf8").catch(() => "")).trim();
  return kept || registerRunner(config, client, signal);
}

/** Registers and keeps the new token, readable by the runner's user only. */
export async function registerRunner(config: Config, client: ConsoleClient, signal: AbortSignal): Promise<string> {
  if (config.credential?.kind !== "registration") {
    throw new ConfigError(
      "SIGNALBOX_RUNNER_TOKEN is required (or SIGNALBOX_RUNNER_TOKEN_FILE, or SIGNALBOX_RUNNER_REGISTRATION_TOKEN)",
    );
  }
  const answer = await client.register(
    {
      registration_token: config.credential.token,
      name: config.name,
      tag: config.tag,
      webhook: config.webhook,
      max_parallel_tasks: config.maxParallel ?? 0,
    },
    signal,
  );
  if (!answer.ok) throw new ConfigError(`SIGNALBOX_RUNNER_REGISTRATION_TOKEN was refused: ${answer.message}`);
  await writeFile(tokenFile(config), `${answer.value.token}\n`, { mode: 0o600 });
  notice(`registered as "${config.name}"`);
  return answer.value.token;
}
