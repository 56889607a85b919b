import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { environmentSecrets } from "@/db/schema/environments";
import { legacyAttempts } from "@/db/schema/legacy-attempts";
import { repositories } from "@/db/schema/repositories";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { updateEnvironment } from "@/lib/environment/operations";
import { isFinal } from "@/lib/protocol/status";
import { hashToken, randomToken } from "@/lib/secret/token";
import { settings } from "@/lib/settings/settings";
import { getOutput } from "@/lib/task/log-operations";
import { stopTask } from "@/lib/task/operations";
import { reap } from "@/lib/task/queue/reap";
import { OutputLines } from "@/lib/task/schema";
import { freshDatabase } from "../support/database";
import { type LegacyOptions, LegacyRunner, legacyKeyPair } from "../support/legacy-runner";
import { type RealApi, realApi } from "../support/real-api";
import { tablesWith } from "../support/tables";
import { type TaskSite, taskSite } from "../support/task-site";
import { until } from "../support/until";

const SECRET = "correct-horse-battery";
const REGISTRATION = "the-registration-token";

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-legacy-"));
const before = { ...settings() };
let site: TaskSite;
let api: RealApi;
let templateId: number;
let clients: LegacyRunner[] = [];

beforeAll(async () => {
  site = await taskSite(db);
  api = await realApi();
  await db.update(repositories).set({ git_url: folder });
  const environment = {
    name: "with a secret",
    json: '{"plain":"a b"}',
    env: '{"SHOWN":"yes"}',
    secrets: [{ type: "env", name: "PASSWORD", secret: SECRET, operation: "create" }],
  };
  const params = { projectId: site.w.projectId, environmentId: site.r.environmentId };
  await site.w.call(updateEnvironment, "owner", params, environment);
  templateId = await site.template({ allow_parallel_tasks: true });
});
beforeEach(async () => {
  settings().legacyRunners = true;
  settings().runnerRegistrationToken = REGISTRATION;
  await db.delete(legacyAttempts);
  await db.delete(runners);
});
afterEach(async () => {
  for (const client of clients) await client.kill();
  clients = [];
  await db.execute(sql`update tasks set status = 'error', "end" = now(), holds_slot = false where "end" is null`);
});
afterAll(async () => {
  Object.assign(settings(), before);
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function legacyRunner(options: Partial<LegacyOptions> = {}, values: object = {}): Promise<LegacyRunner> {
  const token = randomToken();
  await db.insert(runners).values({ name: "legacy", token_hash: hashToken(token), ...values });
  const client = new LegacyRunner({ url: api.url, token, ...options });
  clients.push(client);
  return client;
}

const start = (script: string) => {
  writeFileSync(join(folder, "run.sh"), script);
  return site.start(templateId);
};

const output = async (taskId: number) =>
  OutputLines.parse(await site.w.call(getOutput, "owner", { projectId: site.w.projectId, taskId }, {}));
const lines = async (taskId: number) => (await output(taskId)).map((line) => line.output);

const waitUntil = (what: string, condition: () => Promise<boolean> | boolean) =>
  until(what, condition, { everyMs: 25, details: () => JSON.stringify(clients.map((c) => c.problems)) });
const isOver = (taskId: number) =>
  waitUntil(`task ${taskId} is over`, async () => isFinal((await site.look(taskId)).status));
const hasLine = (taskId: number, line: string) =>
  waitUntil(`task ${taskId} says ${line}`, async () => (await lines(taskId)).includes(line));
const noRows = async () => expect(await db.select().from(legacyAttempts)).toEqual([]);

describe.each([
  ["plain, of releases that forget what they sent", {}, {}],
  ["encrypted, of releases that repeat what got no answer", { keepsUnsent: true }, legacyKeyPair()],
])("a runner of Semaphore: %s", (_, options, { key, pem }: { key?: LegacyOptions["key"]; pem?: string }) => {
  const runner = () => legacyRunner({ ...options, key }, { public_key: pem ?? null });

  test("runs a task to its end, with its log in order and its variables", async () => {
    const client = (await runner()).run();
    const taskId = await start('seq 1 3000; echo "$SHOWN $1"; echo failing >&2; exit 0\n');
    await isOver(taskId);
    expect(await site.look(taskId)).toMatchObject({ status: "success", reason: null });
    const log = await lines(taskId);
    expect(log[0]).toBe(`Preparing: ${taskId}`);
    expect(log.filter((line) => /^\d+$/.test(line))).toEqual(
      Array.from({ length: 3000 }, (_, index) => String(index + 1)),
    );
    expect(log).toEqual(expect.arrayContaining(["yes plain=a b", "failing"]));
    expect(client.started).toEqual([taskId]);
    await noRows();
  });

  test("reports an error, and a stop that it learns of by its poll", async () => {
    await (await runner()).run();
    const failing = await start("exit 3\n");
    await isOver(failing);
    expect(await site.look(failing)).toMatchObject({ status: "error", reason: "exit_code" });
    const stopped = await start("echo up; exec sleep 60\n");
    await hasLine(stopped, "up");
    await site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId: stopped }, {});
    await isOver(stopped);
    expect(await site.look(stopped)).toMatchObject({ status: "stopped", reason: "stopped_by_user" });
    await noRows();
  });

  test("stores nothing unmasked, also of a secret that is cut between two records or two PUTs", async () => {
    const client = await runner();
    client.run();
    const taskId = await start('echo "it is $PASSWORD"; echo up; exec sleep 60\n');
    await hasLine(taskId, "up");
    await client.vanish();
    const running = client.running.get(taskId);
    if (!running) throw new Error("it does not run");
    for (const part of ["one correct-", "horse-battery", "two correct-ho"]) client.log(running, part);
    await client.put();
    expect((await lines(taskId)).slice(-3)).toEqual(["up", "one ****", ""]);
    client.log(running, "rse-battery three");
    await client.put();
    expect((await lines(taskId)).slice(-2)).toEqual(["two ****", " three"]);
    client.log(running, `https://me:other-password@host and correct-h`);
    running.status = "error";
    await client.put();
    expect((await lines(taskId)).at(-1)).toBe("https://****@host and correct-h");
    expect(await tablesWith(db, SECRET)).toEqual([]);
    expect(await tablesWith(db, "orse-battery")).toEqual([]);
    expect(await lines(taskId)).toContain("it is ****");
    await noRows();
  });

  test("goes on after the server was away", async () => {
    const client = (await runner()).run();
    const taskId = await start(`echo up; while [ ! -e ${folder}/go ]; do sleep 0.05; done; echo after\n`);
    await hasLine(taskId, "up");
    await api.stop();
    await waitUntil("it notices", () => client.problems.length > 2);
    api = await realApi(Number(new URL(api.url).port));
    writeFileSync(join(folder, "go"), "");
    await isOver(taskId);
    rmSync(join(folder, "go"));
    expect(await site.look(taskId)).toMatchObject({ status: "success" });
    expect((await lines(taskId)).filter((line) => line === "after")).toHaveLength(1);
  });
});

test("the first GET begins the task; it is repeated to this runner, and no other gets it", async () => {
  const [first, second] = [await legacyRunner(), await legacyRunner()];
  const taskId = await start("echo once\n");
  await first.get();
  expect(await site.look(taskId)).toMatchObject({ status: "running" });
  await second.get();
  await first.get();
  expect(first.state?.new_jobs).toMatchObject([{ task: { id: taskId, status: "starting" } }]);
  expect(first.queue).toHaveLength(1);
  expect(second.state).toMatchObject({ new_jobs: null, CurrentJobs: null, access_keys: {} });
  first.run();
  second.run();
  await isOver(taskId);
  expect([first.started, second.started]).toEqual([[taskId], []]);
});

test("two runners share a queue and never a task", async () => {
  const two = [(await legacyRunner()).run(20), (await legacyRunner()).run(20)];
  writeFileSync(join(folder, "run.sh"), "echo run\n");
  const ids = [];
  for (let index = 0; index < 12; index++) ids.push(await site.start(templateId));
  for (const id of ids) await isOver(id);
  expect(two.flatMap(({ started }) => started).sort((a, b) => a - b)).toEqual(ids);
  expect(await db.select().from(taskAttempts).where(sql`attempt > 1`)).toEqual([]);
});

test("records that are sent again after a lost answer are stored once", async () => {
  const client = await legacyRunner({ keepsUnsent: true });
  const taskId = await start("exec sleep 60\n");
  for (let turn = 0; turn < 6; turn++) await client.tick();
  const running = client.running.get(taskId);
  if (!running) throw new Error("it does not run");
  client.log(running, "x");
  client.log(running, "y");
  const repeated = [...running.records];
  await client.put();
  running.records.unshift(...repeated);
  client.log(running, "z");
  await client.put();
  await client.put();
  expect((await lines(taskId)).filter((line) => /^[xyz]$/.test(line))).toEqual(["x", "y", "z"]);
});

test("a runner that is silent for too long loses its task, and is told to end it when it comes back", async () => {
  const client = (await legacyRunner()).run();
  const taskId = await start("echo up; exec sleep 60\n");
  await hasLine(taskId, "up");
  await client.vanish();
  const running = client.running.get(taskId);
  if (!running) throw new Error("it does not run");
  client.log(running, "held correct-hor");
  await client.put();
  await db
    .update(taskAttempts)
    .set({ heartbeat_at: sql`now() - interval '2 hours'` })
    .where(eq(taskAttempts.task_id, taskId));
  await db.execute(sql`
    insert into options (key, value) values ('server.api_up', extract(epoch from now()) - 9000 || ' ' || extract(epoch from now()))
    on conflict (key) do update set value = excluded.value`);
  expect(await reap(db)).toMatchObject([{ id: taskId, reason: "runner_lost" }]);
  expect((await lines(taskId)).slice(-2)).toEqual([
    "held correct-hor",
    "signalbox: the runner is gone; the log ends here",
  ]);
  expect(await db.select().from(legacyAttempts)).toMatchObject([{ id: taskId, held: null }]);
  client.run();
  await waitUntil("it ends the job", () => client.running.size === 0);
  expect([...client.terminated]).toEqual([taskId]);
  await client.put();
  expect(await site.look(taskId)).toMatchObject({ status: "error", reason: "runner_lost" });
  await noRows();
});

test("a restarted runner no longer lists its job, which is lost then", async () => {
  const client = (await legacyRunner()).run();
  const taskId = await start("echo up; exec sleep 60\n");
  await hasLine(taskId, "up");
  await client.kill();
  client.running.clear();
  await client.put();
  expect(await site.look(taskId)).toMatchObject({ status: "running" });
  await db.update(legacyAttempts).set({ seen_at: sql`now() - interval '20 seconds'` });
  await client.put();
  expect(await site.look(taskId)).toMatchObject({ status: "error", reason: "runner_restarted" });
});

test("secrets that can no longer be opened end the task; nothing is stored unmasked, and other jobs go on", async () => {
  const client = (await legacyRunner()).run();
  const [broken, other] = [await start("echo up; exec sleep 60\n"), await start("echo up; exec sleep 60\n")];
  await hasLine(broken, "up");
  await hasLine(other, "up");
  await client.vanish();
  await db
    .update(legacyAttempts)
    .set({ secrets: sql`replace(${legacyAttempts.secrets}, 's1.', 's1.lost')` })
    .where(eq(legacyAttempts.id, broken));
  for (const running of client.running.values()) client.log(running, `after ${SECRET} all`);
  await client.put();
  expect([...client.terminated]).toEqual([broken]);
  expect(await site.look(broken)).toMatchObject({ status: "error", reason: "undecryptable" });
  expect((await lines(broken)).at(-1)).toBe("up");
  expect((await lines(other)).at(-1)).toBe("after **** all");
});

test("thirty thousand lines at once are stored in order", async () => {
  const client = await legacyRunner();
  const taskId = await start("exec sleep 60\n");
  for (let turn = 0; turn < 6; turn++) await client.tick();
  const running = client.running.get(taskId);
  if (!running) throw new Error("it does not run");
  const many = Array.from({ length: 30_000 }, (_, index) => `line ${index} correct`);
  for (const line of many) client.log(running, line);
  await client.put();
  running.status = "error";
  await client.put();
  const whole = `${api.url}/api/project/${site.w.projectId}/tasks/${taskId}/raw_output`;
  const reply = await fetch(whole, { headers: { cookie: `semaphore=${site.w.sessionIds.owner}` } });
  expect((await reply.text()).trim().split("\n").slice(1)).toEqual(many);
});

test("a task that is stopped before its runner lists it ends", async () => {
  const client = await legacyRunner();
  const taskId = await start("echo never\n");
  await client.get();
  client.queue.length = 0;
  await site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId }, {});
  await client.get();
  expect(client.state).toMatchObject({ new_jobs: null, CurrentJobs: [{ id: taskId, status: "stopping" }] });
  await client.put();
  expect(await site.look(taskId)).toMatchObject({ status: "stopping" });
  await db.update(legacyAttempts).set({ offered_at: sql`now() - interval '40 seconds'` });
  await client.put();
  expect(await site.look(taskId)).toMatchObject({ status: "stopped", reason: "stopped_by_user" });
});

test("a secret that is changed between two offers is masked in both forms", async () => {
  const client = await legacyRunner();
  const taskId = await start("exec sleep 60\n");
  await client.get();
  const [row] = await db.select().from(environmentSecrets);
  const params = { projectId: site.w.projectId, environmentId: site.r.environmentId };
  const change = (secret: string) =>
    site.w.call(updateEnvironment, "owner", params, {
      name: "with a secret",
      json: '{"plain":"a b"}',
      env: '{"SHOWN":"yes"}',
      secrets: [{ id: row?.id, type: "env", name: "PASSWORD", secret, operation: "update" }],
    });
  await change("another-password");
  await client.get();
  await change(SECRET);
  for (let turn = 0; turn < 6; turn++) await client.tick();
  const running = client.running.get(taskId);
  if (!running) throw new Error("it does not run");
  client.log(running, `first ${SECRET} second another-password third`);
  await client.put();
  expect(await lines(taskId)).toContain("first **** second **** third");
});

describe("tasks that such a runner cannot run", () => {
  const reasonOf = async (taskId: number) => (await site.look(taskId)).waiting_for;

  test.each([
    ["with arguments of their own", { allow_override_args_in_task: true }, { arguments: '["--fast"]' }],
    ["with a time limit", { timeout_seconds: 60 }, {}],
    ["of an application that keeps a state", { app: "terraform", playbook: "" }, {}],
  ])("are not offered to it %s, and say why they wait", async (_, template, input) => {
    const client = (await legacyRunner()).run();
    await waitUntil("it is connected", () => client.state !== null);
    const taskId = await site.start(await site.template(template), input);
    const other = await start("true\n");
    await isOver(other);
    expect(await reasonOf(taskId)).toEqual({ code: "needs_own_runner" });
    expect(client.started).toEqual([other]);
  });

  test("do not hold up others of the same template", async () => {
    const template = await site.template({ allow_override_args_in_task: true, allow_parallel_tasks: true });
    const first = await site.start(template, { arguments: '["--fast"]' });
    const second = await site.start(template);
    (await legacyRunner()).run();
    await isOver(second);
    expect(await site.look(first)).toMatchObject({ status: "waiting" });
  });
});

describe("tasks of Ansible", () => {
  const survey_vars = [
    { name: "where", title: "Where", type: "", required: false },
    { name: "pin", title: "PIN", type: "secret", required: false },
  ];
  const playbook = () => ({
    app: "ansible",
    playbook: "site.yml",
    inventory_id: site.r.inventoryId,
    arguments: '["--forks=2"]',
    vaults: [{ name: null, type: "password", vault_key_id: site.r.passwordKeyId }],
    survey_vars,
    allow_parallel_tasks: true,
    allow_override_limit: true,
    allow_override_tags: true,
  });

  test("come with options, keys and variables that every release understands", async () => {
    const client = await legacyRunner();
    const taskId = await site.start(await site.template(playbook()), {
      limit: "web",
      diff: true,
      dry_run: true,
      environment: '{"where":"here"}',
      params: { tags: "a,b" },
    });
    await client.get();
    const [job] = client.queue;
    expect(job).toMatchObject({
      Username: "owner",
      IncomingVersion: null,
      task: { id: taskId, status: "starting", limit: "", arguments: null, dry_run: false },
      template: {
        app: "ansible",
        playbook: "site.yml",
        vaults: [{ vault_key_id: site.r.passwordKeyId, name: "default" }],
      },
      inventory: { type: "static", inventory: "localhost", ssh_key_id: site.r.keyId },
      inventory_repository: null,
      environment: { secrets: [{ type: "env", name: "PASSWORD", secret: SECRET }] },
    });
    expect(JSON.parse(job?.template.arguments ?? "")).toEqual([
      "--forks=2",
      "--diff",
      "--check",
      "--limit=web",
      "--tags=a,b",
    ]);
    expect(JSON.parse(job?.environment.json ?? "")).toEqual({ plain: "a b", where: "here" });
    expect(client.state?.access_keys).toMatchObject({
      [site.r.keyId]: { type: "none" },
      [site.r.passwordKeyId]: { type: "login_password", login_password: { login: "", password: "vault-secret" } },
    });
  });

  test.each([
    ["answers that are templates", { environment: '{"where":"{{ lookup(1) }}"}' }],
    ["secret answers", { secret: '{"pin":"1234"}' }],
  ])("are not offered with %s", async (_, input) => {
    const client = await legacyRunner();
    await client.get();
    const taskId = await site.start(await site.template(playbook()), input);
    await client.get();
    expect(client.queue).toEqual([]);
    expect(await site.look(taskId)).toMatchObject({ status: "waiting", waiting_for: { code: "needs_own_runner" } });
  });
});

describe("registration", () => {
  const register = async (body: object) => {
    const reply = await LegacyRunner.register(api.url, { registration_token: REGISTRATION, ...body });
    return { status: reply.status, body: (await reply.json()) as { token?: string; error?: string } };
  };

  test.each([{}, { public_key: "" }, { name: "new", tags: ["gpu"], enabled: true, public_key: "" }])(
    "is refused with a sentence while the setting is off, and leaves no row: %j",
    async (body) => {
      settings().legacyRunners = false;
      const error = "This console accepts Semaphore runners only with the setting SIGNALBOX_LEGACY_RUNNERS=on";
      expect(await register(body)).toEqual({ status: 400, body: { error } });
      expect(await db.select().from(runners)).toEqual([]);
    },
  );

  test("gives a token, with which the runner works and leaves", async () => {
    const { key, pem } = legacyKeyPair();
    const { body } = await register({ public_key: pem, name: "new", tags: ["gpu"], project_id: site.w.projectId });
    expect(await db.select().from(runners)).toMatchObject([
      { name: "new", tags: ["gpu"], tagged_only: true, all_projects: false, active: true, protocol: 0 },
    ]);
    const client = new LegacyRunner({ url: api.url, token: body.token ?? "", key });
    await client.tick();
    expect(client.problems).toEqual([]);
    expect(client.state).toEqual({ CurrentJobs: null, new_jobs: null, access_keys: {} });
    expect((await client.unregister()).status).toBe(204);
    await client.tick();
    expect(client.problems).toEqual([expect.stringMatching(/^401 /), expect.stringMatching(/^401 /)]);
  });

  test("is refused with a wrong token, and with a key that is none", async () => {
    expect(await register({ registration_token: "wrong" })).toMatchObject({
      status: 400,
      body: { error: "Invalid registration token" },
    });
    expect(await register({ public_key: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----" })).toMatchObject({
      status: 400,
    });
    expect(await register({ project_id: 999_999 })).toEqual({
      status: 400,
      body: { error: "project_id: Project not found" },
    });
    expect(await db.select().from(runners)).toEqual([]);
  });

  test("with the setting off again, a registered runner gets no jobs", async () => {
    const client = await legacyRunner();
    settings().legacyRunners = false;
    await client.tick();
    expect(client.problems).toEqual([
      expect.stringMatching(/^400 .*SIGNALBOX_LEGACY_RUNNERS/s),
      expect.stringMatching(/^400 /),
    ]);
  });
});

test("the tasks of a deleted runner are lost, and a line that was held for masking is not", async () => {
  const client = (await legacyRunner()).run();
  const taskId = await start("echo up; exec sleep 60\n");
  await hasLine(taskId, "up");
  await client.vanish();
  const running = client.running.get(taskId);
  if (!running) throw new Error("it does not run");
  client.log(running, "held correct-hor");
  await client.put();
  await client.unregister();
  await reap(db);
  expect((await lines(taskId)).slice(-2)).toEqual([
    "held correct-hor",
    "signalbox: the runner is gone; the log ends here",
  ]);
  await noRows();
  client.running.clear();
  expect(await db.select().from(tasks).where(eq(tasks.id, taskId))).toMatchObject([
    { status: "error", reason: "runner_lost" },
  ]);
});
