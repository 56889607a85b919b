import { BackupCheck, BackupFile, RestoredProject } from "@/lib/backup/schema";
import type { ReportLine } from "@/lib/backup/schema/report";
import { type Api, ApiProblem } from "../api/api";
import { type Filled, fillSecrets, planSecrets, WithSecrets } from "./fill-secrets";
import { addMembers, type Member, type People, planMembers } from "./members";
import type { OldSecrets } from "./old-secrets";

/** A project to import: its backup file, and what backup files don't contain. */
export type SourceProject = {
  name: string;
  /** A file or a URL. */
  origin: string;
  file: Record<string, unknown>;
  members: Member[];
  /** What this server doesn't support, in sentences. */
  left_out: string[];
};

export type Report = {
  name: string;
  origin: string;
  /** `checked`: a dry run succeeded. */
  outcome: "made" | "checked" | "skipped" | "failed";
  id: number | null;
  /** Why the project was skipped or failed. */
  problem: string | null;
  /** Number of resources of each kind. */
  counts: Record<string, number>;
  /** Secrets to fill in: names of keys and of environment variables. */
  empty_keys: string[];
  empty_secrets: string[];
  /** Keys and variables that have the secrets of the old server. */
  filled_secrets: string[];
  members: string[];
  left_out: string[];
  /** What this server had to adjust. */
  adjusted: ReportLine[];
};

export type Target = {
  api: Api;
  /** Names of the projects that existed before the import. */
  taken: ReadonlySet<string>;
  people: People;
  dryRun: boolean;
  again: boolean;
  withoutStates: boolean;
  /** Whether a project that cannot be taken as it is fails. */
  strict: boolean;
  /** Null: keys and secret variables stay empty. */
  oldSecrets: OldSecrets | null;
  /** The passphrase of states in backups; requested for the first backup that has any. */
  passphrase: () => Promise<string>;
};

/** Creates the project, or with `dryRun` asks the server to validate it. A failure becomes part of the report. */
export async function importProject(target: Target, source: SourceProject): Promise<Report> {
  const report = describe(target.withoutStates ? withoutStates(source) : source);
  if (target.taken.has(source.name) && !target.again) {
    return { ...report, outcome: "skipped", problem: "a project of that name is there already; --again makes another" };
  }
  try {
    return target.dryRun ? await check(target, source, report) : await make(target, source, report);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { ...report, outcome: "failed", problem: error.message };
  }
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

async function make(target: Target, { file, members }: SourceProject, report: Report): Promise<Report> {
  const { api, people } = target;
  const body = await requestFor(target, file);
  const restored = await api.read("POST /projects/restore", { body }, RestoredProject);
  const { id, dropped_aliases, restored_states, report: adjusted } = restored;
  const team = await addMembers(api, id, people, members);
  const dropped = dropped_aliases.map((alias) => `Alias ${alias} leads to another place already`);
  const left_out = [...report.left_out, ...dropped, ...team.left_out];
  const counts = { ...report.counts, states: restored_states };
  const made: Report = { ...report, adjusted, outcome: "made", id, counts, members: team.members, left_out };
  return withSecrets(target, file, made, (source, old) => fillSecrets(api, id, source, old));
}

type Fill = (source: WithSecrets, old: OldSecrets) => Promise<Filled>;

/** The report after the secrets of the old server were filled in. */
async function withSecrets({ oldSecrets }: Target, file: SourceProject["file"], report: Report, fill: Fill) {
  if (!oldSecrets) return report;
  const source = WithSecrets.safeParse(file);
  if (!source.success) return { ...report, left_out: [...report.left_out, NO_NUMBERS] };
  const { keys, secrets, left_out } = await fill(source.data, oldSecrets);
  return {
    ...report,
    empty_keys: report.empty_keys.filter((name) => !keys.includes(name)),
    empty_secrets: report.empty_secrets.filter((name) => !secrets.includes(name)),
    filled_secrets: [...keys, ...secrets],
    left_out: [...report.left_out, ...left_out],
  };
}

const NO_NUMBERS = "The secrets: a backup file doesn't tell which they are; import from the server itself";

const withoutStates = (source: SourceProject): SourceProject =>
  hasStates(source.file) ? { ...source, left_out: [...source.left_out, "The states of the backup"] } : source;

const hasStates = (file: SourceProject["file"]): boolean => (file.sealed_states ?? null) !== null;

/** The file with what its states take, and how strictly it is read. */
async function requestFor({ withoutStates: isUnwanted, passphrase, strict }: Target, file: SourceProject["file"]) {
  if (!hasStates(file)) return { ...file, strict };
  const states = isUnwanted ? { without_states: true } : { states_passphrase: await passphrase() };
  return { ...file, ...states, strict };
}

const KINDS = [
  "keys",
  "repositories",
  "inventories",
  "environments",
  "views",
  "templates",
  "schedules",
  "integrations",
] as const;

/** Summarizes the file as far as it can be read; validation is left to the server. */
function describe({ name, origin, file, left_out }: SourceProject): Report {
  const { data } = BackupFile.safeParse(file);
  return {
    name,
    origin,
    outcome: "failed",
    id: null,
    problem: null,
    counts: Object.fromEntries(KINDS.map((kind) => [kind, data?.[kind]?.length ?? 0])),
    empty_keys: (data?.keys ?? []).filter((key) => key.type !== "none").map((key) => key.name),
    empty_secrets: (data?.environments ?? []).flatMap((environment) =>
      environment.secrets.map((secret) => `${environment.name}: ${secret.name}`),
    ),
    filled_secrets: [],
    members: [],
    left_out,
    adjusted: [],
  };
}
