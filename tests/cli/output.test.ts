import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { cliBundle } from "./cli-process";

test("a command whose output cannot be written fails with one line", async () => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, [await cliBundle(), "help"], {
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  });
  closeSync(full);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The output can't be written: ENOSPC.*\n$/);
});

test("a command whose reader has seen enough ends with success", async () => {
  const { status, stderr } = spawnSync(
    "bash",
    ["-o", "pipefail", "-c", '"$0" "$1" help | true', process.execPath, await cliBundle()],
    {
      encoding: "utf8",
    },
  );
  expect([status, stderr]).toEqual([0, ""]);
});
