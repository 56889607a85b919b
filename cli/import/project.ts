import { z } from "zod";
import { LISTS } from "@/lib/backup/import/identify";
import { withNumberedNames } from "@/lib/backup/rules/names";
import { BackupCheck, BackupFile, RestoredProject } from "@/lib/backup/schema";
import { ImportedProject } from "@/lib/backup/schema/import";
import { ApiProblem } from "../api/api";
import { fillSecrets, planSecrets, withSecrets } from "./fill-secrets";
import { withHistory } from "./history/import";
import { addMembers, planMembers } from "./members";
import type { Report, SourceProject, Target } from "./target";
import { updateProject } from "./update";

/**
 * Updates the project that an earlier import made, or else creates it; with `dryRun`, asks the server what that would do. A
 * failure becomes part of the report.
 */
export async function importProject(target: Target, source: SourceProject): Promise<Report> {
  const report = describe(target.withoutStates ? withoutStates(source) : source);
  try {
    const known = await findImported(target, source);
    if (!known && isTaken(target, source)) return { ...report, outcome: "skipped", problem: NAME_TAKEN };
    const done = await (known
      ? updateProject(target, known, source, report)
      : target.dryRun
        ? check(target, source, report)
        : make(target, source, report));
    return await withHistory(target, source, done.id, done);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { ...report, outcome: "failed", problem: error.message };
  }
}

const NAME_TAKEN = "a project of that name is there already, which was not imported from here; --again makes another";

/** Whether the name is that of another project. Older projects may have spaces around theirs. */
export const isTaken = ({ taken, again }: Target, { name }: Pick<SourceProject, "name">): boolean =>
  !again && [...taken].some((other) => other.trim() === name);

/** The newest project that was imported from the same source; none if another is wanted. */
export async function findImported({ api, again }: Target, { source }: Pick<SourceProject, "source">) {
  if (again) return null;
  const [known = null] = await api.read("GET /projects/imported", { query: { source } }, z.array(ImportedProject));
  return known;
}

async function check(target: Target, { file, members }: SourceProject, report: Report): Promise<Report> {
  const { api, people } = target;
  const body = await requestFor(target, file);
  const { report: adjusted } = await api.read("POST /projects/restore/check", { body }, BackupCheck);
  const team = planMembers(people, members);
  const checked: Report = { ...report, adjusted, outcome: "checked", members: team.members };
  checked.left_out = [...report.left_out, ...team.left_out];
  return withSecrets(target, file, checked, async (source, old) => planSecrets(source, old));
}

async function make(target: Target, { file, members, source }: SourceProject, report: Report): Promise<Report> {
  const { api, people } = target;
  const body = { ...(await requestFor(target, file)), source };
  const restored = await api.read("POST /projects/restore", { body }, RestoredProject);
  const { id, dropped_aliases, restored_states, report: adjusted } = restored;
  const team = await addMembers(api, id, people, members);
  const dropped = dropped_aliases.map((alias) => `Alias ${alias} leads to another place already`);
  const left_out = [...report.left_out, ...dropped, ...team.left_out];
  const counts = { ...report.counts, states: restored_states };
  const made: Report = { ...report, adjusted, outcome: "made", id, counts, members: team.members, left_out };
  return withSecrets(target, file, made, (source, old) => fillSecrets(api, id, source, old));
}

const withoutStates = (source: SourceProject): SourceProject =>
  hasStates(source.file) ? { ...source, left_out: [...source.left_out, "The states of the backup"] } : source;

const hasStates = (file: SourceProject["file"]): boolean => (file.sealed_states ?? null) !== null;

/** The file with what its states take, and how strictly it is read. */
async function requestFor({ withoutStates: isUnwanted, passphrase, strict }: Target, file: SourceProject["file"]) {
  if (!hasStates(file)) return { ...file, strict };
  const states = isUnwanted ? { without_states: true } : { states_passphrase: await passphrase() };
  return { ...file, ...states, strict };
}

/** Summarizes the file as far as it can be read; validation is left to the server. */
function describe({ name, origin, file, left_out }: SourceProject): Report {
  const { data } = BackupFile.safeParse(withNumberedNames(file).file);
  return {
    name,
    origin,
    outcome: "failed",
    id: null,
    problem: null,
    counts: Object.fromEntries(LISTS.map((kind) => [kind, data?.[kind]?.length ?? 0])),
    empty_keys: (data?.keys ?? []).filter((key) => key.type !== "none").map((key) => key.name),
    empty_secrets: (data?.environments ?? []).flatMap((environment) =>
      environment.secrets.map((secret) => `${environment.name}: ${secret.name}`),
    ),
    filled_secrets: [],
    members: [],
    left_out,
    adjusted: [],
    changes: [],
    unchanged: 0,
    history: null,
  };
}
