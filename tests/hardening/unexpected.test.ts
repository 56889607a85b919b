import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ROOT } from "../structure/sources";

/** Raises errors in a process with the policy, a child as the supervisor starts it; resolves with its output and exit. */
async function raise(count: number, how: "exception" | "rejection", stdout: "pipe" | number = "pipe") {
  const script = join(ROOT, "tests/hardening/raise-unexpected.ts");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--import", join(ROOT, "cli/with-parent.ts"), script, String(count), how],
    {
      cwd: ROOT,
      env: { ...process.env, SIGNALBOX_LOG_LEVEL: "info" },
      stdio: ["ignore", stdout, "inherit", "ipc"],
    },
  );
  const [output, [code]] = await Promise.all([child.stdout ? text(child.stdout) : "", once(child, "exit")]);
  return { output, code };
}

test.each(["exception", "rejection"] as const)(
  "an unexpected %s is logged and counted, and the process continues",
  async (how) => {
    const { output, code } = await raise(3, how);
    expect(output.match(new RegExp(`unexpected ${how}`, "g"))).toHaveLength(3);
    expect(output).toContain(`signalbox_unexpected_errors_total{kind="${how}"} 3`);
    expect(output).toContain("still here");
    expect(code).toBe(0);
  },
);

test("ten within a minute end it in order", async () => {
  const { output, code } = await raise(10, "exception");
  expect(output).toContain("too many unexpected errors");
  expect(output).not.toContain("still here");
  expect(code).toBe(7);
});

test("they count and end the process in the same way while its log cannot be written", async () => {
  const full = openSync("/dev/full", "w");
  expect(await raise(3, "exception", full)).toMatchObject({ code: 0 });
  expect(await raise(10, "exception", full)).toMatchObject({ code: 7 });
  closeSync(full);
});
