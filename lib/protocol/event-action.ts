/** What events say happened; screens have a sentence for each in every language. Other events have only their text. */
export const EVENT_ACTIONS = [
  "created",
  "updated",
  "deleted",
  "switchedOn",
  "switchedOff",
  "queued",
  "running",
  "succeeded",
  "failed",
  "stopped",
  "stopping",
  "forceStopping",
  "confirmed",
  "approved",
  "rejected",
  "signedIn",
  "memberAdded",
  "memberRemoved",
  "roleChanged",
] as const;
export type EventAction = (typeof EVENT_ACTIONS)[number];

/** Kinds of parts of an object, whose events are recorded for the object; an alias has no name, since its URL is a secret. */
export const EVENT_PARTS = ["alias", "matcher", "value", "token"] as const;
export type EventPart = { type: (typeof EVENT_PARTS)[number]; name: string };
