import { hostname } from "node:os";
import { CAPABILITIES, PROTOCOL_VERSION, type RunnerTools } from "@/lib/protocol/runner";
import manifest from "@/package.json";
import type { Answer, ConsoleClient, Hello } from "@/runner/client";
import type { Config } from "@/runner/config";
import { notice } from "@/runner/daemon/notice";
import { obtainToken, refusal, registerRunner } from "@/runner/daemon/token";
import type { Leftover } from "@/runner/workspace";

export type Handshake = {
  config: Config;
  client: ConsoleClient;
  instanceId: string;
  tools: RunnerTools;
  leftovers: Leftover[];
  signal: AbortSignal;
};

/** Authenticates and sends hello; retries while the server is not up yet. Throws ConfigError when refused. */
export async function handshake(options: Handshake): Promise<Hello> {
  const { config, client, signal } = options;
  client.authorize(await obtainToken(config, client, signal));
  let answer = await sendHello(options);
  if (!answer.ok && answer.kind === "unauthorized" && config.credential?.kind === "registration") {
    notice("the server has forgotten this runner, registering again");
    client.authorize(await registerRunner(config, client, signal));
    answer = await sendHello(options);
  }
  if (answer.ok) return answer.value;
  throw refusal(answer);
}

function sendHello({ config, client, instanceId, tools, leftovers, signal }: Handshake): Promise<Answer<Hello>> {
  return client.hello(
    {
      protocol: PROTOCOL_VERSION,
      instance_id: instanceId,
      version: manifest.version,
      hostname: hostname(),
      tools,
      capabilities: [...CAPABILITIES],
      local_folders: config.localFolders,
      attempts: leftovers.map(({ state: { task_id, attempt } }) => ({ task_id, attempt })),
    },
    signal,
  );
}
