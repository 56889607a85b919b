import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { projectMembers } from "@/db/schema/projects";
import { stateLocks, stateTokens, stateVersions } from "@/db/schema/state-versions";
import { hashToken } from "@/lib/secret/token";
import { loseAttempt } from "@/lib/task/attempt/recover";
import { confirmTask, stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { type Credential, onlyState } from "../support/state-site";
import { emptiedSite } from "./site";
import { checkpoint, terraformState } from "./states";

const db = await freshDatabase();
const site = await emptiedSite(db);
let template: number;
beforeEach(async () => {
  template = await site.template({ auto_approve: true });
});

const numbered = (serial: number, lineage = "one") =>
  terraformState((state) => {
    state.serial = serial;
    state.lineage = lineage;
  });
const lock = (ID: string) =>
  JSON.stringify({ ID, Operation: "OperationTypeApply", Who: "bob@laptop", Created: "2026-11-22T00:00:00Z" });

/** A token of the only state, as the state's page makes them. */
async function tokenOf(person: "owner" | "manager", writes: boolean): Promise<Credential> {
  const state = await onlyState(db);
  const password = `${person}-${writes}-${Math.random()}`;
  const secret_hash = hashToken(password);
  const made = {
    state_id: state.id,
    name: "laptop",
    prefix: "x",
    secret_hash,
    writes,
    user_id: site.w.userIds[person],
  };
  await db.insert(stateTokens).values(made);
  return { path: `/api/state/${state.id}/default`, password };
}

describe("a state written by an attempt", () => {
  test("is stored encrypted, and read back byte for byte", async () => {
    const { ref, state } = await site.run(template);
    expect(await site.call("GET", state)).toMatchObject({ status: 204, text: "" });
    expect(await site.call("POST", state, "", numbered(1))).toMatchObject({ status: 200 });
    expect(await site.call("POST", state, "", numbered(2))).toMatchObject({ status: 200 });
    const reply = await site.call("GET", state);
    expect(reply).toMatchObject({ status: 200, text: numbered(2) });
    expect(reply.headers.get("content-md5")).toBe(createHash("md5").update(numbered(2)).digest("base64"));
    const rows = await db.select().from(stateVersions).orderBy(stateVersions.number);
    expect(rows).toMatchObject([
      { number: 1, serial: 1, lineage: "one", cause: "run", task_id: ref.task_id, resources: 3 },
      {
        number: 2,
        serial: 2,
        outputs: [
          { name: "address", value: "10.0.0.1" },
          { name: "password", sensitive: true },
        ],
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain("canary");
  });

  test("creates one version, however often it is sent", async () => {
    const { state } = await site.run(template);
    for (const _ of [1, 2, 3]) expect(await site.call("POST", state, "", numbered(1))).toMatchObject({ status: 200 });
    expect(await site.versions()).toEqual([[1, "run", false]]);
  });

  test.each([
    ["an older serial", numbered(4), 409],
    ["the same serial with other content", numbered(5).replace("i-1", "i-9"), 409],
    ["another lineage", numbered(6, "two"), 409],
    ["a checkpoint of another tool", checkpoint(), 400],
    ["a truncated state", numbered(6).slice(0, 200), 400],
    ["nothing", "", 400],
  ])("is rejected with %s, and the newest version stays", async (_, text, status) => {
    const { state } = await site.run(template);
    await site.call("POST", state, "", numbered(5));
    expect((await site.call("POST", state, "", text)).status).toBe(status);
    expect((await site.call("GET", state)).text).toBe(numbered(5));
    expect(await site.versions()).toHaveLength(1);
  });

  test("is rejected if it differs from its Content-MD5", async () => {
    const { state } = await site.run(template);
    const headers = { "content-md5": createHash("md5").update("else").digest("base64") };
    expect((await site.call("POST", state, "", numbered(1), headers)).status).toBe(400);
    expect(await site.versions()).toEqual([]);
  });

  test("keeps its versions when the tool deletes the state, which may start again", async () => {
    const { state } = await site.run(template);
    await site.call("POST", state, "", numbered(5));
    expect((await site.call("DELETE", state)).status).toBe(200);
    expect((await site.call("GET", state)).status).toBe(204);
    expect((await site.call("POST", state, "", numbered(1, "two"))).status).toBe(200);
    expect(await site.versions()).toEqual([
      [1, "run", false],
      [2, "run", false],
    ]);
  });

  test("from a repository becomes version 1 with that cause", async () => {
    const { state } = await site.run(template);
    expect((await site.call("POST", state, "?cause=committed", numbered(7))).status).toBe(200);
    expect(await site.versions()).toEqual([[1, "committed", false]]);
  });

  test("may have 50 MB", async () => {
    const { state } = await site.run(template);
    const text = terraformState((json) => {
      json.outputs.large = { value: "x".repeat(50 * 1024 * 1024), type: "string" };
    });
    expect((await site.call("POST", state, "", text)).status).toBe(200);
    expect((await site.call("GET", state)).text).toBe(text);
    expect((await site.call("POST", state, "", `${text}${" ".repeat(20 * 1024 * 1024)}`)).status).toBe(413);
  }, 60_000);
});

test("a Pulumi checkpoint is accepted for its stack only", async () => {
  const { state } = await site.run(await site.template({ app: "pulumi", stack: "prod" }));
  const stack = (name: string, time = "") =>
    checkpoint((json) => {
      json.checkpoint.stack = `organization/site/${name}`;
      json.checkpoint.latest.manifest.time = time;
    });
  expect((await site.call("POST", state, "", stack("prod"))).status).toBe(200);
  expect((await site.call("POST", state, "", stack("prod", "later"))).status).toBe(200);
  expect((await site.call("POST", state, "", stack("dev"))).status).toBe(409);
  expect((await site.call("POST", state, "", numbered(1))).status).toBe(400);
  expect((await site.call("GET", state)).text).toBe(stack("prod", "later"));
});

describe("the lock", () => {
  test.each([
    ["LOCK", "UNLOCK", ""],
    ["POST", "DELETE", "/lock"],
  ])("is acquired with %s and released with %s", async (take, give, below) => {
    const { state } = await site.run(template);
    expect((await site.call(take, state, below, lock("a"))).status).toBe(200);
    expect(await db.select().from(stateLocks)).toMatchObject([{ info: { ID: "a", Who: "bob@laptop" } }]);
    expect((await site.call(take, state, below, lock("a"))).status).toBe(200);
    expect((await site.call(give, state, below, lock("a"))).status).toBe(200);
    expect((await site.call(give, state, below, lock("a"))).status).toBe(200);
    expect(await db.select().from(stateLocks)).toEqual([]);
  });

  test("names its holder to others, who can neither write nor unlock", async () => {
    const { ref, state } = await site.run(template);
    const token = await tokenOf("owner", true);
    await site.call("LOCK", state, "", lock("a"));
    const refused = await site.call("LOCK", token, "", lock("b"));
    expect(refused.status).toBe(423);
    expect(JSON.parse(refused.text)).toMatchObject({
      ID: "a",
      Who: "bob@laptop",
      Info: `Signalbox task ${ref.task_id}`,
    });
    expect((await site.call("POST", token, "?ID=b", numbered(1))).status).toBe(423);
    expect((await site.call("POST", token, "?ID=a", numbered(1))).status).toBe(423);
    expect((await site.call("POST", token, "", numbered(1))).status).toBe(423);
    expect((await site.call("UNLOCK", token, "", lock("a"))).status).toBe(423);
    expect((await site.call("DELETE", token)).status).toBe(423);
    expect((await site.call("POST", state, "?ID=a", numbered(1))).status).toBe(200);
  });

  test("is acquired by one of twenty concurrent requests, even within one attempt", async () => {
    const { state } = await site.run(template);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => site.call("LOCK", state, "", lock(`${n}`))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(423)]);
  });

  test("can't be written with after it was broken", async () => {
    const { state } = await site.run(template);
    await site.call("LOCK", state, "", lock("a"));
    const manager = { path: state.path, password: await site.apiToken("manager") };
    expect((await site.call("UNLOCK", manager)).status).toBe(200);
    expect((await site.call("POST", state, "?ID=a", numbered(1))).status).toBe(409);
    expect(await site.versions()).toEqual([]);
  });

  test("can be broken by a manager only, which records an event", async () => {
    const { ref, state } = await site.run(template);
    const token = await tokenOf("owner", true);
    await site.call("LOCK", state, "", lock("a"));
    const as = async (person: "task_runner" | "stranger" | "manager") => ({
      path: state.path,
      password: await site.apiToken(person),
    });
    expect((await site.call("UNLOCK", state)).status).toBe(403);
    expect((await site.call("UNLOCK", token)).status).toBe(403);
    expect((await site.call("UNLOCK", await as("task_runner"))).status).toBe(403);
    expect((await site.call("UNLOCK", await as("stranger"))).status).toBe(403);
    expect(await db.select().from(stateLocks)).toHaveLength(1);
    expect((await site.call("DELETE", await as("manager"), "/lock")).status).toBe(200);
    expect(await db.select().from(stateLocks)).toEqual([]);
    const [event] = await db.select().from(events).where(eq(events.object_type, "state"));
    expect(event?.description).toBe(`State t unlocked by force: default was held by task ${ref.task_id}`);
  });
});

describe("a credential", () => {
  test("is invalid while the task waits for confirmation, and the next one is valid until the end", async () => {
    const { ref, state } = await site.run(await site.template());
    await site.call("LOCK", state, "", lock("a"));
    await site.runner.progress(ref, { await_confirmation: true });
    expect(await db.select().from(stateLocks)).toEqual([]);
    expect((await site.call("GET", state)).status).toBe(401);
    await site.w.call(confirmTask, "owner", { projectId: site.w.projectId, taskId: ref.task_id });
    expect((await site.call("GET", state)).status).toBe(401);
    const { state: applying } = await site.runner.begin(ref, "apply");
    if (!applying) throw new Error("no state");
    expect((await site.call("GET", state)).status).toBe(401);
    expect((await site.call("POST", applying, "", numbered(1))).status).toBe(200);
    await site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId: ref.task_id });
    expect((await site.call("POST", applying, "", numbered(2))).status).toBe(200);
    await site.runner.finish(ref);
    for (const method of ["GET", "DELETE", "LOCK"])
      expect((await site.call(method, applying, "", method === "LOCK" ? lock("z") : undefined)).status).toBe(401);
    expect((await site.call("POST", applying, "", numbered(3))).status).toBe(401);
    expect(await site.versions()).toHaveLength(2);
  });

  test("of a lost reply stays valid beside that of the repeated begin", async () => {
    const { ref, state } = await site.run(template);
    const { state: again } = await site.runner.begin(ref);
    expect(again?.password).not.toBe(state.password);
    expect((await site.call("GET", state)).status).toBe(204);
    expect((await site.call("GET", again ?? state)).status).toBe(204);
  });

  test("gives access to no other state, no other workspace and no missing state", async () => {
    const { state } = await site.run(template);
    const other = await site.run(await site.template({ name: "other" }));
    const at = (path: string) => site.call("GET", { path, password: state.password });
    expect((await at(other.state.path)).status).toBe(403);
    expect((await at(state.path.replace("default", "prod"))).status).toBe(403);
    expect((await at("/api/state/2000000000/default")).status).toBe(403);
    expect((await site.call("GET", { ...state, password: "wrong" })).status).toBe(401);
    expect((await site.call("GET", { ...state, password: "" })).status).toBe(401);
  });
});

/** Terraform reads a 404 as an empty state, and would make everything a second time. */
test.each([
  "0/default",
  "x/default",
  "Create%20Servers/default",
  "99999999999/default",
  "",
  "7",
  "7/default/more",
  "/default",
])("an address that no state can have, /api/state/%s, is 401 to everybody", async (address) => {
  const { state } = await site.run(template);
  const { password } = await tokenOf("owner", true);
  for (const known of [state.password, password, await site.apiToken("owner"), ""])
    for (const method of ["GET", "POST", "DELETE", "LOCK", "UNLOCK"]) {
      const body = method === "GET" ? undefined : lock("a");
      const { status } = await site.call(method, { path: `/api/state/${address}`, password: known }, "", body);
      expect([method, status]).toEqual([method, 401]);
    }
});

describe("a lost attempt", () => {
  test("releases its lock, and offers what it still writes", async () => {
    const { ref, state } = await site.run(template);
    await site.call("POST", state, "", numbered(1));
    await site.call("LOCK", state, "", lock("a"));
    await db.transaction((tx) => loseAttempt(tx, ref, "runner_lost"));
    expect(await db.select().from(stateLocks)).toEqual([]);
    expect((await site.call("GET", state)).status).toBe(403);
    expect((await site.call("LOCK", state, "", lock("a"))).status).toBe(403);
    expect((await site.call("POST", state, "?ID=a", numbered(2))).status).toBe(200);
    expect((await site.call("POST", state, "?ID=a", numbered(2))).status).toBe(200);
    expect((await site.call("UNLOCK", state, "", lock("a"))).status).toBe(200);
    expect(await site.versions()).toEqual([
      [1, "run", false],
      [2, "run", true],
    ]);
    const { state: next } = await site.run(template);
    expect((await site.call("GET", next)).text).toBe(numbered(1));
  });
});

describe("a token of the state", () => {
  test("reads and writes every workspace of its state, and no other state", async () => {
    await site.run(template);
    const token = await tokenOf("manager", true);
    const prod = { ...token, path: token.path.replace("default", "prod") };
    expect((await site.call("POST", prod, "", numbered(1))).status).toBe(200);
    expect((await site.call("GET", prod)).text).toBe(numbered(1));
    expect((await site.call("GET", token)).status).toBe(204);
    expect((await site.call("GET", { ...token, path: "/api/state/2000000000/default" })).status).toBe(403);
    expect(
      (await site.call("POST", { ...token, path: token.path.replace("default", "a%20b") }, "", numbered(1))).status,
    ).toBe(400);
    expect(await db.select().from(stateVersions)).toMatchObject([{ cause: "push", user_id: site.w.userIds.manager }]);
  });

  test("for reading can do nothing else", async () => {
    const { state } = await site.run(template);
    await site.call("POST", state, "", numbered(1));
    const token = await tokenOf("owner", false);
    expect((await site.call("GET", token)).text).toBe(numbered(1));
    for (const [method, body] of [
      ["POST", numbered(2)],
      ["DELETE"],
      ["LOCK", lock("a")],
      ["UNLOCK", lock("a")],
    ] as const)
      expect([method, (await site.call(method, token, "", body)).status]).toEqual([method, 403]);
  });

  test("is invalid without its creator's permission to manage resources", async () => {
    await site.run(template);
    const token = await tokenOf("manager", false);
    const isManager = eq(projectMembers.user_id, site.w.userIds.manager);
    await db.update(projectMembers).set({ role: "guest" }).where(isManager);
    expect((await site.call("GET", token)).status).toBe(401);
    await db.update(projectMembers).set({ role: "manager" }).where(isManager);
    expect((await site.call("GET", token)).status).toBe(204);
  });
});

test("an API token reads and writes no state", async () => {
  const { state } = await site.run(template);
  const api = { path: state.path, password: await site.apiToken("owner") };
  for (const [method, body] of [["GET"], ["POST", numbered(2)], ["DELETE"], ["LOCK", lock("a")]] as const)
    expect([method, (await site.call(method, api, "", body)).status]).toEqual([method, 403]);
});
