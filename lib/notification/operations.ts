import { z } from "zod";
import { admin, signedIn } from "@/lib/access/access";
import { configuredChannels, targetOf, telegramChat } from "@/lib/notification/channels";
import {
  ConfiguredChannel,
  Notification,
  NotificationParams,
  NotificationQuery,
  TestInput,
} from "@/lib/notification/schema";
import * as store from "@/lib/notification/store";
import { operation } from "@/lib/operation/define";
import { AppError, invalid, notFound } from "@/lib/operation/errors";
import { NoContent, NoInput, NoParams } from "@/lib/operation/fields";
import type { Channel } from "@/lib/protocol/alert";

export const listNotifications = operation({
  name: "notification.list",
  summary: "Sent, queued and failed alerts, newest first; project_id selects one project",
  transaction: "none",
  access: admin,
  params: NoParams,
  input: NotificationQuery,
  output: z.array(Notification),
  run: ({ db, input }) => store.listNotifications(db, input),
});

export const listChannels = operation({
  name: "notification.channels",
  summary: "The alert channels; administrators see the host of each",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.array(ConfiguredChannel),
  run: async ({ actor }) =>
    configuredChannels().map((channel) => ({ channel, target: actor.user.admin ? targetOf(channel) : null })),
});

export const retryNotification = operation({
  name: "notification.retry",
  summary: "Sends a queued or failed alert immediately",
  transaction: "whole",
  access: admin,
  params: NotificationParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => {
    const result = await store.retryNotification(db, params.notificationId);
    if (result === "not_found") throw notFound();
    if (result === "too_late") throw new AppError("invalid", { key: "notificationSent" });
  },
  event: ({ params }) => ({
    object_type: "notification",
    object_id: params.notificationId,
    description: `Alert ID ${params.notificationId} sent again`,
  }),
});

export const testChannel = operation({
  name: "notification.test",
  summary: "Queues a test message; email goes to the caller, Telegram to the server's default chat",
  transaction: "whole",
  access: admin,
  params: NoParams,
  input: TestInput,
  output: NoContent,
  run: async ({ db, actor, input: { channel } }) => {
    if (!configuredChannels().includes(channel)) throw invalid("channel", "channelNotConfigured");
    await store.insertTest(db, channel, recipientOfTest(channel, actor.user.email));
  },
  event: ({ input }) => ({ object_type: "notification", description: `Test message sent to ${input.channel}` }),
});

function recipientOfTest(channel: Channel, email: string): string {
  if (channel === "email") return email;
  if (channel !== "telegram") return "";
  const chat = telegramChat(null);
  if (!chat) throw invalid("channel", "telegramChatMissing");
  return chat;
}
