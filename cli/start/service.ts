import { setTimeout as sleep } from "node:timers/promises";

/** A running child process or Postgres. */
export type RunningService = {
  /** Resolves on exit with a description ("exit code 1"). */
  exited: Promise<string>;
  /** Stops it; `force` doesn't wait for unfinished work. */
  stop: (how: { force: boolean }) => Promise<void>;
};

export type Service = {
  name: string;
  /** Number of failures since it was last healthy. */
  failures: () => number;
  /** Restarts it immediately. */
  restart: () => void;
  /** Stops it permanently. A second call with `force` speeds up the first one. */
  stop: (how: { force: boolean }) => Promise<void>;
};

type Options = {
  name: string;
  /** `over` is aborted when it is stopped permanently. */
  begin: (over: AbortSignal) => Promise<RunningService>;
  note: (text: string) => void;
  unitMs?: number;
};

const LONGEST_UNITS = 30;
const HEALTHY_UNITS = 60;

/** Restarts a process whenever it exits, after 1, 2, 4 … 30 s; a healthy minute resets the delay. */
export async function supervise({ name, begin, note, unitMs = 1_000 }: Options): Promise<Service> {
  const over = new AbortController();
  let current = await begin(over.signal);
  let failures = 0;
  let restartWanted = false;
  let pausing = new AbortController();

  const pause = async (how: string): Promise<void> => {
    const units = Math.min(2 ** failures, LONGEST_UNITS);
    failures += 1;
    note(`${name} ended (${how}); starting it again in ${units} s`);
    pausing = new AbortController();
    const signal = AbortSignal.any([over.signal, pausing.signal]);
    // Rejects when the service is restarted or stopped meanwhile; the loop checks that.
    await sleep(units * unitMs, undefined, { signal }).catch(() => {});
  };

  const watch = async (): Promise<void> => {
    let began = performance.now();
    let how = await current.exited;
    while (!over.signal.aborted) {
      if (performance.now() - began > HEALTHY_UNITS * unitMs) failures = 0;
      if (!restartWanted) await pause(how);
      restartWanted = false;
      if (over.signal.aborted) return;
      began = performance.now();
      how = await begin(over.signal).then(
        (alive) => {
          current = alive;
          // Stopped while it was starting: nothing else would stop it.
          if (over.signal.aborted) void alive.stop({ force: true });
          return alive.exited;
        },
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    }
  };

  const watching = watch();
  return {
    name,
    failures: () => failures,
    restart: () => {
      restartWanted = true;
      pausing.abort();
      void current.stop({ force: false });
    },
    stop: async (how) => {
      over.abort();
      await current.stop(how);
      await watching;
    },
  };
}
