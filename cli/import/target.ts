import type { ImportLine } from "@/lib/backup/schema/import";
import type { ReportLine } from "@/lib/backup/schema/report";
import type { Api } from "../api/api";
import type { SourceHistory } from "./history/source";
import type { Member, People } from "./members";
import type { OldSecrets } from "./old-secrets";

/** A project to import: its backup file, and what backup files don't contain. */
export type SourceProject = {
  /** Without leading and trailing spaces. The names in its file are as the source writes them. */
  name: string;
  /** A file or a URL. */
  origin: string;
  /** By which another import finds the project that this one made. */
  source: string;
  file: Record<string, unknown>;
  members: Member[];
  /** Null: the source has no tasks. */
  history: SourceHistory | null;
  /** What this server doesn't support, in sentences. */
  left_out: string[];
};

/** A project that the source has and that can't be read, with the reason; `name` is null if that can't be read either. */
export type UnreadProject = { name: string | null; origin: string; problem: string };

/** How much of the history was taken, or would be; `problem`: why not all that could have been. */
export type HistoryReport = { taken: number; problem: string | null };

export type Report = {
  name: string;
  origin: string;
  /** `checked`: a dry run succeeded. With an `id`, it is about a project that an earlier import made. */
  outcome: "made" | "updated" | "checked" | "skipped" | "failed";
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
  /** For a project that an earlier import made: what was done about its objects, and how many are as they were. */
  changes: ImportLine[];
  unchanged: number;
  /** Null: it was not asked for, or there is none. */
  history: HistoryReport | null;
};

export type Target = {
  api: Api;
  /** Names of the projects that existed before the import. */
  taken: ReadonlySet<string>;
  people: People;
  dryRun: boolean;
  again: boolean;
  /** The project to update, if several were imported from the source; null: there is only one. */
  into: number | null;
  /** Whether fields that changed on both sides become those of the source, and what is missing here comes back. */
  overwrite: boolean;
  withoutStates: boolean;
  /** Whether a project that cannot be taken as it is fails. */
  strict: boolean;
  /** Null: keys and secret variables stay empty. */
  oldSecrets: OldSecrets | null;
  /** How many of the newest tasks are taken; null: none. */
  history: number | null;
  /** The passphrase of states in backups; requested for the first backup that has any. */
  passphrase: () => Promise<string>;
};
