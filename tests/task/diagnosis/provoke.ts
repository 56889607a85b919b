import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";
import { diagnose } from "@/lib/task/diagnosis/diagnose";
import type { Provoked } from "./provoked";

const folder = mkdtempSync(join(tmpdir(), "signalbox-causes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;

/** Runs it as a runner does: both streams in one log, with colours. */
function provoke({ files, command }: Provoked) {
  const cwd = join(folder, String(++runs));
  mkdirSync(cwd);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const { status, signal, stdout } = spawnSync("bash", ["-c", `set -m; exec 2>&1\n${command}`], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOME: cwd,
      LANG: "C.UTF-8",
      ANSIBLE_FORCE_COLOR: "1",
      ANSIBLE_HOST_KEY_CHECKING: "True",
      TF_IN_AUTOMATION: "1",
    },
  });
  return { exit_code: signal ? 137 : status, log: stdout };
}

export const linesOf = (log: string) => log.split("\n").map((output, line) => ({ line, output }));

/** A test that provokes a mistake and expects its cause. */
export const findsCause = (app: string) => (mistake: Provoked) => {
  const { log, exit_code } = provoke(mistake);
  const { cause, subject, lines } = diagnose({ app, exit_code, lines: linesOf(log) });
  expect({ cause, subject }, log).toEqual({ cause: mistake.cause, subject: mistake.subject });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThanOrEqual(6);
};
