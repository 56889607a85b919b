import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./scripts/chromium.mjs";

/** Each has a product of its own, so that tests of different files can run side by side. */
export const WORKERS = 2;
/** Set by the global setup, before the workers read this file: the address of each worker's product. */
export const BASE_URLS = "SIGNALBOX_E2E_URLS";
const baseURL = process.env[BASE_URLS]?.split(" ")[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];

if (!existsSync(CHROMIUM) && process.env.REQUIRE_TOOLS) throw new Error(`${CHROMIUM} is missing`);

export default defineConfig({
  testDir: "tests/e2e",
  // In this order: the first start has to find a product without projects.
  projects: [
    { name: "first start", testMatch: "first-run.spec.ts" },
    { name: "screens", testMatch: "*.spec.ts", testIgnore: "first-run.spec.ts" },
  ],
  outputDir: "test-results/browser",
  workers: WORKERS,
  timeout: 90_000,
  // A busy machine may cost a test its first try. scripts/results.mjs prints why, and fails the run when there are too many.
  retries: 1,
  expect: { timeout: 15_000 },
  globalSetup: "./tests/e2e/start.ts",
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // A trace of every first try would take a third of the processor time.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
