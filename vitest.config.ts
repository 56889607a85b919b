import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "@/": fileURLToPath(new URL("./", import.meta.url)) };

/** Those take minutes: `npm run test:long` runs them. */
const long = process.env.SIGNALBOX_TEST_LONG === "1" ? [] : ["**/*.long.test.{ts,tsx}"];

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, resolve: { alias }, test: { name: "structure", include: ["tests/structure/**/*.test.ts"] } },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "all",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/structure/**", "tests/e2e/**", ...long],
          globalSetup: ["tests/support/global-setup.ts"],
        },
      },
    ],
  },
});
