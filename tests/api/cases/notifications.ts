import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { outbox } from "@/db/schema/outbox";
import type { RouteCase } from "../support/conform";
import { exactly, int, listOf, nullable, object, text, time } from "../support/shape";
import type { Place } from "../support/site";

process.env.SIGNALBOX_SLACK_URL = "https://hooks.example.com/secret";

const notification = {
  id: int,
  created: time,
  project_id: nullable(int),
  project_name: nullable(text),
  template_id: nullable(int),
  template_name: nullable(text),
  task_id: nullable(int),
  status: nullable(text),
  drift: nullable(text),
  schedule: nullable(object({ id: int, name: text, outcome: exactly("missed", "failed") })),
  autorun: nullable(object({ task_id: int })),
  channel: text,
  recipient: text,
  state: exactly("waiting", "sending", "retrying", "sent", "failed"),
  tries: int,
  due_at: nullable(time),
  sent_at: nullable(time),
  failed_at: nullable(time),
  reason: nullable(text),
  detail: nullable(text),
};

const given = { channel: "slack", recipient: "" } as const;

/** A failed alert. */
const newAlert = async ({ site, projectId }: Place) => {
  const failed_at = new Date().toISOString();
  const [row] = await site.w.db
    .insert(outbox)
    .values({ ...given, project_id: projectId, tries: 9, failed_at })
    .returning();
  return { notificationId: row?.id ?? 0 };
};

export const notifications: RouteCase[] = [
  { route: "GET /notifications", access: "admin", target: newAlert, status: 200, reply: listOf(object(notification)) },
  {
    route: "GET /notifications/channels",
    access: "user",
    status: 200,
    reply: listOf(object({ channel: exactly("slack"), target: nullable(text) })),
  },
  {
    route: "POST /notifications/test",
    access: "admin",
    body: () => ({ channel: "slack" }),
    status: 204,
    event: () => ["notification", null, "Test message sent to slack"],
    bad: () => [
      [{ channel: "gotify" }, "channel: This channel is not set up on the server"],
      [{ channel: "pigeon" }, "channel: Invalid value"],
    ],
  },
  {
    route: "POST /notifications/{notificationId}/retry",
    access: "admin",
    target: newAlert,
    status: 204,
    event: ({ notificationId }) => ["notification", Number(notificationId), `Alert ID ${notificationId} sent again`],
    after: async ({ site }, { notificationId }) => {
      const sent = { sent_at: new Date().toISOString() };
      await site.w.db
        .update(outbox)
        .set(sent)
        .where(eq(outbox.id, Number(notificationId)));
      const again = await site.call("admin", "POST", `/notifications/${notificationId}/retry`);
      expect(again).toMatchObject({ status: 400, body: { error: expect.stringMatching(/./) } });
    },
  },
];
