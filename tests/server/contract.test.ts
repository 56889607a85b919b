import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { hashToken, randomToken } from "@/lib/secret/token";
import { createUser } from "@/lib/user/operations";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";
import { RunnerProcess } from "../support/runner-process";
import { world } from "../support/world";
import { type Running, startNode } from "./processes";

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-contract-"));
const admin = { username: "curl", password: "a passphrase for curl" };
let server: Running;
let runner: RunnerProcess;

beforeAll(async () => {
  const w = await world(db);
  await w.call(createUser, "admin", {}, { ...admin, name: "Curl", email: "curl@example.com", admin: true });
  const token = randomToken();
  await db.insert(runners).values({ name: "real", token_hash: hashToken(token) });
  // Exits at once, unless an answer is passed as an argument.
  writeFileSync(join(folder, "run.sh"), 'echo "$GREETING from here"\nfor answer in "$@"; do sleep 600; done\n');
  server = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: process.env.DATABASE_URL ?? "" });
  runner = await RunnerProcess.start({ url: server.url, token, dataDir: join(folder, "data") });
});

afterAll(async () => {
  await runner?.kill("SIGKILL");
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a script with curl signs in, creates everything, runs tasks and deletes it all, by the documented API alone", async () => {
  const env = {
    ...process.env,
    SIGNALBOX: server.url,
    LOGIN: admin.username,
    PASSWORD: admin.password,
    FILES: folder,
  };
  const script = promisify(execFile)("bash", [join(ROOT, "tests/server/contract.sh")], { env });
  const { stdout } = await script.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout.split("\n").slice(-4).join("\n")}\n${error.stderr}\n${runner.output}`);
  });
  expect(stdout.trim().split("\n").at(-1)).toBe("401 GET /user");
}, 120_000);
