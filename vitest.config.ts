import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "@/": fileURLToPath(new URL("./", import.meta.url)) };

/** Those take minutes: `npm run test:long` runs them. */
const long = process.env.SIGNALBOX_TEST_LONG === "1" ? [] : ["**/*.long.test.{ts,tsx}"];

/** Folders whose tests only call functions; tests/structure/pure.test.ts checks what they may not use. */
export const PURE_FOLDERS = ["access", "client", "components", "i18n", "secret", "settings", "workflow"];
const pure = [`tests/{${PURE_FOLDERS.join(",")}}/**/*.test.{ts,tsx}`, "tests/**/rules.test.ts"];

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
        // Importing React and the messages anew for each of a hundred files would take far longer than their tests.
        test: { name: "pure", include: pure, isolate: false },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "all",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/structure/**", "tests/e2e/**", ...pure, ...long],
          globalSetup: ["tests/support/global-setup.ts"],
        },
      },
    ],
  },
});
