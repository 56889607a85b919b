import { z } from "zod";

/** What NOTIFY carries between web nodes: ids only; the listeners read the rows. */
export const Announcement = z.discriminatedUnion("type", [
  z.object({ type: z.literal("task"), project_id: z.int(), task_id: z.int() }),
  /** Lines before `next_line` are stored. */
  z.object({ type: z.literal("log"), task_id: z.int(), next_line: z.int() }),
  /**
   * There is a directive for this runner, or for any: a task to claim, a probe (`probe`), or the slot that a task gave
   * back (`ended`, its id), which a confirmed task may wait for.
   */
  z.object({
    type: z.literal("work"),
    runner_id: z.int().nullable(),
    probe: z.literal(true).optional(),
    ended: z.int().optional(),
  }),
  /** A state got a version, or its lock was taken or given back. */
  z.object({ type: z.literal("state"), project_id: z.int(), state_id: z.int() }),
  /** What a runner may do changed, or which process speaks for it. */
  z.object({ type: z.literal("runner") }),
  /** Membership or sessions of this user changed: its sockets must authenticate again. */
  z.object({ type: z.literal("access"), user_id: z.int() }),
]);
export type Announcement = z.infer<typeof Announcement>;
export type WorkAnnouncement = Extract<Announcement, { type: "work" }>;

type StateRef = { id: number; project_id: number };

/** Screens that show the state look again. */
export const stateChanged = ({ id, project_id }: StateRef): Announcement => ({
  type: "state",
  project_id,
  state_id: id,
});

/** A waiting task may start that could not before, on whichever runner. */
export const claimable: Announcement = { type: "work", runner_id: null };

/** A lock ended that no task held. */
export const lockEnded = (state: StateRef): Announcement[] => [stateChanged(state), claimable];

export const CHANNEL = "signalbox";
