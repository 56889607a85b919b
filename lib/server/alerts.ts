import { database } from "@/db/client";
import { configuredChannels } from "@/lib/notification/channels";
import { tidyOutbox } from "@/lib/notification/outbox";
import { Sender } from "@/lib/notification/sender";
import { log } from "@/lib/settings/log";

const TICK_MS = 1000;
const TIDY_MS = 600_000;

/** Sends due alerts; runs on every web node. */
export function startAlerts(): { stop: () => Promise<void> } {
  const channels = configuredChannels();
  const senders = channels.map((channel) => new Sender(database(), channel));
  const ticks = setInterval(() => {
    for (const sender of senders) void sender.pump();
  }, TICK_MS);
  const tidying = setInterval(async () => {
    try {
      await tidyOutbox(database(), channels);
    } catch (error) {
      log.warn({ err: error }, "could not tidy the alerts");
    }
  }, TIDY_MS);
  return {
    stop: async () => {
      clearInterval(ticks);
      clearInterval(tidying);
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}
