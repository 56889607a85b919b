import { z } from "zod";
import { CommitHistory, MAX_SUBJECT_LENGTH } from "@/lib/protocol/commits";
import { DriftItem, DriftReport, MAX_DRIFT_ITEMS } from "@/lib/protocol/drift";
import {
  type LogChunk as Chunk,
  MAX_CHUNK_BYTES,
  MAX_INSTANT,
  MAX_LINE_BYTES,
  MAX_STORED_CHUNK_LINES,
} from "@/lib/protocol/log";
import { StateBackend } from "@/lib/protocol/state";
import { ReportedReason, TaskStatus } from "@/lib/protocol/status-fields";
import { line } from "@/lib/protocol/storable";

/**
 * The wire between runner and server. Every call is a POST below /api/internal/runners with the runner's
 * token in `X-Runner-Token` (registration excepted), and repeats safely: a runner that got no answer asks again.
 */
export const PROTOCOL_VERSION = 2;
/** What a server still speaks, oldest first: runners are upgraded after it. */
export const SUPPORTED_PROTOCOLS: readonly number[] = [1, PROTOCOL_VERSION];

/**
 * What a runner can do beyond the protocol as it stood when version 2 opened; the version itself stays. A server gives work
 * that needs a capability only to runners that named it in their hello.
 */
export const CAPABILITIES = [
  "probe",
  "state",
  "vault_script",
  "drift",
  "raw_log",
  "plan",
  "events",
  "results",
  "outputs",
  "list_files",
] as const;
export type Capability = (typeof CAPABILITIES)[number];
export const TOKEN_HEADER = "x-runner-token";

/** How long the server holds a poll open when there is nothing to do. */
export const POLL_SECONDS = 25;
export const HEARTBEAT_SECONDS = 5;
export const HELLO_AGAIN_SECONDS = 10;

/** A time by the runner's clock. */
const ClockTime = z.iso.datetime().refine((text) => {
  const at = Date.parse(text);
  return at >= 0 && at <= MAX_INSTANT;
});

export const Commit = z.string().regex(/^[0-9a-f]{0,64}$/);

/** New for every process of a runner. */
export const InstanceId = line(64);

export const AttemptRef = z.object({ task_id: z.int32(), attempt: z.int32() });
export type AttemptRef = z.infer<typeof AttemptRef>;

export const MAX_TAGS = 50;
export const MAX_TAG_LENGTH = 200;
export const MAX_PARALLEL_TASKS = 100_000;
const HeldAttempts = z.array(AttemptRef).max(MAX_PARALLEL_TASKS);

/** POST /api/internal/runners: a new runner introduces itself with the registration token. */
export const RegisterRequest = z.object({
  registration_token: z.string().min(1).max(512),
  name: line(200).default(""),
  /** For runners that know one tag only. All of ours send it and none of Semaphore's do, which tells them apart. */
  tag: line(MAX_TAG_LENGTH).optional(),
  tags: z.array(line(MAX_TAG_LENGTH)).max(MAX_TAGS).default([]),
  webhook: line(2000).default(""),
  max_parallel_tasks: z.int().min(0).max(MAX_PARALLEL_TASKS).default(0),
  /** Sent by runners of Semaphore only: replies to their GET are encrypted with it. */
  public_key: line(10_000).nullish(),
  /** Sent by runners of Semaphore only: the one project to serve. */
  project_id: z.int32("idInvalid").nullish(),
});
export const RegisterReply = z.object({ token: z.string() });

/** POST …/unregister: the runner leaves for good, and its token is worthless. Tasks it has not finished end as lost. */
export const UnregisterReply = z.object({ name: z.string() });

/** Which programs the runner found, by command name (ansible-playbook, terraform, …), with their version line. */
export const RunnerTools = z.record(line(100), line(200));
export type RunnerTools = z.infer<typeof RunnerTools>;

/** POST …/hello: once per process start, before the first poll. 409: another runner uses the token; HELLO_AGAIN_SECONDS later, again. */
export const HelloRequest = z.object({
  protocol: z.int(),
  instance_id: InstanceId.min(8),
  /** Tells its data folder from others; null: an earlier runner. `refused`: how many times another one kept it away. */
  data_folder: line(64).min(8).nullable().default(null),
  refused: z.int().min(0).default(0),
  version: line(100),
  hostname: line(255),
  tools: RunnerTools,
  /** Those of CAPABILITIES that this runner knows. */
  capabilities: z.array(line(50)).max(100).default([]),
  /** Folders of its machine that repositories may lie in; null: everywhere. */
  local_folders: z.array(line(1000)).max(100).nullable().default(null),
  /** Attempts whose directory this runner still has: those waiting for confirmation, and dead ones it will report. */
  attempts: HeldAttempts,
});
/** The console's settings for the runner; sent with every reply, because an administrator may change them. */
export const RunnerSettings = z.object({
  /** Off: the runner finishes what it has and is given nothing new. */
  active: z.boolean(),
  /** An administrator, or the runner itself, has asked it to finish what it has and take nothing new. */
  draining: z.boolean().default(false),
  /** 0: no limit of the console's. */
  max_parallel_tasks: z.int(),
  /** Where the runner reports the start and the end of its tasks; "": nowhere. */
  webhook: z.string(),
  /** After so much silence the console gives the runner's tasks up: by then the runner has to have ended them. */
  lost_after_seconds: z.int().positive().default(1800),
  /** When the console was last asked to have the runner's stored repositories and requirements removed. */
  cleaning_requested: z.string().nullable().default(null),
});
export type RunnerSettings = z.infer<typeof RunnerSettings>;

export const HelloReply = z.object({
  runner_id: z.int(),
  name: z.string(),
  settings: RunnerSettings,
  /** Attempts of the request that are over: their directories may go. */
  discard: z.array(AttemptRef),
  /** The runner named this capability and the server takes log lines as they are, see lib/protocol/log-body.ts. */
  raw_log: z.boolean().default(false),
  /** The runner named this capability and the server takes plans, see lib/protocol/plan.ts. */
  plan: z.boolean().default(false),
  /** The runner named this capability and the server takes the results of every host (lib/protocol/events.ts). */
  events: z.boolean().default(false),
  /** The runner named this capability and the server takes summaries and artifacts, see lib/protocol/artifacts.ts. */
  results: z.boolean().default(false),
  /** The most that an artifact may take; null: an earlier server does not tell. */
  artifact_bytes: z.number().nullable().default(null),
  /** The runner named this capability and the server takes values that tasks give, see lib/protocol/outputs.ts. */
  outputs: z.boolean().default(false),
});

/** What the server wants done with an attempt the runner holds. `discard`: it is over, drop its directory. */
export const Directive = z.object({
  task_id: z.int(),
  attempt: z.int(),
  action: z.enum(["stop", "kill", "apply", "discard"]),
});
export type Directive = z.infer<typeof Directive>;

/** POST …/drain: this process ends when its tasks have ended, and is given nothing new. `ended`: it ends now. */
export const DrainRequest = z.object({ instance_id: InstanceId, ended: z.boolean().default(false) });

/** As many as count: earlier runners name more, and earlier servers refuse more. */
export const MAX_FREE_SLOTS = 1000;
const FreeSlots = z
  .int()
  .min(0)
  .max(MAX_PARALLEL_TASKS)
  .transform((slots) => Math.min(slots, MAX_FREE_SLOTS));

/** POST …/poll: held up to POLL_SECONDS; answered at once when a task or a directive is there. */
export const PollRequest = z.object({
  instance_id: InstanceId,
  /** How many more tasks the runner can start now; 0 asks for directives only. */
  free: FreeSlots,
  attempts: HeldAttempts,
  /** How many commit checks the runner can begin now. */
  free_checks: z.int().min(0).max(100).default(0),
  /** How many probes (lib/protocol/probe.ts). */
  free_probes: z.int().min(0).max(100).default(0),
});
export const PollWork = z.object({
  tasks: z.array(AttemptRef),
  directives: z.array(Directive),
  /** Ids of commit checks, each offered once; one that is not begun soon is offered to another runner. */
  checks: z.array(z.int()).default([]),
  /** Ids of probes; one that its runner did not hear of is offered again. */
  probes: z.array(z.int()).default([]),
});
export type PollWork = z.infer<typeof PollWork>;
export const PollReply = PollWork.extend({ settings: RunnerSettings });
export type PollReply = z.infer<typeof PollReply>;

/** POST …/heartbeat: every HEARTBEAT_SECONDS, for all attempts in one call; renews their leases. */
export const HeartbeatRequest = z.object({ instance_id: InstanceId, attempts: HeldAttempts });
export const HeartbeatReply = z.object({ directives: z.array(Directive), settings: RunnerSettings });

export const Phase = z.enum(["run", "apply"]);
export type Phase = z.infer<typeof Phase>;

export const Stage = z.object({
  name: line(100),
  first_line: z.int().min(0),
  start: z.iso.datetime(),
  end: z.iso.datetime().nullable(),
});
export type Stage = z.infer<typeof Stage>;
export const MAX_STAGES = 100;
const Stages = z.array(Stage.extend({ start: ClockTime, end: ClockTime.nullable() })).max(MAX_STAGES);

const Amount = z.int().min(0);

/** POST …/tasks/{id}/begin: nothing may be spawned before it is answered with 200 and the job; 409: the attempt is not yours. */
export const BeginRequest = z.object({
  attempt: z.int32(),
  instance_id: InstanceId,
  phase: Phase,
  /** What a progress call would report. */
  stages: Stages.optional(),
});

const isInt32 = (value: unknown): boolean => typeof value === "number" && (value | 0) === value;

/** Checked as a whole: a schema makes two objects for each line, of which a long log has a million. */
const Offsets = z.custom<number[]>(
  (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_STORED_CHUNK_LINES && value.every(isInt32),
);

export const LogChunk = z.object({
  first_line: z.int().min(0),
  time: ClockTime,
  offsets: Offsets,
  text: z.string().max(MAX_CHUNK_BYTES + MAX_LINE_BYTES),
}) satisfies z.ZodType<Chunk>;

/**
 * POST …/tasks/{id}/log: 200 when stored or already there; the runner goes on from `next_line`. And POST …/tasks/{id}/events,
 * with an event of lib/protocol/events.ts in every line.
 */
export const LogRequest = LogChunk.extend({ attempt: z.int32(), further: z.array(LogChunk).max(100).optional() });
export const LogReply = z.object({ next_line: z.int() });

/** `replace`: of those that are added and destroyed, how many are the same resource; not known of every plan. */
export const PlanSummary = z.object({ add: Amount, change: Amount, destroy: Amount, replace: Amount.optional() });
export type PlanSummary = z.infer<typeof PlanSummary>;
export const HostResult = z.object({
  host: line(1000),
  ok: Amount,
  changed: Amount,
  unreachable: Amount,
  failed: Amount,
  skipped: Amount,
});
export type HostResult = z.infer<typeof HostResult>;
const WireDrift = DriftReport.extend({
  items: z.array(DriftItem.extend({ address: line(1000), type: line(300) })).max(MAX_DRIFT_ITEMS),
});

/** A runner leaves further hosts out. */
export const MAX_HOST_RESULTS = 10_000;
/** Limit of the known_hosts lines in one message. */
export const MAX_KNOWN_HOSTS_LENGTH = 20_000;

/** What a runner finds out about an attempt; absent fields stay as they are. */
export const Facts = z.object({
  commit_hash: Commit.optional(),
  /** The first line. */
  commit_message: line(MAX_SUBJECT_LENGTH).optional(),
  /** Commits since the last success, for a job that names its commit. */
  commits: CommitHistory.optional(),
  plan: PlanSummary.optional(),
  hosts: z.array(HostResult).max(MAX_HOST_RESULTS).optional(),
  drift: WireDrift.optional(),
  stages: Stages.optional(),
  /** Host keys seen for the first time, as known_hosts lines, to be pinned for the project. */
  new_known_hosts: line(MAX_KNOWN_HOSTS_LENGTH).optional(),
  /** Where the code keeps its state, known once it is checked out. */
  state_backend: StateBackend.optional(),
});

/** POST …/tasks/{id}/progress: facts about the running attempt. */
export const ProgressRequest = Facts.extend({
  attempt: z.int32(),
  /** The plan is made and everything so far is uploaded: the task waits for a person. */
  await_confirmation: z.boolean().optional(),
});

/** POST …/tasks/{id}/finish: accepted only when the server holds all `total_lines` with this checksum. */
export const FinishRequest = z.object({
  attempt: z.int32(),
  result: z.enum(["success", "error", "stopped"]),
  reason: ReportedReason,
  exit_code: z.int32().nullable(),
  total_lines: Amount,
  /** CRC-32 over every line followed by \n. */
  checksum: z.uint32(),
  /** Count and CRC-32 of its events; absent: it has none, or their stream was refused. */
  events: z.object({ total: Amount, checksum: z.uint32() }).optional(),
  /** The end of the log, and facts that were not reported yet: short tasks need no calls of their own for them. */
  log: LogChunk.optional(),
  facts: Facts.optional(),
});
/** `finished` false: resend the log from `next_line` and the events from `next_event`, then finish again. */
export const FinishReply = z.object({
  finished: z.boolean(),
  next_line: z.int(),
  next_event: z.int().default(0),
  status: TaskStatus,
});
