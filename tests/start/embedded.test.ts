import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "../support/until";
import { descendants, type Held, hold, isRunning, untilGone } from "./processes";
import { makeStage, type Stage } from "./stage";

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534, cwd: "/" };
const nobodyHasNode = isRoot && spawnSync(process.execPath, ["--version"], nobody).status === 0;

/** Runs a program as in a container of its own. */
const SEPARATE = ["--pid", "--ipc", "--fork", "--mount-proc"];
const separates = isRoot && spawnSync("unshare", [...SEPARATE, "true"]).status === 0;

if (!isRoot) console.warn("tests/start: not root, so starting as root is not tried");
else if (!nobodyHasNode)
  console.warn(`tests/start: user nobody cannot run ${process.execPath}, so starting as an ordinary user is not tried`);
if (!separates) console.warn("tests/start: no namespaces here, so a second container is not tried");

let stage: Stage;
let folder: string;
let started: Held[];

beforeAll(async () => {
  stage = await makeStage({ holder: "tests/start/holder.ts" });
  const first = hold(stage.file("dist/holder.mjs"), [stage.file("used")]);
  expect(await first.next()).toMatchObject({ ready: true, fresh: true });
  await stop(first);
});

afterAll(() => stage.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-data-"));
  chmodSync(folder, 0o755);
  started = [];
});

afterEach(async () => {
  for (const { child } of started) {
    const family = child.pid ? [child.pid, ...descendants(child.pid)] : [];
    child.kill("SIGKILL");
    await untilGone(family, 20_000);
  }
  const record = join(dataDir(), "postgres-location");
  if (existsSync(record)) rmSync(readFileSync(record, "utf8").trim(), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const dataDir = () => join(folder, "data");
const home = () => join(dataDir(), "postgres");
const cluster = () => join(home(), "cluster");
const postmaster = () => Number.parseInt(readFileSync(join(cluster(), "postmaster.pid"), "utf8"), 10);

function begin(data = dataDir(), user = {}): Held {
  const held = hold(stage.file("dist/holder.mjs"), [data], user);
  started.push(held);
  return held;
}

async function beginReady(data = dataDir(), user = {}): Promise<Held> {
  const held = begin(data, user);
  expect(await held.next()).toMatchObject({ ready: true });
  return held;
}

/** The data folder is that of an earlier start: creating one takes a second. */
const reuse = () => execFileSync("cp", ["-a", stage.file("used"), dataDir()]);

async function beginAgain(): Promise<Held> {
  reuse();
  const held = begin();
  expect(await held.next()).toMatchObject({ ready: true, fresh: false });
  return held;
}

async function stop(held: Held): Promise<void> {
  held.send("stop");
  expect(await held.next()).toEqual({ exited: 0 });
  expect(await held.ended).toBe(0);
}

async function ask(held: Held, sql: string): Promise<unknown> {
  held.send(sql);
  return (await held.next()).rows;
}

describe("a restart", () => {
  it("keeps the data, and leaves no process", async () => {
    const first = begin();
    expect(await first.next()).toMatchObject({ ready: true, fresh: true });
    await ask(first, "create table kept (name text); insert into kept values ('Ä')");
    const family = descendants(first.child.pid ?? 0);
    expect(family.length).toBeGreaterThan(3);
    await stop(first);
    expect(family.filter(isRunning)).toEqual([]);

    const second = begin();
    const ready = await second.next();
    expect(ready).toMatchObject({ ready: true, fresh: false });
    process.stderr.write(`second start of Postgres: ${Math.round(Number(ready.ms))} ms\n`);
    expect(await ask(second, "select lower(name) as name from kept")).toEqual([{ name: "ä" }]);
    await stop(second);
  });

  it("opens no TCP port, and protects the socket from other users", async () => {
    const held = await beginAgain();
    expect(await ask(held, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    expect(lstatSync(home()).mode & 0o077).toBe(0);
    expect(readFileSync(join(dataDir(), "postgres/pg_hba.conf"), "utf8")).toMatch(/^local all signalbox peer /);
    await stop(held);
  });
});

describe("leftovers of an earlier run", () => {
  it("a stale pid file is ignored", async () => {
    reuse();
    writeFileSync(join(cluster(), "postmaster.pid"), "999999999\n/nowhere\n");
    await stop(await beginReady());
  });

  it("a pid file with another program's pid is ignored, and that program continues", async () => {
    reuse();
    const { uid, gid } = lstatSync(cluster());
    const other = spawn("sleep", ["60"], isRoot ? { uid, gid } : {});
    writeFileSync(join(cluster(), "postmaster.pid"), `${other.pid}\n${cluster()}\n`);
    await stop(await beginReady());
    expect(isRunning(other.pid ?? 0)).toBe(true);
    other.kill();
  });

  it("an interrupted initialization starts over", async () => {
    const interrupted = begin();
    const drafts = () =>
      existsSync(home()) ? readdirSync(home()).filter((name) => name.startsWith("cluster-draft")) : [];
    const hasBegun = () => drafts().some((name) => existsSync(join(home(), name, "PG_VERSION")));
    await until("the first file is there", hasBegun, { everyMs: 5 });
    interrupted.child.kill("SIGKILL");
    const held = begin();
    expect(await held.next()).toMatchObject({ ready: true, fresh: true });
    expect(drafts()).toEqual([]);
    await stop(held);
  });

  it("an incomplete database folder is moved aside", async () => {
    mkdirSync(join(cluster(), "global"), { recursive: true });
    writeFileSync(join(cluster(), "PG_VERSION"), "18\n");
    if (isRoot) for (const part of [home(), cluster()]) chownSync(part, 65534, 65534);
    const held = begin();
    expect((await held.next()).note).toMatch(/^An unfinished database folder was moved to .+cluster-incomplete-\d+$/);
    expect(await held.next()).toMatchObject({ ready: true, fresh: true });
    await stop(held);
  });

  it("a Postgres that outlived its parent and its guard is replaced", async () => {
    const first = await beginAgain();
    await ask(first, "create table kept (n int)");
    const orphan = postmaster();
    const guards = descendants(first.child.pid ?? 0).filter(
      (pid) => readFileSync(`/proc/${pid}/comm`, "utf8") === "sh\n",
    );
    expect(guards).toHaveLength(2);
    // Stopped, it cannot end Postgres by the second guard when the first is gone.
    first.child.kill("SIGSTOP");
    for (const pid of [...guards, first.child.pid ?? 0]) process.kill(pid, "SIGKILL");
    await untilGone([...guards, first.child.pid ?? 0], 30_000);
    expect(isRunning(orphan)).toBe(true);

    const second = await beginReady();
    expect(isRunning(orphan)).toBe(false);
    expect(await ask(second, "select count(*)::int as n from kept")).toEqual([{ n: 0 }]);
    await stop(second);
  });
});

describe("a parent that is killed", () => {
  it("ends Postgres", async () => {
    const held = await beginAgain();
    const family = descendants(held.child.pid ?? 0);
    expect(family).toContain(postmaster());
    held.child.kill("SIGKILL");
    expect(await untilGone(family, 30_000)).toEqual([]);
  });

  it("ends Postgres during a query, and the next start finds all committed data", async () => {
    const held = await beginAgain();
    await ask(held, "create table kept (n int); insert into kept select generate_series(1, 1000)");
    held.send("select pg_sleep(60)");
    const family = descendants(held.child.pid ?? 0);
    held.child.kill("SIGKILL");
    const next = await beginReady();
    expect(family.filter(isRunning)).toEqual([]);
    expect(await ask(next, "select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
    await stop(next);
  });

  it("is notified when Postgres itself is killed", async () => {
    const held = await beginAgain();
    process.kill(postmaster(), "SIGKILL");
    expect(await held.next()).toEqual({ exited: 137 });
  });
});

describe("concurrent starts", () => {
  it("run with two data folders side by side", async () => {
    const [one, two] = await Promise.all([beginReady(join(folder, "one")), beginReady(join(folder, "two"))]);
    await ask(one, "create table only_here (n int)");
    expect(await ask(two, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
    await Promise.all([stop(one), stop(two)]);
  });

  it("fail for a data folder in use, without disturbing the first one", async () => {
    const one = await beginAgain();
    const { problem } = await begin().next();
    expect(problem).toContain(`Another Signalbox (process ${one.child.pid}) already uses`);
    expect(await ask(one, "select 1 as n")).toEqual([{ n: 1 }]);
    await stop(one);
  });

  it.runIf(separates)("fail for a data folder in use by another container", async () => {
    const one = await beginAgain();
    const elsewhere = [...SEPARATE, process.execPath, stage.file("dist/holder.mjs"), dataDir()];
    const { stdout } = spawnSync("unshare", elsewhere, { encoding: "utf8" });
    const other = `Another Signalbox (process ${one.child.pid} of another container or machine)`;
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { note: expect.stringContaining(`${other} may still use`) },
      { problem: expect.stringContaining(`${other} already uses`), name: "DatabaseProblem" },
    ]);
    expect(await ask(one, "select 1 as n")).toEqual([{ n: 1 }]);
    await stop(one);
  });

  it("let exactly one take over the folder of a killed process", async () => {
    const dead = await beginAgain();
    dead.child.kill("SIGKILL");
    await dead.ended;
    const answers = await Promise.all([begin(), begin(), begin()].map((held) => held.next()));
    expect(answers.filter(({ ready }) => ready)).toHaveLength(1);
    expect(answers.filter(({ name }) => name === "DatabaseProblem")).toHaveLength(2);
  });
});

describe("an unusable data folder", () => {
  it("is reported if the database is damaged, instead of creating a new one", async () => {
    reuse();
    rmSync(join(cluster(), "PG_VERSION"));
    const { problem } = await begin().next();
    expect(problem).toMatch(/^The database folder .+ is damaged \(no PG_VERSION\)/);
  });

  it("is reported if the database has another version", async () => {
    reuse();
    writeFileSync(join(cluster(), "PG_VERSION"), "14\n");
    const { problem } = await begin().next();
    expect(problem).toMatch(/^The database folder is of another Postgres version .+14/);
  });

  it("is reported if it can't be created", async () => {
    writeFileSync(join(folder, "file"), "");
    const { problem } = await begin(join(folder, "file/data")).next();
    expect(problem).toMatch(/^The data folder .+file\/data cannot be made: ENOTDIR/);
  });

  it("with a path too long for a socket gets its socket elsewhere", async () => {
    const deep = join(folder, "a-rather-long-name-for-a-folder".repeat(3), "data");
    const held = begin(deep);
    const ready = await held.next();
    expect(ready.socketDir).toMatch(/^\/tmp\/signalbox-/);
    await stop(held);
    rmSync(String(ready.socketDir), { recursive: true });
  });
});

describe.runIf(isRoot)("as root", () => {
  it("Postgres runs as another user", async () => {
    const held = await beginAgain();
    expect(lstatSync(cluster()).uid).not.toBe(0);
    expect(lstatSync(`/proc/${postmaster()}`).uid).toBe(lstatSync(cluster()).uid);
    await stop(held);
  });

  it("the cluster is stored where that user can reach it, and found again", async () => {
    chmodSync(folder, 0o700);
    const first = await beginReady();
    const home = readFileSync(join(dataDir(), "postgres-location"), "utf8").trim();
    expect(home).toMatch(/^\/var\/lib\/signalbox\/[0-9a-f]{12}$/);
    await ask(first, "create table kept (n int)");
    await stop(first);
    const second = await beginReady();
    expect(await ask(second, "select to_regclass('kept')::text as found")).toEqual([{ found: "kept" }]);
    await stop(second);
    rmSync(home, { recursive: true });
    expect((await begin().next()).problem).toMatch(/^The database of this data folder was in .+, which is gone/);
  });

  it("the binaries are copied if that user can't reach the package", async () => {
    const closed = await makeStage({ holder: "tests/start/holder.ts" });
    chmodSync(closed.folder, 0o700);
    const held = hold(closed.file("dist/holder.mjs"), [dataDir()]);
    started.push(held);
    expect(await held.next()).toMatchObject({ ready: true });
    expect(readdirSync(home()).some((name) => name.startsWith("binaries-"))).toBe(true);
    await stop(held);
    closed.remove();
  });
});

describe.runIf(nobodyHasNode)("as an ordinary user", () => {
  it("it works with a read-only package, and Postgres ends with it", async () => {
    const fresh = await makeStage({ holder: "tests/start/holder.ts" });
    chownSync(folder, nobody.uid, nobody.gid);
    const run = () => {
      const held = hold(fresh.file("dist/holder.mjs"), [dataDir()], nobody);
      started.push(held);
      return held;
    };
    const first = run();
    expect(await first.next()).toMatchObject({ ready: true, fresh: true });
    expect(readdirSync(home()).some((name) => name.startsWith("binaries-"))).toBe(true);
    expect(lstatSync(`/proc/${postmaster()}`).uid).toBe(nobody.uid);
    const family = descendants(first.child.pid ?? 0);
    first.child.kill("SIGKILL");
    expect(await untilGone(family, 30_000)).toEqual([]);
    const second = run();
    expect(await second.next()).toMatchObject({ ready: true, fresh: false });
    await stop(second);
    fresh.remove();
  });

  it("a database of another user is reported with its owner", async () => {
    reuse();
    chownSync(dataDir(), nobody.uid, nobody.gid);
    chownSync(home(), nobody.uid, nobody.gid);
    chownSync(cluster(), 1, 1);
    const { problem } = await begin(dataDir(), nobody).next();
    expect(problem).toMatch(/belongs to user \w+; start as that user or as root$/);
  });
});
