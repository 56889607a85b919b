import { z } from "zod";
import { MAX_INSTANT } from "@/lib/protocol/log";
import type { Line } from "@/lib/task/log/line-chunks";
import { AllParams } from "@/lib/task/schema/params";
import { type Api, ApiProblem } from "../../api/api";
import { jsonObjects } from "../../api/json-objects";
import { EXIT } from "../../problem";

/** A task as lists have it, when it was created in milliseconds; `status` is null for one that has not ended. */
export type HistoryEntry = { id: number; created: number; status: Ended | null };
type Ended = "success" | "error" | "stopped";

/** The oldest first. `cut` names templates with more tasks than the server lists. */
export type HistoryList = { entries: HistoryEntry[]; cut: string[] };

/** The tasks of a project at its source. */
export type SourceHistory = {
  list: () => Promise<HistoryList>;
  read: (id: number) => Promise<HistoryTask>;
  log: (id: number) => AsyncGenerator<Line>;
};

/** What a task became; those that are not named here have not ended. */
const STATUSES: Readonly<Record<string, Ended>> = {
  success: "success",
  error: "error",
  stopped: "stopped",
  rejected: "stopped",
  not_executed: "stopped",
};

/** As an instant that the server takes; null for one that cannot be. */
const instant = () =>
  z
    .string()
    .nullish()
    .catch(null)
    .transform((text) => {
      const at = Date.parse(text ?? "");
      return at > 0 && at <= MAX_INSTANT ? new Date(at).toISOString() : null;
    });
const string = () => z.string().nullish().catch(null);
const flag = () => z.boolean().nullish().catch(null);
const id = () => z.int().min(1).nullish().catch(null);
const times = { created: instant(), start: instant(), end: instant() };

const Listed = z
  .looseObject({ id: z.int(), status: z.string(), ...times })
  .transform((task) => ({ id: task.id, created: Date.parse(createdOf(task)), status: STATUSES[task.status] ?? null }));

const Task = z
  .object({
    id: z.int(),
    template_id: z.int(),
    status: z.string(),
    user_id: id(),
    ...times,
    message: string(),
    version: string(),
    commit_hash: string(),
    commit_message: string(),
    build_task_id: id(),
    inventory_id: id(),
    debug: flag(),
    dry_run: flag(),
    diff: flag(),
    playbook: string(),
    environment: string(),
    limit: string(),
    arguments: string(),
    git_branch: string(),
    params: AllParams.nullish().catch(null),
  })
  .transform(({ status, ...task }) => ({
    ...task,
    status: STATUSES[status] ?? ("stopped" as const),
    created: createdOf(task),
  }));

type HistoryTask = Omit<z.output<typeof Task>, "user_id"> & { username: string | null };

type Times = { created: string | null; start: string | null; end: string | null };

/** Servers that stored no times did not know these either. */
const createdOf = ({ created, start, end }: Times): string => created ?? start ?? end ?? "1970-01-01T00:00:00.000Z";

const Output = z.object({ time: z.string().catch(""), output: z.string() });

type Project = { templates: { id: number; name: string }[]; users: { id: number; username: string }[] };

/** The history that a Semaphore or a Signalbox shows below the path of a project. */
export function historyOf(api: Api, path: string, { templates, users }: Project): SourceHistory {
  const usernames = new Map(users.map(({ id, username }) => [id, username]));
  return {
    list: async () => {
      const lists = [];
      for (const template of templates) lists.push(await listTasks(api, path, template));
      const entries = lists.flatMap((list) => list.entries).sort((a, b) => a.created - b.created);
      return { entries, cut: lists.flatMap(({ cut }) => cut) };
    },
    read: async (taskId) => {
      const { user_id, ...task } = await api.get(`${path}/tasks/${taskId}`, Task);
      return { ...task, username: usernames.get(user_id ?? 0) ?? null };
    },
    log: (taskId) => readLog(api, `/${path}/tasks/${taskId}/output`),
  };
}

/** What servers list at once. */
const PAGE = 1000;
/** More would not end. */
const MOST = 1_000_000;

/** The oldest first. Servers without pages answer with the same tasks again. */
async function listTasks(api: Api, path: string, { id: templateId, name }: { id: number; name: string }) {
  const entries = new Map<number, HistoryEntry>();
  for (let before = ""; ; ) {
    const page = await api.get(`${path}/templates/${templateId}/tasks${before}`, z.array(Listed).nullish());
    const fresh = (page ?? []).filter((task) => !entries.has(task.id));
    for (const task of fresh) entries.set(task.id, task);
    const isLast = (page ?? []).length < PAGE;
    if (isLast || fresh.length === 0 || entries.size >= MOST)
      return { entries: [...entries.values()].reverse(), cut: isLast ? [] : [name] };
    before = `?before=${fresh.at(-1)?.id}`;
  }
}

async function* readLog(api: Api, path: string): AsyncGenerator<Line> {
  const { body } = await api.send("GET", path);
  try {
    for await (const object of jsonObjects(body)) {
      const { time, output } = Output.parse(object);
      yield { text: output, time: timeOf(time) };
    }
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw new ApiProblem(`Cannot read the log at ${api.url}/api${path}`, EXIT.connection, { isTemporary: true });
  }
}

/** By the clock of the source, if that can be. */
function timeOf(text: string): number {
  const at = Date.parse(text);
  return at >= 0 && at <= MAX_INSTANT ? at : 0;
}
