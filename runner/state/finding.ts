import type { StateBackend } from "@/lib/protocol/state";
import type { StateUse } from "@/runner/apps/adapter";
import type { JobContext } from "@/runner/job/context";
import type { Keeping } from "@/runner/job/saved-attempt";
import type { Environment } from "@/runner/process/environment";

/** What deciding about a state, and keeping it, takes of the attempt. */
export type StateContext = Omit<JobContext, "mirrors" | "gitConfig" | "inherited"> & {
  /** What the attempt's programs get beside the job's own variables. */
  environment: Environment;
};

/** The folder of the program's code, and the checkout it lies in. */
export type CodePlaces = { folder: string; repository: string };

/** The program finds its state by itself, as the code says. */
export const AS_DECLARED: StateUse = { env: {}, selects: true, stack: null, kept: false, stateFile: null };

/** Where the state of a job is kept. */
export type Finding = {
  backend: StateBackend;
  /** Null: nothing of it can be left in the attempt's directory. */
  keeping: Omit<Keeping, "lock_id"> | null;
  use: StateUse;
  /** Makes the checkout ready, once; `keep` gets a state that lies there and that the console does not have. */
  layOut?(keep: (content: string) => Promise<void>): Promise<void>;
};
