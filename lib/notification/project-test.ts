import type { Db } from "@/db/client";
import { outbox } from "@/db/schema/outbox";
import { configuredChannels, telegramChat } from "@/lib/notification/channels";
import type { Channel } from "@/lib/protocol/alert";

type Target = { channel: Channel; recipient: string };

/** A project's alert channels: mail only to the caller, and nothing to a chat that is not set. */
export const alertChannels = (chat: string | null, email: string): Target[] =>
  configuredChannels().flatMap((channel) => {
    const recipient = channel === "email" ? email : channel === "telegram" ? telegramChat(chat) : "";
    return recipient === null ? [] : { channel, recipient };
  });

/** Queues a test message for each target; returns their ids. */
export async function insertTest(tx: Db, projectId: number, targets: Target[]): Promise<number[]> {
  const rows = await tx
    .insert(outbox)
    .values(targets.map((target) => ({ project_id: projectId, ...target })))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}
