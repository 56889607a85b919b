import { hostname } from "node:os";
import { CAPABILITIES, HELLO_AGAIN_SECONDS, PROTOCOL_VERSION, type RunnerTools } from "@/lib/protocol/runner";
import manifest from "@/package.json";
import type { Answer, ConsoleClient, Hello } from "@/runner/client";
import { pause } from "@/runner/client/retry";
import type { Config } from "@/runner/config";
import { notice } from "@/runner/daemon/notice";
import { obtainToken, refusal, registerRunner } from "@/runner/daemon/token";
import type { StoredAttempt } from "@/runner/workspace";

export type Handshake = {
  config: Config;
  client: ConsoleClient;
  instanceId: string;
  dataFolder: string;
  tools: RunnerTools;
  storedAttempts: StoredAttempt[];
  signal: AbortSignal;
  againSeconds?: number;
};

/**
 * Authenticates and sends hello; retries while the server is not up yet, or another runner uses the token. Throws ConfigError
 * when refused.
 */
export async function handshake(options: Handshake): Promise<Hello> {
  const { config, client, signal, againSeconds = HELLO_AGAIN_SECONDS } = options;
  client.authorize(await obtainToken(config, client, signal));
  let answer = await sendHello(options);
  if (!answer.ok && answer.kind === "unauthorized" && config.credential?.kind === "registration") {
    notice("the server has forgotten this runner, registering again");
    client.authorize(await registerRunner(config, client, signal));
    answer = await sendHello(options);
  }
  for (let refused = 1; !answer.ok && answer.kind === "conflict"; refused++) {
    if (refused === 1) notice(`${answer.message} Trying again every ${againSeconds} s.`);
    await pause(againSeconds * 1_000, signal);
    answer = await sendHello(options, refused);
  }
  if (answer.ok) return answer.value;
  throw refusal(answer);
}

function sendHello(options: Handshake, refused = 0): Promise<Answer<Hello>> {
  const { config, client, instanceId, dataFolder, tools, storedAttempts, signal } = options;
  return client.hello(
    {
      protocol: PROTOCOL_VERSION,
      instance_id: instanceId,
      data_folder: dataFolder,
      refused,
      version: manifest.version,
      hostname: hostname(),
      tools,
      capabilities: [...CAPABILITIES],
      local_folders: config.localFolders,
      attempts: storedAttempts.map(({ saved: { task_id, attempt } }) => ({ task_id, attempt })),
    },
    signal,
  );
}
