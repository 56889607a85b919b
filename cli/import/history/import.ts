import { ImportedHistory, ImportedTask } from "@/lib/backup/schema/history";
import { type Api, ApiProblem } from "../../api/api";
import type { HistoryReport, Report, SourceProject, Target } from "../target";
import { piecesOf } from "./pieces";
import type { HistoryEntry, HistoryList, SourceHistory } from "./source";

type Done = HistoryReport & { left_out: string[] };

/** The report after the tasks of the source were taken, oldest first; `projectId` is null before the project is there. */
export async function withHistory(target: Target, from: SourceProject, projectId: number | null, report: Report) {
  if (target.history === null) return report;
  if (!from.history) return { ...report, left_out: [...report.left_out, NONE] };
  const done: Done = { taken: 0, problem: null, left_out: [] };
  try {
    await takeHistory(target, { ...from, history: from.history }, projectId, done);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    done.problem = error.message;
  }
  const { left_out, ...history } = done;
  return { ...report, history, left_out: [...report.left_out, ...left_out] };
}

const NONE = "The history: a file has none; import from the server itself";

type WithHistory = SourceProject & { history: SourceHistory };

async function takeHistory(target: Target, from: WithHistory, projectId: number | null, done: Done): Promise<void> {
  const { api, dryRun } = target;
  const state = projectId === null ? NOTHING_YET : await readState(api, projectId, from.source);
  const list = await from.history.list();
  const chosen = choose(list, state, target.history ?? 0, done);
  if (dryRun || projectId === null) {
    done.taken = chosen.length;
    return;
  }
  const takeOne = (entry: HistoryEntry) => takeTask(api, projectId, from, entry);
  const { newest } = state;
  const begun = list.entries.find((entry) => entry.id === newest?.id);
  if (begun && !newest?.complete) await takeOne(begun);
  let orphans = 0;
  for (const [index, entry] of chosen.entries()) {
    const skipped = await takeOne(entry);
    if (skipped === null) done.taken++;
    if (skipped === "no_template") orphans++;
    if (skipped !== "local_runs") continue;
    done.left_out.push(ranHere(chosen.length - index));
    break;
  }
  if (orphans > 0) done.left_out.push(`History: ${tasks(orphans)} of templates that were not imported`);
}

const NOTHING_YET: ImportedHistory = { local_runs: false, newest: null };

const readState = (api: Api, projectId: number, source: string): Promise<ImportedHistory> =>
  api.read("GET /project/:projectId/import/history", { params: { projectId }, query: { source } }, ImportedHistory);

/** What came since the last import, as far as it may be taken. */
function choose({ entries, cut }: HistoryList, state: ImportedHistory, limit: number, done: Done): HistoryEntry[] {
  const since = after(entries, state.newest);
  const ended = since.filter(({ status }) => status !== null);
  const chosen = ended.slice(-limit);
  const older = ended.length - chosen.length;
  if (ended.length < since.length) done.left_out.push(`History: ${tasks(since.length - ended.length)} without an end`);
  if (state.local_runs) {
    if (ended.length > 0) done.left_out.push(ranHere(ended.length));
    return [];
  }
  if (older > 0) done.left_out.push(`History: ${tasks(older)} before the newest ${limit}`);
  else if (state.newest === null) for (const name of cut) done.left_out.push(unlisted(name));
  return chosen;
}

function after(entries: HistoryEntry[], newest: ImportedHistory["newest"]): HistoryEntry[] {
  if (newest === null) return entries;
  const at = entries.findIndex(({ id }) => id === newest.id);
  const created = Date.parse(newest.created);
  return at < 0 ? entries.filter((entry) => entry.created > created) : entries.slice(at + 1);
}

const tasks = (count: number): string => (count === 1 ? "1 task" : `${count} tasks`);
const ranHere = (count: number): string =>
  `History: ${tasks(count)}, because tasks have run here already, and imported ones would come after them`;
const unlisted = (name: string): string =>
  `History: the older tasks of template ${name}, which the server doesn't list`;

/** Sends a task with its log, in as many requests as that takes; returns why it was not taken. */
async function takeTask(
  api: Api,
  projectId: number,
  { history, source }: WithHistory,
  { id }: HistoryEntry,
): Promise<ImportedTask["skipped"]> {
  const task = await history.read(id);
  for await (const piece of piecesOf(history.log(id))) {
    const call = { params: { projectId }, body: { source, task, ...piece } };
    const { skipped } = await api.read("PUT /project/:projectId/import/history", call, ImportedTask);
    if (skipped) return skipped;
  }
  return null;
}
