import { z } from "zod";
import { JobInventory, JobRepository, KeySecret } from "@/lib/protocol/job";
import { line } from "@/lib/protocol/storable";

/** What can be tested before it is saved. The web process sends alerts; a runner does the others. */
export const PROBE_KINDS = ["repository", "key", "inventory", "vault", "files", "alert"] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** Timeout of a probe after its beginning; the runner's own is a little shorter. */
export const PROBE_SECONDS = 45;

/** After this, a form reports that there is no runner; screens promise two seconds. */
export const BEGIN_WITHIN_MS = 1750;

/** Limit of a list of files. */
export const MAX_PATHS = 5_000;
export const MAX_PATH_LENGTH = 500;

/** POST …/probes/{id}/begin: only for runners with the capability `probe`; 409 if it has expired. */
export const BeginProbeRequest = z.object({ instance_id: line(64) });

const knownHosts = {
  /** Pinned ssh host keys of the project, as known_hosts lines. */
  known_hosts: z.string(),
};
const ansible = {
  /** Admin setting: the path of ansible-playbook; its companion programs are in the same folder. */
  app_path: z.string().nullable(),
};

export const RunnerProbe = z.discriminatedUnion("kind", [
  /** Does the branch exist, and does the key grant access? */
  z.object({ kind: z.literal("repository"), repository: JobRepository, ...knownHosts }),
  /** Can ssh load the key? */
  z.object({ kind: z.literal("key"), key: KeySecret }),
  /** Does Ansible accept the inventory, and how many hosts does it have? */
  z.object({
    kind: z.literal("inventory"),
    inventory: JobInventory.pick({ type: true, content: true, repository: true }),
    ...knownHosts,
    ...ansible,
  }),
  /** Do the passwords decrypt the repository's encrypted files? */
  z.object({
    kind: z.literal("vault"),
    repository: JobRepository,
    vaults: z.array(z.object({ name: z.string(), password: z.string() })),
    ...knownHosts,
    ...ansible,
  }),
  /** Which files does the branch have? Only for runners with the capability `list_files`. */
  z.object({ kind: z.literal("files"), repository: JobRepository, ...knownHosts }),
]);
export type RunnerProbe = z.infer<typeof RunnerProbe>;
export type ProbeOf<Kind extends RunnerProbe["kind"]> = Extract<RunnerProbe, { kind: Kind }>;

/** A probe's findings, by kind; absent if not applicable. */
export const ProbeFacts = z.object({
  /** The head of the branch. */
  commit: line(64).optional(),
  /** `ED25519 256`. */
  key_type: line(50).optional(),
  fingerprint: line(100).optional(),
  hosts: z.int().min(0).optional(),
  groups: z.int().min(0).optional(),
  /** Number of encrypted files and values that the passwords open. */
  files: z.int().min(0).optional(),
  /** Paths of a repository's files, relative to its root. */
  paths: z.array(line(MAX_PATH_LENGTH)).max(MAX_PATHS).optional(),
  /** There are more files than `paths`. */
  more: z.boolean().optional(),
});
export type ProbeFacts = z.infer<typeof ProbeFacts>;

/** A known problem with the tested values; its message is `probe.problems.<code>`. */
export const ProbeProblem = z.enum([
  "key_missing",
  "key_format",
  "key_refused",
  "passphrase_missing",
  "passphrase_wrong",
  "branch_missing",
  "access_refused",
  "host_key_changed",
  "host_key_unverified",
  "unreachable",
  "certificate",
  "repository_missing",
  "folder_missing",
  "folder_not_allowed",
  "inventory_invalid",
  "inventory_too_large",
  "vault_closed",
  "tool_missing",
]);
export type ProbeProblem = z.infer<typeof ProbeProblem>;

/** Why a probe has no result. */
export const ProbeReason = z.enum([
  "no_runner",
  "none_connected",
  "timed_out",
  "undecryptable",
  "own_repository",
  "nothing_encrypted",
  "no_channel",
]);
export type ProbeReason = z.infer<typeof ProbeReason>;

/**
 * POST …/probes/{id}/finish. A problem with a code names its subject (a file, a folder, a fingerprint), and `problem`
 * is the tool's own message; without a code, as from older runners, there is only `problem`. Secrets are masked in
 * both.
 */
export const ProbeReport = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("passed"), facts: ProbeFacts }),
  z.object({
    outcome: z.literal("failed"),
    code: ProbeProblem.nullable().catch(null).default(null),
    subject: line(1000).default(""),
    problem: line(4000),
  }),
  z.object({ outcome: z.literal("impossible"), reason: ProbeReason }),
]);
export type ProbeReport = z.infer<typeof ProbeReport>;
