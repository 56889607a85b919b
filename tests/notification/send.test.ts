import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outbox } from "@/db/schema/outbox";
import { projectMembers, projects } from "@/db/schema/projects";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { configuredChannels } from "@/lib/notification/channels";
import { claimDue, recordSent, tidyOutbox } from "@/lib/notification/outbox";
import { Sender } from "@/lib/notification/sender";
import { CHANNELS, type Channel } from "@/lib/protocol/alert";
import { settings } from "@/lib/settings/settings";
import { stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";
import { alert } from "./alert";
import { HttpSink, MailSink } from "./sinks";

const db = await freshDatabase();
const http = await HttpSink.start();
const mail = await MailSink.start();
Object.assign(process.env, {
  SIGNALBOX_PUBLIC_URL: "https://box.example.com",
  SIGNALBOX_OUTBOUND_ALLOW: "127.0.0.1",
  ...mail.settings(),
  SIGNALBOX_TELEGRAM_TOKEN: "1:token",
  SIGNALBOX_TELEGRAM_API: `${http.url}/telegram`,
  SIGNALBOX_SLACK_URL: `${http.url}/slack/hush-hush`,
  SIGNALBOX_ROCKETCHAT_URL: `${http.url}/rocketchat`,
  SIGNALBOX_MICROSOFT_TEAMS_URL: `${http.url}/teams`,
  SIGNALBOX_DINGTALK_URL: `${http.url}/dingtalk`,
  SIGNALBOX_GOTIFY_URL: `${http.url}/gotify`,
  SIGNALBOX_GOTIFY_TOKEN: "app-token",
  SIGNALBOX_ALERT_WEBHOOK_URL: `${http.url}/webhook`,
  SIGNALBOX_ALERT_WEBHOOK_SECRET: "a secret of some length",
});

let site: TaskSite;
let runner: HandRunner;

beforeAll(async () => {
  site = await taskSite(db);
  runner = await HandRunner.start(db);
  await db
    .insert(users)
    .values(PEOPLE.map((username) => ({ username, name: username, email: `${username}@example.com` })));
});

const PEOPLE = Array.from({ length: 5 }, (_, index) => `person${index}`);

beforeEach(async () => {
  http.reset();
  mail.received.length = 0;
  mail.unknown.clear();
  await db.delete(outbox);
  await db.delete(tasks);
  await db.update(projects).set({ alert: true, alert_chat: "-100" });
  await db.update(templates).set({ suppress_success_alerts: false });
  await db.update(users).set({ alert: false });
});

afterAll(async () => {
  await http.goAway();
  await mail.goAway();
});

const wants = (...names: string[]) =>
  Promise.all(names.map((username) => db.update(users).set({ alert: true }).where(eq(users.username, username))));

const drain = (...channels: Channel[]) => Promise.all(channels.map((channel) => new Sender(db, channel).drain()));
const drainAll = () => drain(...CHANNELS);
const rows = () => db.select().from(outbox).orderBy(outbox.id);
const timePasses = (seconds: number) =>
  db.update(outbox).set({
    due_at: sql`due_at - make_interval(secs => ${seconds})`,
    created: sql`created - make_interval(secs => ${seconds})`,
    claimed_until: sql`claimed_until - make_interval(secs => ${seconds})`,
  });

async function run(result: "success" | "error", changes: object = {}): Promise<number> {
  const id = await site.start(await site.template(changes), { message: "by hand" });
  await runner.finish(await runner.take(), result, { exit_code: result === "success" ? 0 : 1 });
  return id;
}

/** People who get the project's e-mails. */
async function join(): Promise<void> {
  const rows = await db.select({ id: users.id }).from(users).where(inArray(users.username, PEOPLE));
  const members = rows.map(({ id }) => ({ project_id: site.w.projectId, user_id: id, role: "guest" as const }));
  await db.insert(projectMembers).values(members).onConflictDoNothing();
  await wants(...PEOPLE);
}

/** Queued messages, as if tasks had created them. */
async function queue(channel: Channel, count = 1, values: Partial<typeof outbox.$inferInsert> = {}) {
  if (channel === "email") await join();
  return db
    .insert(outbox)
    .values(
      Array.from({ length: count }, (_, index) => ({
        channel,
        recipient: channel === "email" ? `person${index}@example.com` : "",
        project_id: site.w.projectId,
        payload: alert({ id: index }),
        ...values,
      })),
    )
    .returning();
}

describe("the messages queued when a task ends", () => {
  test("after a failure: one for each channel, and one for each user with e-mails enabled", async () => {
    await wants("admin", "guest", "stranger");
    const id = await run("error");
    const queued = await rows();
    expect(queued.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ["email", "admin@example.com"],
      ["email", "guest@example.com"],
      ["telegram", "-100"],
      ...["slack", "rocketchat", "microsoft_teams", "dingtalk", "gotify", "webhook"].map((channel) => [channel, ""]),
    ]);
    expect(queued.every((row) => row.task_id === id && row.project_id === site.w.projectId)).toBe(true);
    expect(queued[0]?.payload).toMatchObject({
      project: { name: "Ours" },
      template: { name: "t" },
      task: { id, status: "error", author: "The owner", message: "by hand", version: null },
    });
    expect(queued[0]?.payload?.task?.end).toMatch(/Z$/);
  });

  test("after a success: no e-mails, and none at all if the template suppresses them", async () => {
    await wants("admin");
    await run("success");
    expect((await rows()).map(({ channel }) => channel)).toEqual(CHANNELS.filter((name) => name !== "email"));
    await db.delete(outbox);
    await run("success", { suppress_success_alerts: true });
    expect(await rows()).toEqual([]);
    await run("error", { suppress_success_alerts: true });
    expect(await rows()).toHaveLength(CHANNELS.length);
  });

  test("are none if the project's alerts are off", async () => {
    await db.update(projects).set({ alert: false });
    await run("error");
    expect(await rows()).toEqual([]);
  });

  test("use the server's chat if the project has none, and are omitted without either", async () => {
    await db.update(projects).set({ alert_chat: null });
    await run("error");
    expect((await rows()).filter(({ channel }) => channel === "telegram")).toEqual([]);
    const { telegram } = settings().alerts;
    if (telegram) telegram.chat = "-200";
    await run("error");
    expect((await rows()).find(({ channel }) => channel === "telegram")?.recipient).toBe("-200");
    if (telegram) telegram.chat = null;
  });

  test("for a confirmation are queued once, even if the runner repeats its request; a stop only by webhook", async () => {
    const id = await site.start(await site.template({ app: "terraform", playbook: "" }));
    const ref = await runner.take();
    await runner.progress(ref, { await_confirmation: true });
    await runner.progress(ref, { await_confirmation: true });
    expect((await rows()).map(({ payload }) => payload?.task?.status)).toEqual(Array(7).fill("waiting_confirmation"));
    await db.delete(outbox);
    await site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId: id });
    expect((await rows()).map(({ channel, payload }) => [channel, payload?.task?.status])).toEqual([
      ["webhook", "stopped"],
    ]);
  });

  test("are rolled back with the transaction", async () => {
    await site.start(await site.template());
    const ref = await runner.take();
    await runner.log(ref, ["one"]);
    expect(await runner.finish(ref, "error", { total_lines: 2 })).toMatchObject({ finished: false });
    await db.execute(sql`alter table outbox add constraint closed check (channel <> 'webhook')`);
    await expect(runner.finish(ref, "error")).rejects.toThrow();
    await db.execute(sql`alter table outbox drop constraint closed`);
    expect(await rows()).toEqual([]);
    expect(await site.look(ref.task_id)).toMatchObject({ status: "running" });
    await runner.finish(ref, "error");
    expect(await rows()).toHaveLength(7);
  });

  test("are sent even for a build without a version and a deploy without a build", async () => {
    for (const type of ["build", "deploy"] as const) {
      const templateId = await site.template();
      const id = await site.start(templateId);
      const ref = await runner.take();
      await db.update(templates).set({ type }).where(eq(templates.id, templateId));
      await db.update(tasks).set({ version: null, incoming_version: null }).where(eq(tasks.id, id));
      await runner.finish(ref, "error");
    }
    await drainAll();
    expect((await rows()).map(({ sent_at }) => sent_at)).not.toContain(null);
  });
});

describe("every channel", () => {
  test("gets its message with an idempotency key", async () => {
    await wants("admin", "guest");
    const id = await run("error");
    await drainAll();
    const sent = await rows();
    expect(sent.every(({ sent_at, tries, claimed_until }) => sent_at && tries === 1 && !claimed_until)).toBe(true);
    expect(http.received.map(({ path }) => path).toSorted()).toEqual([
      "/dingtalk",
      "/gotify/message?token=app-token",
      "/rocketchat",
      "/slack/hush-hush",
      "/teams",
      "/telegram/bot1:token/sendMessage",
      "/webhook",
    ]);
    const keys = http.received.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set([...keys, ...sent.slice(0, 2).map(({ key }) => key)]).size).toBe(sent.length);
    expect(keys).toContain(sent.at(-1)?.key);
    const link = `https://box.example.com/project/${site.w.projectId}/templates/`;
    expect(http.received.every(({ text }) => text.includes(`?t=${id}`) && text.includes(link))).toBe(true);
    expect(mail.received.map(({ to }) => to.join()).toSorted()).toEqual(["admin@example.com", "guest@example.com"]);
    const [letter] = mail.received;
    expect(letter?.raw).toContain(`Message-ID: <${sent.find(({ recipient }) => recipient === letter?.to[0])?.key}@`);
    expect(letter?.raw).toMatch(/^From: Signalbox <box@example\.com>$/m);
    expect(letter?.raw).toContain("multipart/alternative");
  });

  test("records the status code of an error response, but none of its text", async () => {
    http.mode = 500;
    http.answer = "no, said the server about hush-hush";
    await queue("slack");
    await drain("slack");
    const [row] = await rows();
    expect(row).toMatchObject({ reason: "bad_answer", detail: "HTTP 500", sent_at: null, failed_at: null, tries: 1 });
    expect(JSON.stringify(row)).not.toContain("hush");
  });
});

describe("when a message can't be sent", () => {
  test("every alert is sent once after an outage of an hour", async () => {
    await queue("slack", 5);
    await queue("email", 5);
    await Promise.all([http.goAway(), mail.goAway()]);
    for (let minute = 0; minute < 60; minute++) {
      await drain("slack", "email");
      await timePasses(60);
    }
    const waiting = await rows();
    expect(waiting.every((row) => row.sent_at === null && row.failed_at === null && row.tries > 5)).toBe(true);
    expect(waiting.every((row) => row.tries < 20)).toBe(true);
    expect(waiting.every((row) => row.reason === "unreachable")).toBe(true);
    await Promise.all([http.comeBack(), mail.comeBack()]);
    for (let minute = 0; minute < 15; minute++) {
      await drain("slack", "email");
      await timePasses(60);
    }
    const keys = http.received.map(({ headers }) => headers["idempotency-key"]);
    expect([keys.length, new Set(keys).size]).toEqual([5, 5]);
    expect(mail.received.map(({ to }) => to.join()).toSorted()).toEqual(
      [0, 1, 2, 3, 4].map((index) => `person${index}@example.com`),
    );
    expect((await rows()).every((row) => row.sent_at !== null)).toBe(true);
  });

  test("after an outage, older alerts are due before newer ones as soon as one is received", async () => {
    const old = await queue("slack", 3);
    http.mode = 503;
    await drain("slack");
    const [first, ...later] = await queue("slack", 2);
    const [received] = await claimDue(db, "slack", 1);
    expect(received?.id).toBe(first?.id);
    if (received) await recordSent(db, received);
    const due = await claimDue(db, "slack", 10);
    expect(due.map(({ id }) => id)).toEqual([...old, ...later].map(({ id }) => id));
    expect(http.received.every(({ text }) => /\d UTC"/.test(text))).toBe(true);
  });

  test("a permanent error ends its retries at once", async () => {
    http.mode = 400;
    await queue("slack");
    await queue("email", 2);
    mail.unknown.add("person1@example.com");
    await drain("slack", "email");
    expect((await rows()).map(({ reason, detail, failed_at }) => [reason, detail, failed_at !== null])).toEqual([
      ["rejected", "HTTP 400", true],
      [null, null, false],
      ["rejected", "SMTP 550", true],
    ]);
    expect(mail.received).toHaveLength(1);
  });

  test("an e-mail reaches nobody who has left the project, has another address or wants no alerts", async () => {
    await queue("email", 4);
    const person = (index: number) => eq(users.username, `person${index}`);
    const left = db.select({ id: users.id }).from(users).where(person(0));
    await db.delete(projectMembers).where(inArray(projectMembers.user_id, left));
    await db.update(users).set({ email: "elsewhere@example.com" }).where(person(1));
    await db.update(users).set({ alert: false }).where(person(2));
    await drain("email");
    await db.update(users).set({ email: "person1@example.com" }).where(person(1));
    const gone = ["recipient_gone", true];
    expect((await rows()).map(({ reason, failed_at }) => [reason, failed_at !== null])).toEqual([
      gone,
      gone,
      gone,
      [null, false],
    ]);
    expect(mail.received.map(({ to }) => to.join())).toEqual(["person3@example.com"]);
  });

  test("its retries end after three days", async () => {
    http.mode = 503;
    await queue("slack", 1, { tries: 200 });
    await timePasses(3 * 86_400 - 60);
    await drain("slack");
    expect((await rows())[0]).toMatchObject({ failed_at: null, tries: 201 });
    await timePasses(900);
    await drain("slack");
    expect((await rows())[0]).toMatchObject({ failed_at: expect.any(String), reason: "bad_answer", tries: 202 });
    await drain("slack");
    expect(http.received).toHaveLength(2);
  });

  test("a Retry-After header is respected", async () => {
    http.mode = 429;
    http.answerHeaders = { "retry-after": "900" };
    await queue("slack");
    await drain("slack");
    await timePasses(890);
    http.mode = 200;
    await drain("slack");
    expect(http.received).toHaveLength(1);
    await timePasses(20);
    await drain("slack");
    expect(http.received).toHaveLength(2);
  });

  test("no connection is made to an address that is neither public nor allowed", async () => {
    const { outboundAllow } = settings();
    const allowed = outboundAllow.splice(0);
    await queue("slack");
    await queue("email");
    await drain("slack", "email");
    outboundAllow.push(...allowed);
    expect((await rows()).map(({ reason, detail }) => [reason, detail])).toEqual([
      ["address_refused", "127.0.0.1"],
      ["address_refused", "127.0.0.1"],
    ]);
    expect([http.received.length, mail.received.length]).toEqual([0, 0]);
  });

  test("messages for a removed channel fail after a while, and old messages are deleted", async () => {
    await queue("slack");
    await queue("gotify");
    await timePasses(4 * 86_400);
    await tidyOutbox(
      db,
      configuredChannels().filter((channel) => channel !== "slack"),
    );
    expect((await rows()).map(({ reason, failed_at }) => [reason, failed_at !== null])).toEqual([
      ["not_configured", true],
      [null, false],
    ]);
    await timePasses(30 * 86_400);
    await tidyOutbox(db, configuredChannels());
    expect(await rows()).toEqual([]);
  });
});

describe("concurrent senders", () => {
  afterEach(() => http.reset());

  test("send each message once", async () => {
    await queue("slack", 40);
    await Promise.all([drain("slack"), drain("slack"), drain("slack")]);
    const keys = http.received.map(({ headers }) => headers["idempotency-key"]);
    expect([keys.length, new Set(keys).size]).toEqual([40, 40]);
  });

  test("repeat a message with the same key after a crash between sending and recording", async () => {
    await queue("slack");
    const [claimed] = await claimDue(db, "slack", 1);
    if (!claimed) throw new Error("nothing claimed");
    await fetch(`${http.url}/slack`, { method: "POST", body: "{}", headers: { "idempotency-key": claimed.key } });
    await drain("slack");
    expect(http.received).toHaveLength(1);
    await timePasses(121);
    await drain("slack");
    expect(http.received.map(({ headers }) => headers["idempotency-key"])).toEqual([claimed.key, claimed.key]);
    const [row] = await rows();
    await recordSent(db, claimed);
    expect(await rows()).toEqual([row]);
  });

  test("don't wait for a receiver of another channel that hangs, and neither do tasks", async () => {
    const silent = await HttpSink.start();
    silent.mode = "silent";
    const { gotify } = settings().alerts;
    const url = gotify?.url ?? "";
    if (gotify) gotify.url = silent.url;
    await queue("gotify", 10);
    await queue("slack", 10);
    const hanging = new Sender(db, "gotify");
    await hanging.pump();
    await drain("slack");
    await run("success");
    expect((await rows()).filter(({ sent_at }) => sent_at !== null)).toHaveLength(10);
    await silent.goAway();
    if (gotify) gotify.url = url;
    await hanging.stop();
    const held = (await rows()).filter(({ channel, tries }) => channel === "gotify" && tries > 0);
    expect(held.map(({ reason, claimed_until }) => [reason, claimed_until])).toEqual(
      Array(4).fill(["unreachable", null]),
    );
  });

  test("take no messages once stopped", async () => {
    const sender = new Sender(db, "slack");
    await sender.stop();
    await queue("slack");
    await sender.drain();
    expect(http.received).toEqual([]);
  });
});

test("a brief database error doesn't stop the sender", async () => {
  await queue("slack");
  await db.execute(sql`alter table outbox rename to away`);
  const sender = new Sender(db, "slack");
  await sender.pump();
  await db.execute(sql`alter table away rename to outbox`);
  await sender.drain();
  expect(http.received).toHaveLength(1);
});
