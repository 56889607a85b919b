import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Job } from "@/lib/protocol/job";
import type { ConsoleTask } from "../support/console";
import { repository } from "../support/job";
import { type Listening, listen } from "../support/listen";
import { makeRepository } from "../support/repositories";
import type { RunnerProcess } from "../support/runner-process";
import type { Site } from "../support/runner-site";

const TERRAFORM = `#!/bin/sh
case $1 in
  plan) echo x > $SIGNALBOX_ARTIFACTS/x; exit 2 ;;
  apply) echo '{"version":4}' > errored.tfstate ;;
  show) echo '{}' ;;
esac
`;
export const STATE: Job["state"] = {
  state_id: 1,
  kind: "terraform",
  workspace: "default",
  lineage: null,
  passphrase: null,
  path: "/api/state/1/default",
  username: "task-1",
  password: "pass",
};

/** A terraform that leaves a file at its plan, and at its apply a state that its backend has not taken. */
export function leavingTerraform(site: Site) {
  let backend: Listening;
  beforeAll(async () => {
    backend = await listen(createServer((_, response) => void response.end('{"version":4}')));
  });
  afterAll(() => backend.stop());
  const made = {
    runner: null as RunnerProcess | null,
    /** With the program, for a further runner. */
    env: {} as Record<string, string>,
    async run(changes: Partial<Job> = {}, env: Record<string, string> = {}): Promise<ConsoleTask> {
      const tools = join(site.folder, "tools");
      mkdirSync(tools);
      writeFileSync(join(tools, "terraform"), TERRAFORM, { mode: 0o755 });
      site.console.stateServer = backend.url;
      const url = `file://${makeRepository(join(site.folder, "code"), { "main.tf": "" })}`;
      made.env = { PATH: [tools, process.env.PATH].join(delimiter) };
      made.runner = await site.start({ ...made.env, ...env });
      return site.console.add({ repository: repository(url), app: "terraform", playbook: "", ...changes });
    },
    async apply(): Promise<ConsoleTask> {
      const task = await made.run({ state: STATE });
      await site.console.until("the plan waits", () => task.status === "waiting_confirmation");
      site.console.confirm(task);
      return task;
    },
  };
  return made;
}
