import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_URLS, WORKERS } from "../../playwright.config";
import { CHROMIUM } from "../../scripts/chromium.mjs";
import { freePort } from "../support/listen";

export const PASSWORD = "correct horse battery";

/** A product for each worker, shared by its tests that don't start their own. */
export default async function start(): Promise<() => Promise<void>> {
  if (!existsSync(CHROMIUM)) {
    console.warn(
      `\n  SKIPPED: every browser test, because there is no ${CHROMIUM} (Debian: apt-get install chromium-headless-shell)\n`,
    );
    return async () => undefined;
  }
  const products: Product[] = [];
  for (let worker = 0; worker < WORKERS; worker++) products.push(await startProduct());
  process.env[BASE_URLS] = products.map(({ url }) => url).join(" ");
  return async () => void (await Promise.all(products.map(({ stop }) => stop())));
}

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Starts the whole product like `npm start`, on its own data folder and a free port by default. */
export async function startProduct({ port: given, env = {} }: { port?: number; env?: Record<string, string> } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-e2e-"));
  const port = given ?? (await freePort());
  const url = `http://localhost:${port}`;
  const product = spawn(process.execPath, ["dist/cli.mjs", "start"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      SIGNALBOX_DATA_DIR: dataDir,
      SIGNALBOX_ADMIN_PASSWORD: PASSWORD,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(product);
  await until(`${url}/api/health/ready`, product, output);
  const stop = async () => {
    const ended = new Promise((resolve) => product.once("exit", resolve));
    product.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, dataDir, stop };
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
    await sleep(200);
  }
  throw new Error(`the product did not start:\n${output()}`);
}
