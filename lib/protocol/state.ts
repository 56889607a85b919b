import { z } from "zod";

/** The tools whose state a project keeps. Terraform and OpenTofu share a format. */
export const StateKind = z.enum(["terraform", "pulumi"]);
export type StateKind = z.infer<typeof StateKind>;

/** A larger state is refused; it is held in memory whole. */
export const MAX_STATE_BYTES = 64 * 1024 * 1024;

/** What a program gets to write its state down when it is force-stopped, or when its runner dies. */
export const STATE_GRACE_SECONDS = 30;

/** The workspace of Terraform that always exists, and the only one that its `http` backend knows. */
export const DEFAULT_WORKSPACE = "default";
/** The stack of a Pulumi template that names none. */
export const DEFAULT_STACK = "dev";

/**
 * How a version came about. `run`: the tool of a task wrote it. `errored`: what the tool could not write itself, brought by
 * the runner. `declared`: the same for a backend that the code declares, where it still belongs. `committed`: found in the
 * repository at the first run. The others are made by people.
 */
export const VersionCause = z.enum([
  "run",
  "errored",
  "declared",
  "committed",
  "push",
  "upload",
  "rollback",
  "accepted",
]);
export type VersionCause = z.infer<typeof VersionCause>;

/** Who holds a lock, in the words of Terraform, which prints them to people whose run is refused. */
export const LockInfo = z.object({
  ID: z.string().min(1).max(200),
  Operation: z.string().max(200).default(""),
  Info: z.string().max(1000).default(""),
  Who: z.string().max(500).default(""),
  Version: z.string().max(100).default(""),
  Created: z.string().max(100).default(""),
  Path: z.string().max(1000).default(""),
});
export type LockInfo = z.infer<typeof LockInfo>;

/**
 * The state of one phase of an attempt. The credential is good for this workspace of this state only, is void while the
 * task waits for confirmation, and valid until the runner has reported the end.
 */
export const JobState = z.object({
  state_id: z.int(),
  kind: StateKind,
  /** The workspace of Terraform, the stack of Pulumi. */
  workspace: z.string(),
  /** Below the console's address: GET, POST ?ID=<lock> and DELETE of the state, POST and DELETE of `/lock` below it. */
  path: z.string(),
  username: z.string(),
  password: z.string(),
  /** Lineage of the newest version; null: none is kept yet. A state of another lineage must not replace it. */
  lineage: z.string().nullable(),
  /** Encrypts the secrets of a stack that names no secrets provider; null for Terraform. */
  passphrase: z.string().nullable(),
});
export type JobState = z.infer<typeof JobState>;

/** What the runner found in the code: nothing, so that the product keeps the state; a backend of its own; or a folder used in place. */
export const StateBackend = z.enum(["product", "declared", "in_place"]);
export type StateBackend = z.infer<typeof StateBackend>;

/** Query of a POST to the backend: `cause=committed` marks a state that was found in the repository. */
export const CAUSE_PARAMETER = "cause";

/**
 * POST …/tasks/{id}/state: what the runner still has of an attempt's state, even if the attempt has ended. It becomes the
 * newest version if the attempt goes on and the text follows on the newest one, and otherwise one that is offered.
 */
export const KeepStateRequest = z.object({
  attempt: z.int32(),
  content: z.string().max(MAX_STATE_BYTES),
  /** Terraform's errored.tfstate: always offered, never taken for the newest. */
  errored: z.boolean().default(false),
  /** It could not be written to the backend that the code declares. */
  declared: z.boolean().default(false),
});
/** The number of the version; null: exactly this is kept already. */
export const KeepStateReply = z.object({ version: z.int().nullable(), offered: z.boolean() });

type Access = Pick<JobState, "path" | "username" | "password">;

/**
 * What makes Terraform use the backend. Only by environment: then neither address nor credential reach a plan file or the
 * `.terraform` folder. Plain route handlers know no LOCK and UNLOCK.
 */
export function backendVariables(consoleUrl: string, { path, username, password }: Access): Record<string, string> {
  const address = `${consoleUrl.replace(/\/$/, "")}${path}`;
  return {
    TF_HTTP_ADDRESS: address,
    TF_HTTP_LOCK_ADDRESS: `${address}/lock`,
    TF_HTTP_UNLOCK_ADDRESS: `${address}/lock`,
    TF_HTTP_LOCK_METHOD: "POST",
    TF_HTTP_UNLOCK_METHOD: "DELETE",
    TF_HTTP_USERNAME: username,
    TF_HTTP_PASSWORD: password,
  };
}

/** Path to the state of one workspace; names may hold anything that a path may not. */
export const statePath = (stateId: number, workspace: string): string =>
  `/api/state/${stateId}/${encodeURIComponent(workspace)}`;
