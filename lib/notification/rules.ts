import type { Channel } from "@/lib/protocol/alert";
import type { DriftStatus } from "@/lib/protocol/drift";
import { isFinal, type TaskStatus } from "@/lib/protocol/status";

/** How many alerts one request gets, and the screen shows. */
export const MAX_NOTIFICATIONS = 200;

/** Whether a channel is notified of this status; `muted` templates send no alerts for successes. */
export function notifiesOn(channel: Channel, status: TaskStatus, muted: boolean): boolean {
  if (status === "success") return !muted && channel !== "email";
  if (status === "error") return true;
  if (channel === "webhook") return isFinal(status) || status === "waiting_confirmation";
  return channel !== "email" && status === "waiting_confirmation";
}

/** All channels; `muted` templates send no good news. */
export const notifiesOnDrift = (status: DriftStatus, muted: boolean): boolean => !(muted && status === "in_sync");

const FIRST_SECONDS = 15;
const MAX_SECONDS = 600;

/**
 * Seconds until the next attempt: doubles up to ten minutes, with a jitter of a quarter, so that retries do not arrive
 * all at once.
 */
export function retryDelay(tries: number, random: number = Math.random()): number {
  const pause = Math.min(FIRST_SECONDS * 2 ** Math.min(tries - 1, 30), MAX_SECONDS);
  return pause * (0.75 + random / 2);
}

/** A recipient as the delivery log shows it: enough to recognize, too little to use. */
export function masked(recipient: string): string {
  const at = recipient.lastIndexOf("@");
  if (at > 0) return `${recipient.slice(0, 1)}…${recipient.slice(at)}`;
  return recipient.length > 4 ? `…${recipient.slice(-4)}` : recipient;
}
