import { z } from "zod";
import { LISTS } from "@/lib/backup/import/identify";
import { withNumberedNames } from "@/lib/backup/rules/names";
import { BackupCheck, RestoredProject } from "@/lib/backup/schema";
import { ImportedProject } from "@/lib/backup/schema/import";
import { parseId } from "@/lib/operation/id";
import { ApiProblem } from "../api/api";
import { label, listing } from "../api/find";
import { CommandProblem, EXIT } from "../problem";
import { fillSecrets, planSecrets, withSecrets } from "./fill-secrets";
import { withHistory } from "./history/import";
import { addMembers, planMembers } from "./members";
import type { Report, SourceProject, Target, UnreadProject } from "./target";
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
    if (!(error instanceof ApiProblem || error instanceof ChoiceProblem)) throw error;
    return { ...report, outcome: "failed", problem: error.message };
  }
}

const NAME_TAKEN = "a project of that name is there already, which was not imported from here; --again makes another";

/** Whether the name is that of another project. Older projects may have spaces around theirs. */
const isTaken = ({ taken, again }: Target, { name }: Pick<SourceProject, "name">): boolean =>
  !again && [...taken].some((other) => other.trim() === name);

/** What to update is not clear. */
class ChoiceProblem extends CommandProblem {
  override name = "ChoiceProblem";
}

/**
 * The project that was imported from the same source; none if another is wanted. Everyone who may create projects can claim
 * a source, also before it is first imported, so a project that nobody named may be a trap for the secrets of others.
 */
async function findImported({ api, again, into, oldSecrets }: Target, { source }: Pick<SourceProject, "source">) {
  if (again) return null;
  const imported = await api.read("GET /projects/imported", { query: { source } }, z.array(ImportedProject));
  const [known = null, ...others] = into === null ? imported : imported.filter(({ id }) => id === into);
  if (into !== null && !known) throw new ChoiceProblem(`Project ${into} was not imported from here`, EXIT.failed);
  if (others.length > 0) throw new ChoiceProblem(`${SEVERAL}: ${listing(imported.map(label))}`, EXIT.failed);
  if (known && into === null && oldSecrets) throw new ChoiceProblem(`${UNNAMED}: ${label(known)}`, EXIT.failed);
  return known;
}

const SEVERAL = "Several projects were imported from here; name the one to update with --into <project id>";

const UNNAMED =
  "A project there says that it was imported from here. If it is yours, name it with --into <project id> to fill in its secrets";

/** The value of --into. */
export function readInto(given: string | undefined, again: boolean): number | null {
  if (given === undefined) return null;
  if (again) throw new CommandProblem("--into updates a project and --again creates one; use only one of them");
  const id = parseId(given);
  if (id === null) throw new CommandProblem("--into takes the id of a project. See: signalbox projects");
  return id;
}

async function check(target: Target, { file, members }: SourceProject, report: Report): Promise<Report> {
  const { api, people } = target;
  const body = await requestFor(target, file);
  const { report: adjusted } = await api.read("POST /projects/restore/check", { body }, BackupCheck);
  const team = planMembers(people, members);
  const checked: Report = { ...report, adjusted, outcome: "checked", members: team.members };
  checked.left_out = [...report.left_out, ...team.left_out];
  return withSecrets(target, file, checked, async (source, old) => planSecrets(source, old, null));
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

/** The report about a project that could not be read. */
export const unreadReport = ({ name, origin, problem }: UnreadProject): Report => ({
  ...describe({ name: name ?? origin, origin, file: {}, left_out: [] }),
  problem,
});

const Key = z.looseObject({ name: z.string(), type: z.string() });
const Environment = z.looseObject({ name: z.string(), secrets: z.unknown() });
const Secret = z.looseObject({ name: z.string() });

/** Those of a list that can be read. */
const entriesIn = <Entry extends z.ZodType>(list: unknown, entry: Entry): z.output<Entry>[] =>
  (Array.isArray(list) ? list : []).flatMap((each: unknown) => entry.safeParse(each).data ?? []);

/** Summarizes the file as far as it can be read; validation is left to the server. */
function describe({
  name,
  origin,
  file,
  left_out,
}: Pick<SourceProject, "name" | "origin" | "file" | "left_out">): Report {
  const data = withNumberedNames(file).file;
  return {
    name,
    origin,
    outcome: "failed",
    id: null,
    problem: null,
    counts: Object.fromEntries(LISTS.map((kind) => [kind, entriesIn(data[kind], z.looseObject({})).length])),
    empty_keys: entriesIn(data.keys, Key).flatMap((key) => (key.type === "none" ? [] : key.name)),
    empty_secrets: entriesIn(data.environments, Environment).flatMap((environment) =>
      entriesIn(environment.secrets, Secret).map((secret) => `${environment.name}: ${secret.name}`),
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
