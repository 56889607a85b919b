import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect } from "@/db/connect";
import { startScratch } from "@/db/embedded";
import { freePort, listen } from "../support/listen";
import { until } from "../support/until";
import { descendants, isRunning, untilGone } from "./processes";
import { makeStage, type Stage } from "./stage";

/** Node alone takes 41,000; with Drizzle and all commands it was 79,000 to 87,000. */
const MOST_MEMORY_KB = 72_000;
const KEYS = `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString("base64")}`;

let stage: Stage;
let folder: string;
let started: Supervisor[];

beforeAll(async () => {
  stage = await makeStage({
    cli: "cli/main.ts",
    supervisor: "cli/supervisor.ts",
    prepare: "cli/start/prepare.ts",
    "with-parent": "cli/with-parent.ts",
    server: "tests/start/small-server.ts",
    runner: "tests/start/small-runner.ts",
  });
  folder = stage.folder;
  started = [];
  await stop(await beginReady());
});

afterAll(() => stage.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-data-"));
  chmodSync(folder, 0o755);
  started = [];
});

afterEach(async () => {
  for (const { child, family } of started) {
    const all = family();
    child.kill("SIGKILL");
    expect(await untilGone(all, 20_000)).toEqual([]);
  }
  rmSync(folder, { recursive: true, force: true });
});

type Supervisor = {
  child: ChildProcess;
  port: number;
  output: () => string;
  family: () => number[];
  ended: Promise<number | null>;
};

const COMMAND = ["dist/cli.mjs", "start"];
const LONG = process.env.SIGNALBOX_TEST_LONG === "1";

async function begin(
  environment: Record<string, string> = {},
  [program = "", ...words] = COMMAND,
  stdout: "pipe" | number = "pipe",
): Promise<Supervisor> {
  const port = Number(environment.PORT ?? (await freePort()));
  const child = spawn(process.execPath, [stage.file(program), ...words], {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: "127.0.0.1",
      PORT: String(port),
      SIGNALBOX_DATA_DIR: join(folder, "data"),
      ...environment,
    },
    cwd: folder,
    stdio: ["ignore", stdout, "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const supervisor = {
    child,
    port,
    output: () => output,
    family: () => [child.pid ?? 0, ...descendants(child.pid ?? 0)],
    ended,
  };
  started.push(supervisor);
  return supervisor;
}

async function beginReady(environment: Record<string, string> = {}, command = COMMAND): Promise<Supervisor> {
  const supervisor = await begin(environment, command);
  const isOver = () => supervisor.output().includes("Press Ctrl-C") || supervisor.child.exitCode !== null;
  await until("the start is over", isOver);
  expect(supervisor.output()).toContain(`at http://localhost:${supervisor.port}`);
  return supervisor;
}

async function askServer({ port }: Supervisor): Promise<{ pid: number; environment: Record<string, string> }> {
  // A connection each, so that of several web processes each gets some.
  return await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } })).json();
}

const isReady = async ({ port }: Supervisor): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
    (response) => response.ok,
    () => false,
  );

const untilReady = (supervisor: Supervisor) => until("it is ready", () => isReady(supervisor), { ms: 40_000 });

const untilRunner = ({ output }: Supervisor) =>
  until("the runner is there", () => /^runner \{/m.test(output()), { ms: 40_000 });

const untilSaid = ({ output }: Supervisor, text: string) => until(`it says "${text}"`, () => output().includes(text));

async function stop({ child, ended }: Supervisor): Promise<void> {
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
}

/** The data folder is that of an earlier start: creating one with its database takes a second. */
const reuse = () => execFileSync("cp", ["-a", stage.file("data"), join(folder, "data")]);

const data = (name: string) => join(folder, "data", name);

describe("a start", () => {
  it("prints the address and the initial password once, and stores secrets for their owner only", async () => {
    const first = await beginReady();
    const password = readFileSync(data("admin-password"), "utf8").trim();
    expect(first.output()).toContain(`Sign in as admin with the password ${password}`);
    for (const file of ["admin-password", "encryption-keys", "runner/token"]) {
      expect(lstatSync(data(file)).mode & 0o777, file).toBe(0o600);
    }
    await stop(first);
    const keys = readFileSync(data("encryption-keys"), "utf8");
    const second = await beginReady();
    expect(second.output()).not.toContain(password);
    expect(second.output()).toContain(data("admin-password"));
    expect(readFileSync(data("encryption-keys"), "utf8")).toBe(keys);
    await stop(second);
  });

  it("gives each child only the variables it needs", async () => {
    const supervisor = await beginReady({
      MY_TOKEN: "hidden",
      SIGNALBOX_ADMIN_PASSWORD: "a-long-passphrase",
      LANG: "C.UTF-8",
    });
    const { environment: server } = await askServer(supervisor);
    await untilRunner(supervisor);
    const [, line = "{}"] = /^runner (.+)$/m.exec(supervisor.output()) ?? [];
    const { environment: runner } = JSON.parse(line);
    expect(server).toMatchObject({ LANG: "C.UTF-8", NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
    expect(server.DATABASE_URL).toMatch(/^postgres:\/\/\/signalbox\?host=/);
    expect(server.SIGNALBOX_ENCRYPTION_KEYS).toMatch(/^[\w+/]{43}=$/);
    expect(runner).toMatchObject({
      SIGNALBOX_URL: `http://127.0.0.1:${supervisor.port}`,
      SIGNALBOX_RUNNER_TOKEN_FILE: data("runner/token"),
      SIGNALBOX_RUNNER_DATA_DIR: data("runner"),
    });
    expect(JSON.stringify([server, runner])).not.toMatch(/MY_TOKEN|a-long-passphrase/);
    expect(Object.keys(runner).filter((name) => /DATABASE|ENCRYPTION|^PORT$|^PG/.test(name))).toEqual([]);
    await stop(supervisor);
  });

  it("takes little memory for itself when it runs as `npm start` runs it", async () => {
    const supervisor = await beginReady({}, ["dist/supervisor.mjs"]);
    const status = readFileSync(`/proc/${supervisor.child.pid}/status`, "utf8");
    expect(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1])).toBeLessThan(MOST_MEMORY_KB);
    await stop(supervisor);
  });

  it.each(["dist/supervisor.mjs", "dist/cli.mjs"])(
    "%s prints its help, and starts nothing with unknown words",
    async (program) => {
      const asked = await begin({}, [program, "start", "--help"]);
      expect([await asked.ended, asked.output()]).toEqual([0, expect.stringMatching(/^Usage: signalbox start\n/)]);
      const refused = await begin({}, [program, "start", "--port", "4000"]);
      expect([await refused.ended, refused.output()]).toEqual([2, "Unknown option '--port'. Usage: signalbox start\n"]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("finds its data folder and the files of settings where it was started, and keeps its runner's token", async () => {
    writeFileSync(join(folder, "bind-password"), "hunter2");
    const environment = { SIGNALBOX_DATA_DIR: "data", SIGNALBOX_LDAP_BIND_PASSWORD_FILE: "bind-password" };
    const first = await beginReady(environment);
    expect((await askServer(first)).environment).toMatchObject({
      SIGNALBOX_DATA_DIR: join(folder, "data"),
      SIGNALBOX_LDAP_BIND_PASSWORD_FILE: join(folder, "bind-password"),
    });
    await stop(first);
    const token = readFileSync(data("runner/token"), "utf8");
    await stop(await beginReady(environment));
    expect(readFileSync(data("runner/token"), "utf8")).toBe(token);
  });

  it("starts no runner if it is off", async () => {
    const supervisor = await beginReady({ SIGNALBOX_LOCAL_RUNNER: "off" });
    expect(supervisor.output()).not.toMatch(/runner/i);
    await stop(supervisor);
  });

  it("uses an external database, and leaves it running", async () => {
    const outside = await startScratch();
    const supervisor = await beginReady({
      DATABASE_URL: outside.url,
      SIGNALBOX_ENCRYPTION_KEYS: KEYS,
      PGAPPNAME: "console",
    });
    expect(supervisor.output()).toMatch(/Postgres: version 18\.\d/);
    expect((await askServer(supervisor)).environment).toMatchObject({
      DATABASE_URL: outside.url,
      SIGNALBOX_ENCRYPTION_KEYS: KEYS,
      PGAPPNAME: "console",
    });
    await stop(supervisor);
    const database = connect(outside.url, { max: 1 });
    expect(await database`select count(*)::int as n from users`).toEqual([{ n: 1 }]);
    await database.end();
    await outside.stop();
  });

  it("works twice side by side", async () => {
    const two = await Promise.all([beginReady(), beginReady({ SIGNALBOX_DATA_DIR: join(folder, "other") })]);
    expect(await Promise.all(two.map(isReady))).toEqual([true, true]);
    await Promise.all(two.map(stop));
  });
});

describe("a shutdown", () => {
  beforeEach(reuse);

  it("ends runner, web and Postgres in this order on SIGTERM, and leaves no process", async () => {
    const supervisor = await beginReady();
    await untilRunner(supervisor);
    const family = supervisor.family();
    expect(family.length).toBeGreaterThan(6);
    // npm and the terminal both deliver one Ctrl-C.
    for (const signal of ["SIGINT", "SIGINT"] as const) supervisor.child.kill(signal);
    expect(await supervisor.ended).toBe(0);
    expect(supervisor.output()).toMatch(/runner stops\n[\s\S]*server stops\n[\s\S]*✓ Stopped/);
    expect(family.filter(isRunning)).toEqual([]);
  });

  it("happens in order, and not before, when nothing reads the output any more", async () => {
    const supervisor = await beginReady();
    const { pid } = await askServer(supervisor);
    supervisor.child.stdout?.destroy();
    process.kill(pid, "SIGKILL");
    const isReplaced = async () => (await isReady(supervisor)) && (await askServer(supervisor)).pid !== pid;
    await until("the web process is replaced", isReplaced, { ms: 40_000 });
    const family = supervisor.family();
    await stop(supervisor);
    expect(family.filter(isRunning)).toEqual([]);
  });

  it("happens in order, and not before, when the disk of the output is full", async () => {
    const full = openSync("/dev/full", "w");
    const supervisor = await begin({}, COMMAND, full);
    closeSync(full);
    await untilReady(supervisor);
    await stop(supervisor);
    expect(supervisor.output()).toBe("");
  });

  it("leaves no process when the supervisor is killed", async () => {
    const supervisor = await beginReady();
    const family = supervisor.family();
    supervisor.child.kill("SIGKILL");
    expect(await untilGone(family, 30_000)).toEqual([]);
  });

  it("leaves no process when the supervisor's parent is killed", async () => {
    const supervisor = await beginReady();
    const family = supervisor.family();
    supervisor.child.disconnect();
    expect(await untilGone(family, 30_000)).toEqual([]);
  });

  it("doesn't wait for a stubborn child after a second Ctrl-C", async () => {
    const server = readFileSync(stage.file("dist/server.mjs"), "utf8");
    writeFileSync(stage.file("dist/server.mjs"), server.replace("process.exit(0)", ""));
    const supervisor = await beginReady();
    writeFileSync(stage.file("dist/server.mjs"), server);
    supervisor.child.kill("SIGINT");
    await untilSaid(supervisor, "server stops");
    await sleep(1_000);
    expect(supervisor.child.exitCode).toBeNull();
    supervisor.child.kill("SIGINT");
    // Without a second press it would wait for minutes; the test's own limit is one.
    expect(await supervisor.ended).toBe(0);
  });
});

describe("a request to restart", () => {
  it("does nothing while there is no web process yet", async () => {
    const supervisor = await begin();
    await untilSaid(supervisor, "Signalbox ");
    supervisor.child.kill("SIGUSR2");
    await untilReady(supervisor);
    await stop(supervisor);
  });
});

describe("a child that exits", () => {
  beforeEach(reuse);

  it("is restarted: the web process, the runner, and Postgres", async () => {
    const supervisor = await beginReady();
    const { pid } = await askServer(supervisor);
    process.kill(pid, "SIGKILL");
    await untilSaid(supervisor, "Web ended (SIGKILL); starting it again in 1 s");
    await untilReady(supervisor);
    expect((await askServer(supervisor)).pid).not.toBe(pid);

    const postmaster = Number.parseInt(readFileSync(data("postgres/cluster/postmaster.pid"), "utf8"), 10);
    process.kill(postmaster, "SIGKILL");
    await untilSaid(supervisor, "Postgres ended");
    await untilReady(supervisor);

    const runners = () => supervisor.output().match(/^runner \{"pid":(\d+)/gm) ?? [];
    process.kill(Number(runners()[0]?.match(/\d+/)?.[0]), "SIGKILL");
    await until("the runner is there again", () => runners().length === 2);
    await stop(supervisor);
  });

  const ONE = ["1", "process.exit(3)"] as const;
  // They end while they are told that they have the port.
  const TWO = ["2", 'import { createServer } from "node:http"; createServer().listen(process.env.PORT)'] as const;

  it.each(LONG ? [ONE, TWO] : [TWO])(
    "ends the start if %s web processes never get ready",
    async (processes, program) => {
      const server = readFileSync(stage.file("dist/server.mjs"), "utf8");
      writeFileSync(stage.file("dist/server.mjs"), program);
      const supervisor = await begin({ SIGNALBOX_WEB_PROCESSES: processes });
      expect(await supervisor.ended).toBe(1);
      writeFileSync(stage.file("dist/server.mjs"), server);
      expect(supervisor.output()).toContain("The web process did not start; see its last messages above");
    },
  );
});

describe("metrics", () => {
  beforeEach(reuse);

  /** One that is frozen keeps the first connection that it gets. */
  async function metricsOf({ port }: Supervisor): Promise<string> {
    const headers = { connection: "close" };
    const ask = () => fetch(`http://127.0.0.1:${port}/metrics`, { headers, signal: AbortSignal.timeout(5_000) });
    return await (await ask().catch(ask)).text();
  }

  const value = (metrics: string, name: string) =>
    Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "m").exec(metrics)?.[1] ?? Number.NaN);

  async function whileFrozen<Result>(pids: number[], run: () => Promise<Result>): Promise<Result> {
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    return await run().finally(() => {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    });
  }

  it("of several web processes do not fall while one of them is too busy to answer", async () => {
    const supervisor = await beginReady({ SIGNALBOX_WEB_PROCESSES: "2", SIGNALBOX_LOCAL_RUNNER: "off" });
    const pids = new Set<number>();
    await until("both have answered", async () => pids.add((await askServer(supervisor)).pid).size === 2);
    const count = "signalbox_http_request_seconds_count";
    const before = value(await metricsOf(supervisor), count);
    const [one = 0] = pids;
    const during = await whileFrozen([one], () => metricsOf(supervisor));
    expect(before).toBeGreaterThan(1);
    expect(value(during, count)).toBeGreaterThanOrEqual(before);
    expect(value(during, "signalbox_database_up")).toBe(1);
    await stop(supervisor);
  });

  it.each(LONG ? ["1", "2"] : ["2"])("of %s web processes say that the database does not answer", async (processes) => {
    const supervisor = await beginReady({ SIGNALBOX_WEB_PROCESSES: processes, SIGNALBOX_LOCAL_RUNNER: "off" });
    expect(value(await metricsOf(supervisor), "signalbox_database_up")).toBe(1);
    const postmaster = Number.parseInt(readFileSync(data("postgres/cluster/postmaster.pid"), "utf8"), 10);
    const postgres = [postmaster, ...descendants(postmaster)];
    const during = await whileFrozen(postgres, () => metricsOf(supervisor));
    expect(value(during, "signalbox_database_up")).toBe(0);
    expect(value(during, "process_cpu_seconds_total")).toBeGreaterThan(0);
    await until("it answers again", async () => value(await metricsOf(supervisor), "signalbox_database_up") === 1);
    await stop(supervisor);
  });
});

describe("a failed start", () => {
  async function refusal(environment: Record<string, string>): Promise<string[]> {
    const supervisor = await begin(environment);
    expect(await supervisor.ended).toBe(1);
    return supervisor.output().trim().split("\n");
  }

  it("reports a port in use in one line", async () => {
    const { port, stop: release } = await listen(createServer());
    expect(await refusal({ PORT: String(port) })).toEqual([expect.stringContaining(`PORT ${port} is already in use`)]);
    await release();
  });

  it("reports a data folder in use in one line", async () => {
    reuse();
    const first = await beginReady();
    expect(await refusal({})).toEqual([
      expect.stringContaining(`(process ${first.child.pid}) already uses ${join(folder, "data")}`),
    ]);
    expect(await isReady(first)).toBe(true);
    await stop(first);
  });

  it("reports one line for each invalid setting", async () => {
    expect(await refusal({ SIGNALBOX_LOCAL_RUNNER: "maybe", SIGNALBOX_LOG_LEVEL: "loud" })).toEqual([
      expect.stringMatching(/^SIGNALBOX_LOCAL_RUNNER must be on or off/),
      expect.stringMatching(/^SIGNALBOX_LOG_LEVEL must be one of/),
    ]);
  });

  it("reports a database that rejects the connection, without the password", async () => {
    const outside = await startScratch();
    const url = outside.url.replace("user=signalbox", "user=somebody&password=hunter2");
    const lines = await refusal({ DATABASE_URL: url, SIGNALBOX_ENCRYPTION_KEYS: KEYS });
    expect(lines.at(-1)).toMatch(/^DATABASE_URL: cannot connect to signalbox at \/.+: .+somebody/);
    expect(lines.join("\n")).not.toContain("hunter2");
    await outside.stop();
  });

  it("rejects other keys than those of the database", async () => {
    const outside = await startScratch();
    const settings = { DATABASE_URL: outside.url, SIGNALBOX_LOCAL_RUNNER: "off" };
    await stop(await beginReady({ ...settings, SIGNALBOX_ENCRYPTION_KEYS: KEYS }));
    const others = `k1:${randomBytes(32).toString("base64")}`;
    const lines = await refusal({ ...settings, SIGNALBOX_ENCRYPTION_KEYS: others });
    expect(lines.at(-1)).toMatch(/^SIGNALBOX_ENCRYPTION_KEYS, .+ has another key "k1"/);
    await outside.stop();
  });

  it("doesn't generate new keys for an existing database", async () => {
    reuse();
    writeFileSync(data("encryption-keys"), "\n");
    expect((await refusal({})).at(-1)).toMatch(/encryption-keys is empty: restore it/);
    rmSync(data("encryption-keys"));
    expect((await refusal({})).at(-1)).toMatch(/encryption-keys is missing: restore it/);
  });
});
