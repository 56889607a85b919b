import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { hashToken, randomToken } from "@/lib/secret/token";
import { getOutput } from "@/lib/task/log-operations";
import { createTask, getTask } from "@/lib/task/operations";
import { OutputLines } from "@/lib/task/schema";
import { RunnerProcess } from "../../support/runner-process";
import type { ImportSite } from "./import-site";

type Ended = { status: string; lines: string[] };
type Input = { environment?: object; secret?: object };

export type TaskRunner = {
  /** Runs a task of the template to its end. */
  run(projectId: number, templateId: number, input?: Input): Promise<Ended>;
  stop(): Promise<void>;
};

/** Runs imported templates on a real runner of the site's server, which starts with the first task. */
export function taskRunner(site: ImportSite, db: Database): TaskRunner {
  let runner: RunnerProcess | null = null;
  const start = async () => {
    const token = randomToken();
    await db.insert(runners).values({ name: "imported", token_hash: hashToken(token) });
    return RunnerProcess.start({ url: site.api.url, token, dataDir: join(site.folder, "runner") });
  };
  return {
    async run(projectId, templateId, { environment = {}, secret = {} } = {}) {
      const { call } = site.w;
      const body = {
        template_id: templateId,
        environment: JSON.stringify(environment),
        secret: JSON.stringify(secret),
      };
      const { id: taskId } = await call(createTask, "admin", { projectId }, body);
      runner ??= await start();
      for (let tries = 0; tries < 600; tries++) {
        const { status, end } = await call(getTask, "admin", { projectId, taskId });
        if (end !== null) {
          const output = OutputLines.parse(await call(getOutput, "admin", { projectId, taskId }, {}));
          return { status, lines: output.map((line) => line.output) };
        }
        await sleep(100);
      }
      throw new Error(`task ${taskId} does not end:\n${runner.output}`);
    },
    async stop() {
      await runner?.kill("SIGKILL");
    },
  };
}
