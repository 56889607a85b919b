import { z } from "zod";
import { JobRepository } from "@/lib/protocol/job";
import { Commit, InstanceId, MAX_KNOWN_HOSTS_LENGTH } from "@/lib/protocol/runner";
import { line } from "@/lib/protocol/storable";

/** POST …/checks/{id}/begin: a schedule wants to know the head of a branch; 409: the check is not this runner's any more. */
export const BeginCheckRequest = z.object({ instance_id: InstanceId });
export const Check = z.object({
  repository: JobRepository,
  /** Pinned ssh host keys of the project, as known_hosts lines. */
  known_hosts: z.string(),
});
export type Check = z.infer<typeof Check>;

/** A check that is begun is anybody's again after this; its runner gives up earlier. */
export const CHECK_LEASE_SECONDS = 180;

/** POST …/checks/{id}/finish: the commit at the head of the branch, or why it is unknown. */
export const FinishCheckRequest = z.object({
  commit: Commit.min(40).nullable(),
  problem: line(1000).default(""),
  /** Host keys seen for the first time, as known_hosts lines, to be pinned for the project. */
  new_known_hosts: line(MAX_KNOWN_HOSTS_LENGTH).default(""),
});
export type FinishCheckRequest = z.infer<typeof FinishCheckRequest>;
