import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { onlyRow } from "@/db/only-row";
import { events } from "@/db/schema/events";
import { outbox } from "@/db/schema/outbox";
import { listChannels, listNotifications, retryNotification, testChannel } from "@/lib/notification/operations";
import { settings } from "@/lib/settings/settings";
import { freshDatabase } from "../support/database";
import { refusal, statuses, type World, world } from "../support/world";
import { alert } from "./alert";

const db = await freshDatabase();
Object.assign(process.env, {
  SIGNALBOX_EMAIL_HOST: "smtp.example.com",
  SIGNALBOX_EMAIL_SENDER: "box@example.com",
  SIGNALBOX_TELEGRAM_TOKEN: "1:hush-hush",
  SIGNALBOX_SLACK_URL: "https://hooks.example.com/hush-hush",
});
let w: World;
beforeAll(async () => {
  w = await world(db);
});
beforeEach(async () => {
  await db.delete(outbox);
});

const ADMINS = { anonymous: 401, admin: 200, owner: 403, manager: 403, task_runner: 403, guest: 403, stranger: 403 };

const insert = async (values: Partial<typeof outbox.$inferInsert> = {}) => {
  const row = { channel: "slack" as const, recipient: "", project_id: w.projectId, task_id: 12, payload: alert() };
  return onlyRow(
    await db
      .insert(outbox)
      .values({ ...row, ...values })
      .returning(),
  );
};
const list = (input: object = {}) => w.call(listNotifications, "admin", {}, input);
const now = sql<string>`now()`;

describe("the list of alerts", () => {
  test("is for administrators", async () => {
    expect(await statuses((as) => w.call(listNotifications, as, {}, {}))).toEqual(ADMINS);
  });

  test("contains project, template, task, channel, recipient and state", async () => {
    await insert({ channel: "email", recipient: "ada@example.com" });
    const [row] = await list();
    expect(row).toMatchObject({
      project_id: w.projectId,
      project_name: "Ours",
      template_id: 7,
      template_name: "Deploy web",
      task_id: 12,
      status: "error",
      channel: "email",
      recipient: "a…@example.com",
      state: "waiting",
      tries: 0,
      due_at: expect.any(String),
    });
    expect(JSON.stringify(row)).not.toContain("payload");
  });

  test.each([
    ["waiting", {}],
    ["sending", { tries: 1, claimed_until: sql`now() + interval '1 minute'` }],
    ["retrying", { tries: 1, reason: "timed_out" }],
    ["retrying", { tries: 1, claimed_until: sql`now() - interval '1 minute'` }],
    ["sent", { tries: 1, sent_at: now }],
    ["failed", { tries: 9, failed_at: now, reason: "rejected", detail: "HTTP 400" }],
  ] as const)("shows the state %s", async (state, values) => {
    await insert(values as never);
    expect(await list()).toMatchObject([{ state }]);
  });

  test("is paged, and can be limited to a project", async () => {
    const ids: number[] = [];
    for (const project_id of [w.projectId, w.otherProjectId, null]) ids.unshift((await insert({ project_id })).id);
    expect((await list()).map(({ id }) => id)).toEqual(ids);
    expect((await list({ limit: "1" })).map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect((await list({ before: String(ids[0]) })).map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await list({ project_id: String(w.otherProjectId) })).map(({ id }) => id)).toEqual([ids[1]]);
    for (const limit of ["0", "-1", "0x2"]) expect(await list({ limit })).toHaveLength(3);
    expect(await refusal(list({ before: "x" }))).toMatchObject({ status: 400 });
  });
});

describe("the channels", () => {
  test("are listed for all signed-in users, their hosts for administrators only", async () => {
    expect(await w.call(listChannels, "guest", {})).toEqual([
      { channel: "email", target: null },
      { channel: "telegram", target: null },
      { channel: "slack", target: null },
    ]);
    const seen = await w.call(listChannels, "admin", {});
    expect(seen.map(({ target }) => target)).toEqual(["smtp.example.com", "api.telegram.org", "hooks.example.com"]);
    expect(await refusal(w.call(listChannels, "anonymous", {}))).toMatchObject({ status: 401 });
  });
});

describe("a retry", () => {
  const retry = (notificationId: number) => w.call(retryNotification, "admin", { notificationId });

  test("is for administrators", async () => {
    const { id } = await insert();
    expect(await statuses((as) => w.call(retryNotification, as, { notificationId: id }))).toEqual(ADMINS);
  });

  test.each([
    [{ tries: 3, due_at: sql`now() + interval '10 minutes'`, reason: "timed_out" }],
    [{ tries: 3, due_at: sql`now() + interval '10 minutes'`, failed_at: now, reason: "rejected" }],
  ] as const)("makes the alert due at once", async (values) => {
    const { id } = await insert(values as never);
    await retry(id);
    const [row] = await db.select({ due: sql<boolean>`due_at <= now()`, failed_at: outbox.failed_at }).from(outbox);
    expect(row).toEqual({ due: true, failed_at: null });
    const [event] = await db.select().from(events).where(eq(events.object_id, id));
    expect(event).toMatchObject({ object_type: "notification", user_id: w.userIds.admin });
  });

  test("is rejected for an alert that is sent, being sent or missing", async () => {
    const tooLate = { status: 400, error: "This alert has already been sent or is being sent" };
    const sent = await insert({ sent_at: now as never });
    expect(await refusal(retry(sent.id))).toEqual(tooLate);
    const sending = await insert({ claimed_until: sql`now() + interval '1 minute'` as never });
    expect(await refusal(retry(sending.id))).toEqual(tooLate);
    expect(await refusal(retry(2_000_000_000))).toEqual({ status: 404, error: null });
  });
});

describe("a test message", () => {
  const queue = (channel: string) => w.call(testChannel, "admin", {}, { channel });

  test("is for administrators", async () => {
    expect(await statuses((as) => w.call(testChannel, as, {}, { channel: "slack" }))).toEqual(ADMINS);
  });

  test("is queued without a project; by e-mail it goes to the caller", async () => {
    await queue("email");
    await queue("slack");
    expect(await list()).toMatchObject([
      { channel: "slack", recipient: "", project_id: null, task_id: null, template_name: null, state: "waiting" },
      { channel: "email", recipient: "a…@example.com" },
    ]);
  });

  test("requires a configured channel, and for Telegram a chat", async () => {
    expect(await refusal(queue("gotify"))).toMatchObject({ status: 400, error: expect.stringContaining("not set up") });
    expect(await refusal(queue("pigeon"))).toMatchObject({ status: 400 });
    expect(await refusal(queue("telegram"))).toMatchObject({
      status: 400,
      error: expect.stringContaining("SIGNALBOX_TELEGRAM_CHAT"),
    });
    const { telegram } = settings().alerts;
    if (telegram) telegram.chat = "-1001234567890";
    await queue("telegram");
    expect(await list()).toMatchObject([{ channel: "telegram", recipient: "…7890" }]);
  });
});
