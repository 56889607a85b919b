import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHROMIUM } from "../../playwright.config";

export const PASSWORD = "correct horse battery";

/** Starts the whole product as `npm start` does, on a port and data folder of its own; answers how to end it. */
export default async function start(): Promise<() => Promise<void>> {
  if (!existsSync(CHROMIUM)) {
    console.warn(
      `\n  SKIPPED: every browser test, because there is no ${CHROMIUM} (Debian: apt-get install chromium)\n`,
    );
    return async () => undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-e2e-"));
  const port = await freePort();
  process.env.BASE_URL = `http://localhost:${port}`;
  process.env.DATA_DIR = dataDir;
  const product = spawn(process.execPath, ["dist/cli.mjs", "start"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      SIGNALBOX_DATA_DIR: dataDir,
      SIGNALBOX_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(product);
  await until(`${process.env.BASE_URL}/api/health/ready`, product, output);
  return async () => {
    const ended = new Promise((resolve) => product.once("exit", resolve));
    product.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}

function collect(product: ChildProcess): () => string {
  let output = "";
  for (const stream of [product.stdout, product.stderr])
    stream?.on("data", (part) => (output = (output + part).slice(-20_000)));
  return () => output;
}

async function until(url: string, product: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (product.exitCode !== null) break;
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the product did not start:\n${output()}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
