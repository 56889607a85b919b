import { z } from "zod";
import { Phase } from "@/lib/protocol/runner";
import { JobState } from "@/lib/protocol/state";

/** A key with its secret in plaintext; lives in the runner's memory and the attempt's directory only. */
export const KeySecret = z.discriminatedUnion("type", [
  z.object({ type: z.literal("none") }),
  z.object({ type: z.literal("ssh"), login: z.string(), passphrase: z.string(), private_key: z.string() }),
  z.object({ type: z.literal("login_password"), login: z.string(), password: z.string() }),
]);
export type KeySecret = z.infer<typeof KeySecret>;

export const JobRepository = z.object({
  url: z.string(),
  branch: z.string(),
  /** Asked for, so that a local folder which is on another branch cannot be used in place. */
  branch_chosen: z.boolean().optional(),
  key: KeySecret,
});
export type JobRepository = z.infer<typeof JobRepository>;

export const JobInventory = z.object({
  type: z.enum(["static", "static-yaml", "file", "terraform-workspace", "tofu-workspace"]),
  /** Text, path or workspace name, by type. */
  content: z.string(),
  key: KeySecret.nullable(),
  become_key: KeySecret.nullable(),
  /** Where a `file` inventory lives when not in the template's own repository. */
  repository: JobRepository.nullable(),
});
export type JobInventory = z.infer<typeof JobInventory>;

/** Everything one attempt needs, secrets included; handed out once per attempt and phase, by begin. */
export const Job = z.object({
  task_id: z.int(),
  attempt: z.int(),
  phase: Phase,
  project_id: z.int(),
  template_id: z.int(),
  template_name: z.string(),
  app: z.string(),
  /** Command and leading arguments an admin set for the application; null: the adapter's own. */
  app_path: z.string().nullable(),
  app_args: z.array(z.string()).nullable(),
  template_type: z.enum(["", "build", "deploy"]),
  playbook: z.string(),
  repository: JobRepository,
  /** Check out exactly this commit of the branch; null: its head. */
  commit_hash: z.string().nullable(),
  /** What the last success of the template ran; null: nothing, or another repository. */
  previous_commit: z.string().nullable().default(null),
  inventory: JobInventory.nullable(),
  /** A script is a path in the repository; its password is for the script to print, and `password` is blank. */
  vaults: z.array(z.object({ name: z.string(), password: z.string(), script: z.string().optional() })),
  /** Extra variables: environment json, overridden by survey answers. Secret ones are apart. */
  extra_vars: z.record(z.string(), z.json()),
  secret_vars: z.record(z.string(), z.string()),
  env: z.record(z.string(), z.string()),
  secret_env: z.record(z.string(), z.string()),
  /** Names in extra_vars that came from people or webhooks: never evaluated as templates. */
  untrusted_vars: z.array(z.string()),
  template_arguments: z.array(z.string()),
  /** For `init` alone, as `-backend-config=…`. */
  init_arguments: z.array(z.string()).default([]),
  /** Pulumi stack, as the template names it; "": it does not. */
  stack: z.string().default(""),
  /** Where the state is kept if the code declares no backend; null: the application has none. */
  state: JobState.nullable().default(null),
  task_arguments: z.array(z.string()),
  /** Options that an administrator lets tasks bring beside the built-in list. */
  added_options: z.array(z.string()).default([]),
  limit: z.string(),
  tags: z.string(),
  skip_tags: z.string(),
  /** Install no collections and roles. */
  skip_galaxy_install: z.boolean().optional(),
  /** Names of the tests that failed in the run that this one repeats. */
  failed_tests: z.array(z.string()).optional(),
  debug: z.boolean(),
  dry_run: z.boolean(),
  diff: z.boolean(),
  plan_only: z.boolean(),
  /** Only look for drift: change nothing, take no lock, keep no state. */
  drift_check: z.boolean().default(false),
  auto_approve: z.boolean(),
  destroy: z.boolean(),
  username: z.string(),
  message: z.string(),
  task_url: z.string().nullable(),
  incoming_version: z.string().nullable(),
  target_version: z.string().nullable(),
  /** Seconds the whole task may run; 0: no limit. */
  timeout_seconds: z.int(),
  /** Pinned ssh host keys of the project, as known_hosts lines. */
  known_hosts: z.string(),
});
export type Job = z.infer<typeof Job>;
