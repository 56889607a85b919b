import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { users } from "@/db/schema/users";
import { listNotifications } from "@/lib/notification/operations";
import { createRepository } from "@/lib/repository/operations";
import { hashToken, randomToken } from "@/lib/secret/token";
import { startAlerts } from "@/lib/server/alerts";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { RunnerProcess } from "../support/runner-process";
import { type TaskSite, taskSite } from "../support/task-site";
import { until } from "../support/until";
import { HttpSink, MailSink } from "./sinks";

/** Everything is real except the receivers: a runner process, the API, and sending as in the web process. */
const db = await freshDatabase();
const http = await HttpSink.start();
const mail = await MailSink.start();
const SECRET = "a secret of some length";
Object.assign(process.env, {
  SIGNALBOX_PUBLIC_URL: "https://box.example.com",
  SIGNALBOX_OUTBOUND_ALLOW: "127.0.0.1",
  ...mail.settings(),
  SIGNALBOX_ALERT_WEBHOOK_URL: `${http.url}/hook`,
  SIGNALBOX_ALERT_WEBHOOK_SECRET: SECRET,
});

const folder = mkdtempSync(join(tmpdir(), "signalbox-alerts-"));
let site: TaskSite;
let api: RealApi;
let runner: RunnerProcess;
let alerts: ReturnType<typeof startAlerts>;

beforeAll(async () => {
  site = await taskSite(db);
  api = await realApi();
  const token = randomToken();
  await db.insert(runners).values({ name: "real", token_hash: hashToken(token) });
  runner = await RunnerProcess.start({ url: api.url, token, dataDir: join(folder, "data") });
  alerts = startAlerts();
});

afterAll(async () => {
  await alerts.stop();
  await runner.kill("SIGKILL");
  await Promise.all([api.stop(), http.goAway(), mail.goAway()]);
  rmSync(folder, { recursive: true, force: true });
});

test("a failed task sends an e-mail and a signed webhook, and both are listed as sent", async () => {
  const { w, r } = site;
  await db.update(projects).set({ alert: true });
  await db.update(users).set({ alert: true }).where(eq(users.id, w.userIds.owner));
  writeFileSync(join(folder, "run.sh"), "echo going; exit 3\n");
  const input = { name: "files", git_url: folder, git_branch: "", ssh_key_id: r.keyId };
  const { id: repository_id } = await w.call(createRepository, "owner", { projectId: w.projectId }, input);
  const taskId = await site.start(await site.template({ name: "Deploy <web>", repository_id }));
  await until("the e-mail and the webhook have come", () => mail.received.length > 0 && http.received.length > 0);
  expect(await site.look(taskId)).toMatchObject({ status: "error" });

  const [letter] = mail.received;
  expect(letter).toMatchObject({ to: ["owner@example.com"], from: "box@example.com" });
  expect(letter?.raw).toContain("Deploy &lt;web&gt;");
  const [told] = http.received;
  const { "x-signalbox-timestamp": time, "x-signalbox-signature": signature } = told?.headers ?? {};
  expect(signature).toBe(`sha256=${createHmac("sha256", SECRET).update(`${time}.${told?.text}`).digest("hex")}`);
  expect(told?.body).toMatchObject({
    event: "task",
    project: { name: "Ours" },
    template: { name: "Deploy <web>" },
    task: { id: taskId, status: "error", author: "The owner" },
    link: expect.stringContaining(`?t=${taskId}`),
  });

  await until("both are sent", async () =>
    (await w.call(listNotifications, "admin", {}, {})).every(({ state }) => state === "sent"),
  );
  expect(await w.call(listNotifications, "admin", {}, {})).toMatchObject([
    { channel: "webhook", task_id: taskId, tries: 1 },
    { channel: "email", task_id: taskId, recipient: "o…@example.com", tries: 1 },
  ]);
});
