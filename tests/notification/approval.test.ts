import { afterAll, beforeEach, expect, test } from "vitest";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import { Sender } from "@/lib/notification/sender";
import { seal } from "@/lib/secret/seal";
import { outputPlace } from "@/lib/task/results/outputs";
import { freshDatabase } from "../support/database";
import { approval, chain, runs } from "../support/workflow";
import { workflowSite } from "../support/workflow-site";
import { MailSink } from "./sinks";

/** Mails about what a run of a workflow asks, from the engine to a real mail server. */
const db = await freshDatabase();
const mail = await MailSink.start();
Object.assign(process.env, {
  SIGNALBOX_PUBLIC_URL: "https://box.example.com",
  SIGNALBOX_OUTBOUND_ALLOW: "127.0.0.1",
  ...mail.settings(),
});
const site = await workflowSite(db);
const survey_vars = [
  { name: "region", title: "Region", type: "" },
  { name: "token", title: "Token", type: "secret" },
];
const template = await site.template({ survey_vars, allow_parallel_tasks: true });
afterAll(() => mail.goAway());

beforeEach(async () => {
  mail.received.length = 0;
  await db.delete(outbox);
  await db.delete(tasks);
  await db.update(projects).set({ alert: true });
  await db.update(users).set({ alert: true });
});

const SECRETS = ["s3cret-answer", "s3cret-output"];

/** Builds with a secret answer, gives a plain and a secret output, and asks. */
async function ask(changes: object = {}, image = "shop:1.2"): Promise<number> {
  const text = `Ship \${{ nodes.build.outputs.image }} to \${{ inputs.region }}?`;
  const answers = { token: { secret: "inputs.token" }, region: { expression: "inputs.region" } };
  const nodes = [runs("build", template, { answers }), approval("ask", { text, ...changes })];
  const workflow = await site.workflow(nodes, chain("build", "ask"), { survey_vars });
  const secret = JSON.stringify({ token: SECRETS[0] });
  const run = await site.start(workflow, { environment: '{"region":"eu"}', secret });
  const ref = await site.runner.take();

  await db.insert(taskOutputs).values({ task_id: ref.task_id, name: "image", value: image });
  const id = 1_000_000 + ref.task_id;
  const sealed = seal(JSON.stringify(SECRETS[1]), outputPlace(id));
  await db
    .insert(taskOutputs)
    .overridingSystemValue()
    .values({ id, task_id: ref.task_id, name: "key", secret: sealed });
  await site.runner.finish(ref);
  await new Sender(db, "email").drain();
  return run;
}

const asked = () => mail.received.filter(({ raw }) => raw.includes("APPROVAL"));
const recipients = () =>
  asked()
    .flatMap(({ to }) => to.map((address) => address.split("@")[0]))
    .sort();

/** As a reader sees it: quoted-printable is undone. */
const readable = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString();

test("those who may decide get a mail with the text, its values and a link, and without secrets", async () => {
  const run = await ask();
  expect(recipients()).toEqual(["manager", "owner", "task_runner"]);
  const [task] = await db.select().from(tasks);
  for (const { raw } of asked()) {
    const text = readable(raw);
    expect(text).toContain("Approval: Ship shop:1.2 to eu?");
    expect(text).toContain(
      `https://box.example.com/project/${site.w.projectId}/templates/${task?.template_id}?t=${run}&node=ask`,
    );
    for (const secret of SECRETS) {
      expect(raw).not.toContain(secret);
      expect(text).not.toContain(secret);
      expect(raw).not.toContain(Buffer.from(secret).toString("base64").slice(0, 12));
    }
  }
});

test.each<[string, object, string[]]>([
  ["the members of a role", { roles: ["guest"] }, ["guest"]],
  ["those who are named", { user_ids: [site.w.userIds.manager] }, ["manager"]],
  ["not the person who started the run", { not_starter: true }, ["manager", "task_runner"]],
  ["managers, if nobody else may decide", { user_ids: [site.w.userIds.stranger] }, ["manager", "owner"]],
])("it goes to %s", async (_, changes, expected) => {
  await ask(changes);
  expect(recipients()).toEqual(expected);
});

test("only the beginning of a long text is queued", async () => {
  const image = "x".repeat(200_000);
  await ask({ text: `Ship \${{ nodes.build.outputs.image }}?` }, image);
  const queued = await db.select().from(outbox);
  const texts = queued.flatMap(({ payload }) => (payload?.task && payload.approval?.text) ?? []);
  expect(texts).toEqual(Array(3).fill(`Ship ${image}`.slice(0, 2000)));
});

test("it goes to nobody who wants no alerts, and to nobody in a project without alerts", async () => {
  await db.update(users).set({ alert: false });
  await ask();
  expect(recipients()).toEqual([]);
  await db.update(users).set({ alert: true });
  await db.update(projects).set({ alert: false });
  await ask();
  expect(recipients()).toEqual([]);
});
