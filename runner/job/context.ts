import type { ConsoleClient } from "@/runner/client";
import type { MirrorCache } from "@/runner/git/mirror";
import type { Reporter } from "@/runner/job/reporter";
import type { SavedAttempt } from "@/runner/job/saved-attempt";
import type { Stopper } from "@/runner/job/stop";
import type { TaskEvents } from "@/runner/job/task-events";
import type { TaskLog } from "@/runner/job/task-log";
import type { PlanSender } from "@/runner/plan/sender";
import type { Environment } from "@/runner/process/environment";
import type { Sweep } from "@/runner/process/sweep";
import type { TaskOutputs } from "@/runner/results/outputs";
import type { StoredAttempt, Workspace } from "@/runner/workspace";

/** What running a job needs of the attempt it belongs to and of the daemon. */
export type JobContext = {
  workspace: Workspace;
  saved: SavedAttempt;
  log: TaskLog;
  events: TaskEvents;
  reporter: Reporter;
  plans: PlanSender;
  outputs: TaskOutputs;
  stopper: Stopper;
  dataDir: string;
  mirrors: MirrorCache;
  gitConfig: string;
  /** Folders of this machine that repositories may lie in; null: everywhere. */
  localFolders: readonly string[] | null;
  inherited: Environment;
  client: Pick<ConsoleClient, "url">;
  /** Uploads what the console does not have yet of the attempt's state; gives up after a while and never rejects. */
  uploadState(): Promise<void>;
};

/** What running an application's steps needs of it. */
export type StepContext = Pick<JobContext, "log" | "events" | "reporter" | "plans" | "outputs" | "stopper"> & {
  /** For every process of the attempt; a step's own environment is added to it. */
  environment: Environment;
  sweep: Sweep;
  place: StoredAttempt;
};

/** What an attempt needs from the daemon. */
export type Host = Pick<JobContext, "dataDir" | "gitConfig" | "localFolders" | "mirrors" | "inherited"> & {
  client: ConsoleClient;
  runnerId: number;
  instanceId: string;
  maxLogBytes: number;
  /** Destinations that webhooks may call in addition to public addresses. */
  outboundAllow: readonly string[];
  /** Called when an attempt starts or stops using a slot. */
  changed(): void;
  /** URL that is called at the start and end of tasks; "": none. */
  webhook(): string;
};
