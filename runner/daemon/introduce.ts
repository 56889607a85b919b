import { hostname } from "node:os";
import { CAPABILITIES, PROTOCOL_VERSION, type RunnerTools } from "@/lib/protocol/runner";
import manifest from "@/package.json";
import type { Answer, ConsoleClient, Hello } from "@/runner/client";
import type { Config } from "@/runner/config";
import { notice } from "@/runner/daemon/notice";
import { obtainToken, refusal, registerRunner } from "@/runner/daemon/token";
import type { Leftover } from "@/runner/workspace";

export type Introduction = {
  config: Config;
  client: ConsoleClient;
  instanceId: string;
  tools: RunnerTools;
  leftovers: Leftover[];
  signal: AbortSignal;
};

/** Signs in and tells the server who is here; waits for a server that is not up yet. Throws ConfigError when refused. */
export async function introduce(introduction: Introduction): Promise<Hello> {
  const { config, client, signal } = introduction;
  client.authorize(await obtainToken(config, client, signal));
  let answer = await sayHello(introduction);
  if (!answer.ok && answer.kind === "unauthorized" && config.credential?.kind === "registration") {
    notice("the server has forgotten this runner, registering again");
    client.authorize(await registerRunner(config, client, signal));
    answer = await sayHello(introduction);
  }
  if (answer.ok) return answer.value;
  throw refusal(answer);
}

function sayHello({ config, client, instanceId, tools, leftovers, signal }: Introduction): Promise<Answer<Hello>> {
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
