import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@/lib/process/error-code";
import type { ConsoleClient, Refusal } from "@/runner/client";
import { type Config, ConfigError } from "@/runner/config";
import { notice } from "@/runner/daemon/notice";

const tokenFile = (config: Config): string => join(config.dataDir, "token");

/** The runner's own token: from the settings, an earlier registration, or a new registration. */
export async function obtainToken(config: Config, client: ConsoleClient, signal: AbortSignal): Promise<string> {
  if (config.credential?.kind === "token") return config.credential.token;
  return (await keptToken(config)) || registerRunner(config, client, signal);
}

/** "" when there is no stored token. Throws ConfigError. */
async function keptToken(config: Config): Promise<string> {
  const file = tokenFile(config);
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    const why = error instanceof Error ? error.message : error;
    throw new ConfigError(`${file} cannot be read (${why}): make it readable for the runner, or remove it`);
  }
}

/** Registers and stores the new token in a file readable by the runner's user only. */
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
      tag: config.tags[0] ?? "",
      tags: config.tags,
      webhook: config.webhook,
      max_parallel_tasks: config.maxParallel ?? 0,
    },
    signal,
  );
  if (!answer.ok) throw new ConfigError(`SIGNALBOX_RUNNER_REGISTRATION_TOKEN was refused: ${answer.message}`);
  await keepToken(config, answer.value.token);
  notice(`registered as "${config.name}"`);
  return answer.value.token;
}

/** Removes the runner from the console and deletes the stored token. */
export async function unregisterRunner(config: Config, client: ConsoleClient, signal: AbortSignal): Promise<void> {
  const token = config.credential?.kind === "token" ? config.credential.token : await keptToken(config);
  if (!token) throw new ConfigError("SIGNALBOX_RUNNER_TOKEN is required: this runner has no token of its own yet");
  client.authorize(token);
  const answer = await client.unregister(signal);
  if (!answer.ok) throw refusal(answer);
  await rm(tokenFile(config), { force: true });
  notice(`unregistered "${answer.value.name}"`);
}

/** The error for a server that rejects this runner's credentials. */
export const refusal = ({ kind, message }: Refusal): ConfigError =>
  kind === "unauthorized"
    ? new ConfigError("SIGNALBOX_RUNNER_TOKEN was refused by the server")
    : new ConfigError(`SIGNALBOX_URL: the server refuses this runner: ${message}`);

/** Remove it first, because an existing file would keep its mode. */
async function keepToken(config: Config, token: string): Promise<void> {
  await rm(tokenFile(config), { force: true });
  await writeFile(tokenFile(config), `${token}\n`, { mode: 0o600 });
}
