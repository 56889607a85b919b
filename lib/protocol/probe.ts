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

/** Why a probe has no answer. */
export const ProbeReason = z.enum([
  "no_runner",
  "timed_out",
  "undecryptable",
  "own_repository",
  "nothing_encrypted",
  "no_channel",
]);
export type ProbeReason = z.infer<typeof ProbeReason>;

/** POST …/probes/{id}/finish. The problem is the tool's own message, with secrets masked. */
export const ProbeReport = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("passed"), facts: ProbeFacts }),
  z.object({ outcome: z.literal("failed"), problem: line(4000) }),
  z.object({ outcome: z.literal("impossible"), reason: ProbeReason }),
]);
export type ProbeReport = z.infer<typeof ProbeReport>;
