import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Without a pid after this, the process that made the file has ended. */
const UNWRITTEN_MS = 5_000;

/** One process at a time works in `folder`: installs, builds. Returns the function that releases the lock. */
export async function takeTurn(folder) {
  const file = join(tmpdir(), `signalbox-setup-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`);
  for (let told = false; ; await sleep(300)) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      const release = () => {
        rmSync(file, { force: true });
        process.off("exit", release);
      };
      process.once("exit", release);
      return release;
    } catch (error) {
      if (error.code !== "EEXIST") {
        // Made before there was no room for the pid.
        rmSync(file, { force: true });
        throw error;
      }
    }
    const pid = pidIn(file);
    if (!isAlive(pid) || ageMs(file) > (pid === 0 ? UNWRITTEN_MS : 1_800_000)) rmSync(file, { force: true });
    else if (!told) console.error(`  … Another process is installing or building in ${folder}; waiting for it`);
    told = true;
  }
}

/** Between creating the file and writing to it there is no pid yet: 0. */
function pidIn(file) {
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
}

function ageMs(file) {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

function isAlive(pid) {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
