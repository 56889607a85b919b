import { z } from "zod";
import { JobInventory, JobRepository, KeySecret, line } from "@/lib/protocol/runner";

/** What a person can have tried out before saving it. Alerts are sent by the web process, the others go to a runner. */
export const PROBE_KINDS = ["repository", "key", "inventory", "vault", "alert"] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** A probe that is begun and not answered by then has failed; its runner gives up a little earlier. */
export const PROBE_SECONDS = 45;

/** POST …/probes/{id}/begin: only a runner with the capability `probe` is offered one; 409: it is over. */
export const BeginProbeRequest = z.object({ instance_id: line(64) });

const knownHosts = {
  /** Pinned ssh host keys of the project, as known_hosts lines. */
  known_hosts: z.string(),
};
const ansible = {
  /** Where an admin says that ansible-playbook is; its sisters lie beside it. */
  app_path: z.string().nullable(),
};

export const RunnerProbe = z.discriminatedUnion("kind", [
  /** Is there such a branch, and does the key let us in? */
  z.object({ kind: z.literal("repository"), repository: JobRepository, ...knownHosts }),
  /** Can ssh load the key? */
  z.object({ kind: z.literal("key"), key: KeySecret }),
  /** Does Ansible understand the inventory, and how many hosts has it? */
  z.object({
    kind: z.literal("inventory"),
    inventory: JobInventory.pick({ type: true, content: true, repository: true }),
    ...knownHosts,
    ...ansible,
  }),
  /** Do the passwords open what is encrypted in the repository? */
  z.object({
    kind: z.literal("vault"),
    repository: JobRepository,
    vaults: z.array(z.object({ name: z.string(), password: z.string() })),
    ...knownHosts,
    ...ansible,
  }),
]);
export type RunnerProbe = z.infer<typeof RunnerProbe>;
export type ProbeOf<Kind extends RunnerProbe["kind"]> = Extract<RunnerProbe, { kind: Kind }>;

/** What a probe found out, by kind; absent where it does not apply. */
export const ProbeFacts = z.object({
  /** Of the head of the branch. */
  commit: line(64).optional(),
  /** `ED25519 256`. */
  key_type: line(50).optional(),
  fingerprint: line(100).optional(),
  hosts: z.int().min(0).optional(),
  groups: z.int().min(0).optional(),
  /** Encrypted files and values that the passwords open. */
  files: z.int().min(0).optional(),
});
export type ProbeFacts = z.infer<typeof ProbeFacts>;

/** What is wrong with what was tried, where it is a known thing; the text for people is `probe.problems.<code>`. */
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

/** Why a probe has no answer. */
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
 * POST …/probes/{id}/finish. A problem that has a code names its subject (a file, a folder, a fingerprint), and `problem` is
 * what the tool says of it; without a code `problem` is all there is, as from older runners. Both with secrets masked.
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
