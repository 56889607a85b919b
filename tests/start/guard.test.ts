import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { startScratch } from "@/db/embedded";

it("a Postgres that has ended is not signalled: its pid may be another process's", async () => {
  const postgres = await startScratch();
  const [pid] = readFileSync(join(postgres.socketDir, ".s.PGSQL.5432.lock"), "utf8").split("\n");
  process.kill(Number(pid), "SIGQUIT");
  await postgres.exited;
  const signals = vi.spyOn(process, "kill");
  try {
    await postgres.stop();
    expect(signals).not.toHaveBeenCalled();
  } finally {
    signals.mockRestore();
  }
});
