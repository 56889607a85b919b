import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Product } from "../chaos/product";
import { freshDatabase } from "../support/database";
import { tablesWith } from "../support/tables";
import { setPassword, type World, world } from "../support/world";

const db = await freshDatabase();
const SECRET = "hunter2-very-secret";
let w: World;
let product: Product;
let folder: string;
let bare: string;

beforeAll(async () => {
  w = await world(db);
  await setPassword(db, w.userIds.admin, "a good password");
  folder = mkdtempSync(join(tmpdir(), "signalbox-journey-"));
  writeFileSync(
    join(folder, "run.sh"),
    'for i in $(seq 1 50); do echo "line $i"; done\necho "the secret is $TOKEN"\necho "from $1"\n',
  );
  bare = gitRepository(folder);
  product = new Product(w);
  await product.start();
});

afterAll(async () => {
  await product?.stop();
  for (const path of [folder, bare]) if (path) rmSync(path, { recursive: true, force: true });
});

function gitRepository(source: string): string {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], { cwd: source, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "The first commit");
  git("clone", "-q", "--bare", source, `${source}.git`);
  return `${source}.git`;
}

const replies: string[] = [];
let cookie = "";

/** Like a script with curl and a cookie jar. */
async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${product.url}/api${path}`, {
    method,
    headers: { cookie },
    body: body && JSON.stringify(body),
  });
  cookie = response.headers.get("set-cookie")?.split(";", 1)[0] ?? cookie;
  const text = await response.text();
  replies.push(text);
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

test("with the API alone: sign in, create everything, run from a path and from git, read the log, find no secret", async () => {
  expect(await call("POST", "/auth/login", { auth: "ADMIN@example.com", password: "wrong" })).toMatchObject({
    status: 401,
    body: null,
  });
  expect(await call("POST", "/auth/login", { auth: "ADMIN@example.com", password: "a good password" })).toMatchObject({
    status: 204,
  });
  const { id: p } = (await call("POST", "/projects", { name: "Journey" })).body;
  const at = (path: string) => `/project/${p}${path}`;
  const key = (await call("POST", at("/keys"), { name: "nothing", type: "none", project_id: p })).body;
  const secrets = [{ name: "TOKEN", type: "env", secret: SECRET, operation: "create" }];
  const environment = (
    await call("POST", at("/environment"), { name: "e", json: "{}", env: "{}", project_id: p, secrets })
  ).body;
  const inventory = (
    await call("POST", at("/inventory"), {
      name: "i",
      type: "static",
      inventory: "localhost",
      ssh_key_id: key.id,
      project_id: p,
    })
  ).body;
  for (const [git_url, git_branch] of [
    [folder, ""],
    [`file://${bare}`, "main"],
  ]) {
    const repository = (
      await call("POST", at("/repositories"), { name: git_url, git_url, git_branch, ssh_key_id: key.id, project_id: p })
    ).body;
    const survey_vars = [{ name: "where", title: "Where", required: true, type: "" }];
    const references = { repository_id: repository.id, environment_id: environment.id, inventory_id: inventory.id };
    const template = (
      await call("POST", at("/templates"), {
        name: git_url,
        app: "bash",
        playbook: "run.sh",
        survey_vars,
        ...references,
      })
    ).body;
    expect(await call("POST", at("/tasks"), { template_id: template.id })).toEqual({
      status: 400,
      body: { error: "environment.where: This variable is required" },
    });
    const started = await call("POST", at("/tasks"), { template_id: template.id, environment: '{"where":"here"}' });
    expect(started).toMatchObject({ status: 201, body: { status: "waiting", secret: "{}" } });
    const task = await finished(at(`/tasks/${started.body.id}`));
    expect(task).toMatchObject({ status: "success", commit_message: "The first commit" });
    const lines = (await call("GET", at(`/tasks/${task.id}/output`))).body.map(
      ({ output }: { output: string }) => output,
    );
    expect(lines.filter((line: string) => line.startsWith("line "))).toEqual(
      Array.from({ length: 50 }, (_, n) => `line ${n + 1}`),
    );
    expect(lines).toContain("the secret is ****");
    expect(lines).toContain("from where=here");
  }
  for (const path of ["/environment", `/environment/${environment.id}`, "/templates", "/tasks", "/events", "/keys"])
    await call("GET", at(path));
  expect(replies.filter((reply) => reply.includes(SECRET))).toEqual([]);
  expect(await tablesWith(db, SECRET)).toEqual([]);
  expect(await call("POST", "/auth/logout")).toMatchObject({ status: 204 });
});

async function finished(path: string) {
  for (let tries = 0; tries < 200; tries++) {
    const { body } = await call("GET", path);
    if (body.end) return body;
    await sleep(100);
  }
  throw new Error(`${path} does not end`);
}

test("signing out invalidates the session immediately for every copy of its cookie", async () => {
  await call("POST", "/auth/login", { auth: "admin", password: "a good password" });
  const stolen = cookie;
  await call("POST", "/auth/logout");
  cookie = stolen;
  expect(await call("GET", "/user")).toEqual({ status: 401, body: null });
});

test("wrong passwords are limited for this account and address only", async () => {
  const guess = () => call("POST", "/auth/login", { auth: "owner", password: "guess" });
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  expect((await call("POST", "/auth/login", { auth: "admin", password: "a good password" })).status).toBe(204);
});

test("a write from another site's page is rejected", async () => {
  await call("POST", "/auth/login", { auth: "admin", password: "a good password" });
  const foreign = (headers: Record<string, string>) =>
    fetch(`${product.url}/api/projects`, { method: "POST", headers: { cookie, ...headers }, body: '{"name":"x"}' });
  expect((await foreign({ origin: "https://evil.example" })).status).toBe(403);
  expect((await foreign({ origin: "null" })).status).toBe(403);
  expect((await foreign({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await foreign({ origin: product.url })).status).toBe(201);
});
