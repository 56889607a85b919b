import type { Db } from "@/db/client";
import { outbox } from "@/db/schema/outbox";
import { configuredChannels, telegramChat } from "@/lib/notification/channels";
import type { Channel } from "@/lib/protocol/alert";

type Target = { channel: Channel; recipient: string };

/** Where a project's alerts go: mails to the one who asks alone, and nothing to a chat that nobody has named. */
export const alertChannels = (chat: string | null, email: string): Target[] =>
  configuredChannels().flatMap((channel) => {
    const recipient = channel === "email" ? email : channel === "telegram" ? telegramChat(chat) : "";
    return recipient === null ? [] : { channel, recipient };
  });

/** Queues a test message for each; returns their ids. */
export async function insertTest(tx: Db, projectId: number, targets: Target[]): Promise<number[]> {
  const rows = await tx
    .insert(outbox)
    .values(targets.map((target) => ({ project_id: projectId, ...target })))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}
