import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessKeys } from "@/db/schema/access-keys";
import { events } from "@/db/schema/events";
import { outbox } from "@/db/schema/outbox";
import { probes } from "@/db/schema/probes";
import { repositories } from "@/db/schema/repositories";
import { runners } from "@/db/schema/runners";
import { Sender } from "@/lib/notification/sender";
import { createAlertProbe, createProbe, getProbe } from "@/lib/probe/operations";
import type { ProbeRequest } from "@/lib/probe/schema";
import { pruneProbes } from "@/lib/probe/store";
import { MAX_PATHS } from "@/lib/protocol/probe";
import { HttpSink } from "../notification/sinks";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type Resources, resources } from "../support/resources";
import { MANAGERS, refusal, statuses, type Visitor, type World, world } from "../support/world";

const db = await freshDatabase();
const slack = await HttpSink.start();
Object.assign(process.env, { SIGNALBOX_OUTBOUND_ALLOW: "127.0.0.1", SIGNALBOX_SLACK_URL: `${slack.url}/hook` });
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});
afterAll(() => slack.goAway());
beforeEach(async () => {
  await db.delete(probes);
  await db.delete(runners);
  await db.delete(outbox);
});

const SECRET = "canary-of-a-form";
const here = () => ({ projectId: w.projectId });
const FORM = { login: "joe", passphrase: `${SECRET}-1`, private_key: `${SECRET}-2` };
const key = (): ProbeRequest => ({ kind: "key", ssh: FORM });
const repositoryProbe = (): ProbeRequest => ({
  kind: "repository",
  git_url: "https://example.com/a.git",
  git_branch: "main",
  ssh_key_id: ours.passwordKeyId,
});
const ask = (input: object, as: Visitor = "manager") => w.call(createProbe, as, here(), input);
const look = (probeId: number, as: Visitor = "manager") => w.call(getProbe, as, { ...here(), probeId });
const capable = (tools?: Record<string, string>) => HandRunner.start(db, { capabilities: ["probe"], tools });
const rowOf = async (id: number) => (await db.select().from(probes).where(eq(probes.id, id)))[0];
const makeOlder = (column: "created" | "begun_at", seconds: number) =>
  db.update(probes).set({ [column]: sql`now() - make_interval(secs => ${seconds})` });

describe("a test", () => {
  test("is sent to a runner with the form's values, and its result only to those who can change the resource", async () => {
    const runner = await capable();
    const { id, state } = await ask(key());
    expect(state).toBe("waiting");
    expect(await runner.pollForProbes()).toEqual([id]);
    expect(await runner.beginProbe(id)).toEqual({ kind: "key", key: { type: "ssh", ...FORM } });
    expect((await look(id)).state).toBe("running");
    await runner.finishProbe(id, { outcome: "passed", facts: { key_type: "RSA 2048", fingerprint: "SHA256:x" } });
    expect(await look(id)).toMatchObject({ state: "passed", facts: { key_type: "RSA 2048" }, problem: "" });
    expect(await statuses((as) => look(id, as))).toEqual(MANAGERS);
    expect(await refusal(w.call(getProbe, "admin", { projectId: w.otherProjectId, probeId: id }))).toMatchObject({
      status: 404,
    });
  });

  test("that gives a stored key to a host which no repository has with it is recorded, with key and host", async () => {
    await capable();
    const saved = { project_id: w.projectId, name: "Known", git_branch: "main", ssh_key_id: ours.passwordKeyId };
    await db.insert(repositories).values({ ...saved, git_url: "https://me@known.example.com/a.git" });
    for (const git_url of ["https://known.example.com/other.git", "/srv/folder", "git@evil.example.net:a/b.git"])
      await ask({ ...repositoryProbe(), git_url });
    await ask({ ...repositoryProbe(), git_url: "https://evil.example.net/b.git", ssh_key_id: ours.keyId });
    const told = await db.select().from(events).where(eq(events.object_type, "key"));
    const [name] = await db.select().from(accessKeys).where(eq(accessKeys.id, ours.passwordKeyId));
    expect(told).toMatchObject([
      {
        object_id: ours.passwordKeyId,
        user_id: w.userIds.manager,
        description: `Access Key ${name?.name} tried with host evil.example.net, which no repository has with it`,
      },
    ]);
  });

  test("stores the form only encrypted, and deletes it once there is a result", async () => {
    const runner = await capable();
    const { id } = await ask(key());
    const stored = JSON.stringify(await rowOf(id));
    expect(stored).toMatch(/"request":"s1\./);
    expect(stored).not.toContain(SECRET);
    await runner.pollForProbes();
    await runner.beginProbe(id);
    await runner.finishProbe(id, { outcome: "failed", problem: "no" });
    expect(await rowOf(id)).toMatchObject({ request: null, result: { outcome: "failed", problem: "no" } });
    expect((await refusal(runner.beginProbe(id))).status).toBe(409);
    expect((await refusal(runner.finishProbe(id, { outcome: "passed", facts: {} }))).status).toBe(409);
    expect(await look(id)).toMatchObject({ state: "failed", code: null, problem: "no" });
  });

  test("uses stored keys and repositories that the form refers to", async () => {
    const runner = await capable();
    const vault = { name: "", vault_key_id: ours.passwordKeyId };
    const asked = [
      await ask(repositoryProbe()),
      await ask({ kind: "inventory", type: "file", inventory: "hosts", repository_id: ours.repositoryId }),
      await ask({ kind: "vault", repository_id: ours.repositoryId, git_branch: "next", vaults: [vault] }),
    ].map(({ id }) => id);
    expect((await runner.pollForProbes()).sort()).toEqual(asked);
    const [repository, inventory, vaults] = await Promise.all(asked.map((id) => runner.beginProbe(id)));
    const password = { type: "login_password", login: "", password: "vault-secret" };
    expect(repository).toMatchObject({
      repository: { url: "https://example.com/a.git", branch: "main", key: password },
    });
    expect(inventory).toMatchObject({ inventory: { content: "hosts", repository: { url: "/srv/code" } } });
    expect(vaults).toMatchObject({
      repository: { url: "/srv/code", branch: "next" },
      vaults: [{ name: "", password: "vault-secret" }],
    });
  });

  test("is for those who can change the project's resources", async () => {
    await capable();
    expect(await statuses((as) => ask({ kind: "inventory", type: "static", inventory: "a" }, as))).toEqual(MANAGERS);
    const foreign = { ...repositoryProbe(), ssh_key_id: 999_999 };
    expect((await refusal(ask(foreign))).status).toBe(404);
  });

  test("that couldn't be saved is rejected, naming the field", async () => {
    await capable();
    const refused = [
      [{ ...repositoryProbe(), git_url: "nonsense" }, /git_url/],
      [{ kind: "inventory", type: "file", inventory: "../../etc/passwd" }, /Invalid inventory file pathname/],
      [{ kind: "key" }, /private key can not be empty/],
      [{ kind: "vault", repository_id: ours.repositoryId, vaults: [] }, /vaults/],
      [{ kind: "alert" }, /kind/],
    ] as const;
    for (const [input, error] of refused)
      expect(await refusal(ask(input))).toEqual({ status: 400, error: expect.stringMatching(error) });
  });
});

describe("a list of files", () => {
  const files = (more: object = {}) => ask({ kind: "files", repository_id: ours.repositoryId, ...more });

  test("is made by a runner that can, with the repository's key and the branch of the form", async () => {
    const old = await capable();
    expect(await files()).toMatchObject({ state: "impossible", reason: "no_runner" });
    const runner = await HandRunner.start(db, { capabilities: ["probe", "list_files"] });
    const { id, state } = await files({ git_branch: "next" });
    expect(state).toBe("waiting");
    expect(await old.pollForProbes()).toEqual([]);
    expect(await runner.pollForProbes()).toEqual([id]);
    const repository = { url: "/srv/code", branch: "next", branch_chosen: true };
    expect(await runner.beginProbe(id)).toMatchObject({ kind: "files", repository });
    await runner.finishProbe(id, { outcome: "passed", facts: { paths: ["site.yml"], more: true } });
    expect(await look(id)).toMatchObject({ state: "passed", facts: { paths: ["site.yml"], more: true } });
  });

  test("comes from a runner with the template's tag", async () => {
    const tagged = { capabilities: ["probe", "list_files"], tags: ["dmz"], tagged_only: true };
    const runner = await HandRunner.start(db, tagged);
    expect(await files()).toMatchObject({ state: "impossible", reason: "no_runner" });
    const { id } = await files({ runner_tag: "dmz" });
    expect(await runner.pollForProbes()).toEqual([id]);
  });

  test("has a limit, and needs a repository of the project", async () => {
    const runner = await HandRunner.start(db, { capabilities: ["probe", "list_files"] });
    const { id } = await files();
    await runner.pollForProbes();
    await runner.beginProbe(id);
    const paths = Array.from({ length: MAX_PATHS + 1 }, (_, n) => `${n}.yml`);
    expect((await refusal(runner.finishProbe(id, { outcome: "passed", facts: { paths } }))).status).toBe(400);
    expect((await refusal(files({ repository_id: 999_999 }))).status).toBe(404);
    expect((await refusal(files({ repository_id: null }))).status).toBe(400);
    expect((await refusal(files({ git_branch: "--upload-pack=x" }))).status).toBe(400);
  });
});

describe("without a suitable runner", () => {
  test("fails at once: no runner, an outdated one, one without the tool, a disabled or offline one", async () => {
    const inventory = { kind: "inventory", type: "static", inventory: "a" };
    const impossible = { state: "impossible", reason: "no_runner" };
    const lonely = { state: "impossible", reason: "none_connected" };
    expect(await ask(inventory)).toMatchObject(lonely);
    const old = await HandRunner.start(db);
    expect(await ask(inventory)).toMatchObject(impossible);
    await capable({ git: "2" });
    expect(await ask(inventory)).toMatchObject(impossible);
    expect((await ask(repositoryProbe())).state).toBe("waiting");
    expect(await old.pollForProbes()).toEqual([]);
    await db.update(runners).set({ active: false });
    expect(await ask(repositoryProbe())).toMatchObject(lonely);
    await db.update(runners).set({ active: true, last_seen: sql`now() - interval '1 hour'` });
    expect(await ask(repositoryProbe())).toMatchObject(lonely);
    expect(await db.select().from(probes).where(sql`${probes.request} is not null`)).toHaveLength(1);
  });

  test("doesn't use one that the project's tasks can't run on", async () => {
    const chosen = await HandRunner.start(db, { capabilities: ["probe"], all_projects: false });
    const tagged = await HandRunner.start(db, { capabilities: ["probe"], tags: ["dmz"], tagged_only: true });
    expect(await ask(key())).toMatchObject({ state: "impossible", reason: "no_runner" });
    const vaults = [{ name: "", vault_key_id: ours.passwordKeyId }];
    const { id } = await ask({ kind: "vault", repository_id: ours.repositoryId, vaults, runner_tag: "dmz" });
    expect(await chosen.pollForProbes()).toEqual([]);
    expect(await tagged.pollForProbes()).toEqual([id]);
  });

  test("fails within two seconds if the only runner doesn't respond", async () => {
    await capable();
    const began = performance.now();
    const { id } = await ask(key());
    let probe = await look(id);
    while (probe.state === "waiting") probe = await look(id);
    expect(probe).toMatchObject({ state: "impossible", reason: "no_runner" });
    expect(performance.now() - began).toBeLessThan(2500);
    expect((await rowOf(id))?.request).toBeNull();
  });

  test("a test that was not picked up in time is never offered", async () => {
    const runner = await capable();
    const { id } = await ask(key());
    await makeOlder("created", 2);
    expect(await runner.pollForProbes()).toEqual([]);
    expect((await look(id)).state).toBe("impossible");
  });
});

describe("a runner", () => {
  test("gets a probe again that it never received, and no other runner does", async () => {
    const [one, two] = [await capable(), await capable()];
    const { id } = await ask(key());
    expect(await one.pollForProbes()).toEqual([id]);
    expect(await two.pollForProbes()).toEqual([]);
    expect((await refusal(two.beginProbe(id))).status).toBe(409);
    expect(await one.pollForProbes(0)).toEqual([]);
    expect(await one.pollForProbes()).toEqual([id]);
    await one.beginProbe(id);
    expect(await one.pollForProbes()).toEqual([]);
  });

  test("without a result in time counts as failed", async () => {
    const runner = await capable();
    const { id } = await ask(key());
    await runner.pollForProbes();
    await runner.beginProbe(id);
    await makeOlder("begun_at", 46);
    expect(await look(id)).toMatchObject({ state: "impossible", reason: "timed_out" });
    expect((await rowOf(id))?.request).toBeNull();
    expect((await refusal(runner.finishProbe(id, { outcome: "passed", facts: {} }))).status).toBe(409);
  });

  test("gets no probe with a secret that can't be decrypted", async () => {
    const runner = await capable();
    const { id } = await ask(repositoryProbe());
    const [stored] = await db.select().from(accessKeys).where(eq(accessKeys.id, ours.passwordKeyId));
    await db.update(accessKeys).set({ secret: sql`'s1.gone.x.y'` }).where(eq(accessKeys.id, ours.passwordKeyId));
    await runner.pollForProbes();
    expect((await refusal(runner.beginProbe(id))).status).toBe(409);
    expect(await look(id)).toMatchObject({ state: "impossible", reason: "undecryptable" });
    await db.update(accessKeys).set({ secret: stored?.secret }).where(eq(accessKeys.id, ours.passwordKeyId));
  });
});

describe("repeated tests", () => {
  test("are limited to twenty a minute per user, even concurrent ones", async () => {
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => ask(key())));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(await refusal(ask(key()))).toMatchObject({ status: 429 });
    expect((await ask(key(), "owner")).kind).toBe("key");
    await makeOlder("created", 61);
    expect((await ask(key())).kind).toBe("key");
  });

  test("are deleted after ten minutes", async () => {
    await capable();
    const { id } = await ask(key());
    await pruneProbes(db);
    expect(await rowOf(id)).toBeDefined();
    await makeOlder("created", 601);
    await pruneProbes(db);
    expect(await db.select().from(probes)).toEqual([]);
  });
});

describe("test alerts", () => {
  const askAlert = (as: Visitor = "owner") => w.call(createAlertProbe, as, here(), { kind: "alert", alert_chat: "" });
  const send = () => new Sender(db, "slack").drain();

  test("are sent through the configured channels, for those who can change the project", async () => {
    const { id, state } = await askAlert();
    expect(state).toBe("running");
    await send();
    expect(await look(id, "owner")).toMatchObject({
      state: "passed",
      channels: [{ channel: "slack", state: "sent", reason: null }],
    });
    expect(slack.received).toHaveLength(1);
    expect(await statuses(askAlert)).toEqual({ ...MANAGERS, manager: 403 });
  });

  test("that fail show the reason, and are not retried", async () => {
    slack.mode = 500;
    const { id } = await askAlert();
    await send();
    expect(await look(id, "owner")).toMatchObject({
      state: "failed",
      channels: [{ channel: "slack", state: "failed", reason: "bad_answer" }],
    });
    expect(await db.select().from(outbox)).toMatchObject([{ failed_at: expect.any(String), tries: 1 }]);
    slack.reset();
  });
});
