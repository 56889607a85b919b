import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "@/cli/start/database";
import { startEmbedded } from "@/db/embedded";
import { readSettings } from "@/lib/settings/settings";
import { until } from "../support/until";
import { isRunning } from "./processes";

let dataDir: string;

/** A cluster that recovers and is never ready: a standby that serves nobody. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "signalbox-recovery-"));
  chmodSync(dataDir, 0o755);
  const first = await startEmbedded({ dataDir });
  await first.stop();
  writeFileSync(cluster("standby.signal"), "");
  appendFileSync(cluster("postgresql.conf"), "hot_standby = off\n");
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const cluster = (file: string) => join(dataDir, "postgres/cluster", file);
const state = () => {
  try {
    return readFileSync(cluster("postmaster.pid"), "utf8").split("\n");
  } catch {
    // It has not started yet.
    return [];
  }
};

const ENDED = ["ends Postgres", (_: number) => {}] as const;
const STUCK = ["ends one that no longer responds", (pid: number) => process.kill(pid, "SIGSTOP")] as const;

it.each(process.env.SIGNALBOX_TEST_LONG === "1" ? [ENDED, STUCK] : [ENDED])(
  "Ctrl-C while Postgres recovers %s",
  async (_, prepare) => {
    const stop = new AbortController();
    const opening = openDatabase(readSettings({ SIGNALBOX_DATA_DIR: dataDir }), stop.signal);
    await until("Postgres recovers", () => state()[7]?.trim() === "standby");
    const pid = Number(state()[0]);
    prepare(pid);
    stop.abort();
    await expect(opening).rejects.toThrow(/aborted/);
    expect(isRunning(pid)).toBe(false);
    rmSync(cluster("standby.signal"));
    const again = await startEmbedded({ dataDir });
    await again.stop();
  },
);
