import type { Database } from "@/db/client";
import { stateVersions } from "@/db/schema/state-versions";
import { states } from "@/db/schema/states";
import type { Job } from "@/lib/protocol/job";
import type { AttemptRef } from "@/lib/protocol/runner";
import type { JobState } from "@/lib/protocol/state";
import { createToken } from "@/lib/session/operations";
import { HandRunner } from "./hand-runner";
import { type RealApi, realApi } from "./real-api";
import { type TaskSite, taskSite } from "./task-site";
import type { Person } from "./world";

type Reply = { status: number; text: string; headers: Headers };
export type Credential = Pick<JobState, "path" | "password">;

/** A project with a runner by hand, reached as tools reach the state backend: over HTTP. */
export type StateSite = TaskSite & {
  api: RealApi;
  runner: HandRunner;
  /** A task of the template, running, with what begin handed out. */
  run: (templateId: number, input?: object) => Promise<{ ref: AttemptRef; job: Job; state: JobState }>;
  call: (method: string, state: Credential, path?: string, body?: string, headers?: object) => Promise<Reply>;
  apiToken: (as: Person) => Promise<string>;
  /** Numbers of the versions of all states, in order, with how each came about. */
  versions: () => Promise<[number: number, cause: string, offered: boolean][]>;
};

export async function stateSite(db: Database): Promise<StateSite> {
  const site = await taskSite(db);
  const api = await realApi();
  const runner = await HandRunner.start(db, { tools: { terraform: "1", pulumi: "3", git: "2" } });
  const begin = async (ref: AttemptRef, phase: Job["phase"] = "run") => {
    const job = await runner.begin(ref, phase);
    if (!job.state) throw new Error("begin handed out no state");
    return { ref, job, state: job.state };
  };
  return {
    ...site,
    api,
    runner,
    template: (changes = {}) => site.template({ app: "terraform", playbook: "", ...changes }),
    run: async (templateId, input = {}) => {
      await site.start(templateId, input);
      const [ref] = (await runner.poll()).tasks;
      if (!ref) throw new Error("no task was offered");
      return begin(ref);
    },
    call: async (method, { path, password }, below = "", body, headers = {}) => {
      const authorization = `Basic ${Buffer.from(`anything:${password}`).toString("base64")}`;
      const url = `${api.url}${path}${below}`;
      const response = await fetch(url, { method, body, headers: { authorization, ...headers } });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    apiToken: async (as) => (await site.w.call(createToken, as, {}, {})).id,
    versions: async () => {
      const rows = await db.select().from(stateVersions).orderBy(stateVersions.id);
      return rows.map(({ number, cause, offered }) => [number, cause, offered]);
    },
  };
}

/** The one state that templates of a test made. */
export async function onlyState(db: Database): Promise<typeof states.$inferSelect> {
  const rows = await db.select().from(states);
  const [state] = rows;
  if (!state || rows.length > 1) throw new Error(`there are ${rows.length} states`);
  return state;
}
