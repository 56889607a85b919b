import { z } from "zod";
import { TaskStatus } from "@/lib/protocol/status-fields";

/**
 * The wire of Semaphore's own runner, on the path where ours register: every second a PUT and then a GET, with the same
 * header. Fields are named as there, and what is absent is null. docs/runners.md says what such a runner cannot do.
 */
export const LEGACY_PROTOCOL = 0;
/** It names no process, so the runner's token stands for one. */
export const LEGACY_INSTANCE = "legacy";

/** PUT: every job that the runner has begun, with what was logged since the last PUT it got an answer to. */
export const LegacyProgress = z.object({
  Jobs: z
    .array(
      z.object({
        ID: z.int32(),
        Status: z.string().max(100).default(""),
        LogRecords: z.array(z.object({ time: z.string().default(""), message: z.string().default("") })).nullish(),
        Commit: z.object({ hash: z.string().default(""), message: z.string().default("") }).nullish(),
      }),
    )
    .nullish(),
});
export type LegacyJobProgress = NonNullable<z.output<typeof LegacyProgress>["Jobs"]>[number];
export type LegacyRecord = NonNullable<LegacyJobProgress["LogRecords"]>[number];

/** Jobs of the PUT that are over for the server. Releases that know nothing of it ignore the body. */
export const LegacyProgressReply = z.object({ terminated_jobs: z.array(z.int()) });

const Text = z.string().nullable();
const Id = z.int().nullable();

const Task = z.object({
  id: z.int(),
  template_id: z.int(),
  project_id: z.int(),
  status: TaskStatus,
  debug: z.boolean(),
  dry_run: z.boolean(),
  diff: z.boolean(),
  playbook: z.string(),
  environment: z.string(),
  limit: z.string(),
  arguments: Text,
  git_branch: Text,
  user_id: Id,
  created: z.string(),
  message: z.string(),
  commit_hash: Text,
  commit_message: z.string(),
  build_task_id: Id,
  version: Text,
  inventory_id: Id,
  params: z.object({}),
});

const Template = z.object({
  id: z.int(),
  project_id: z.int(),
  inventory_id: Id,
  repository_id: z.int(),
  environment_id: Id,
  name: z.string(),
  playbook: z.string(),
  /** JSON text of a list. */
  arguments: z.string(),
  allow_override_args_in_task: z.boolean(),
  type: z.enum(["", "build", "deploy"]),
  app: z.string(),
  git_branch: Text,
  task_params: z.object({}),
  vaults: z.array(
    z.object({
      id: z.int(),
      project_id: z.int(),
      template_id: z.int(),
      vault_key_id: z.int(),
      name: z.string(),
      type: z.literal("password"),
    }),
  ),
  /** For releases that know one vault only. */
  vault_key_id: Id,
});

const Repository = z.object({
  id: z.int(),
  name: z.string(),
  project_id: z.int(),
  git_url: z.string(),
  git_branch: z.string(),
  ssh_key_id: z.int(),
});

const Inventory = z.object({
  id: z.int(),
  name: z.string(),
  project_id: z.int(),
  inventory: z.string(),
  ssh_key_id: Id,
  become_key_id: Id,
  type: z.string(),
  template_id: Id,
  repository_id: Id,
});

const Environment = z.object({
  id: z.int(),
  name: z.string(),
  project_id: z.int(),
  password: Text,
  /** JSON texts of objects. */
  json: z.string(),
  env: z.string(),
  secrets: z.array(
    z.object({ id: z.int(), type: z.literal("env"), name: z.string(), secret: z.string(), operation: z.string() }),
  ),
});

const AccessKey = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(["none", "ssh", "login_password"]),
  project_id: z.int(),
  string: z.string(),
  login_password: z.object({ login: z.string(), password: z.string() }),
  ssh: z.object({ login: z.string(), passphrase: z.string(), private_key: z.string() }),
  override_secret: z.boolean(),
});
export type LegacyKey = z.infer<typeof AccessKey>;

export const LegacyJob = z.object({
  Username: z.string(),
  IncomingVersion: Text,
  Alias: z.string(),
  task: Task,
  template: Template,
  inventory: Inventory,
  inventory_repository: Repository.nullable(),
  repository: Repository,
  environment: Environment,
});
export type LegacyJob = z.infer<typeof LegacyJob>;

/** GET: jobs to begin, repeated until the runner reports them, and the states of the others. */
export const LegacyState = z.object({
  CurrentJobs: z.array(z.object({ id: z.int(), status: TaskStatus })).nullable(),
  new_jobs: z.array(LegacyJob).nullable(),
  /** By key id; secrets in plaintext. */
  access_keys: z.record(z.string(), AccessKey),
});
export type LegacyState = z.infer<typeof LegacyState>;
