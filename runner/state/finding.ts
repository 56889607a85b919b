import type { StateBackend } from "@/lib/protocol/state";
import type { StateUse } from "@/runner/apps/adapter";
import type { Reporter } from "@/runner/job/reporter";
import type { Stopper } from "@/runner/job/stop";
import type { TaskLog } from "@/runner/job/task-log";
import type { Environment } from "@/runner/process/environment";
import type { AttemptState, Keeping, Workspace } from "@/runner/workspace";

/** What deciding about a state, and keeping it, takes of the attempt. */
export type StateContext = {
  workspace: Workspace;
  state: AttemptState;
  log: TaskLog;
  reporter: Reporter;
  stopper: Stopper;
  dataDir: string;
  localFolders: readonly string[] | null;
  consoleUrl: string;
  /** What the attempt's programs get beside the job's own variables. */
  environment: Environment;
  /** Brings what is left of the state to the console; never rejects. */
  bringState(): Promise<void>;
};

/** The folder of the program's code, and the checkout it lies in. */
export type CodePlaces = { folder: string; repository: string };

/** The program finds its state by itself, as the code says. */
export const AS_DECLARED: StateUse = { env: {}, selects: true, stack: null };

/** Where the state of a job is kept. */
export type Finding = {
  backend: StateBackend;
  /** Null: nothing of it can be left in the attempt's directory. */
  keeping: Omit<Keeping, "lock_id"> | null;
  use: StateUse;
  /** Makes the checkout ready, once; `keep` gets a state that lies there and that the console does not have. */
  layOut?(keep: (content: string) => Promise<void>): Promise<void>;
};
