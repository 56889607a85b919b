import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseProblem, errorCode } from "./problem";

export type Hold = { release: () => void };

const FILE = "signalbox.pid";

/** Makes this process the only Signalbox that uses `folder`, until release or death. */
export async function holdFolder(folder: string): Promise<Hold> {
  const path = join(folder, FILE);
  const own = `${process.pid} ${processStart(process.pid)}\n`;
  if (!placeFile(path, own)) {
    refuseLiveHolder(folder, path);
    rmSync(path, { force: true });
    // Two newcomers may both find a dead holder; the one whose file does not survive gives way.
    if (placeFile(path, own)) await sleep(50);
    if (readIfThere(path) !== own) refuseLiveHolder(folder, path);
  }
  return { release: () => rmSync(path, { force: true }) };
}

/** Appears whole or not at all; false when there is one already. */
function placeFile(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { flag: "wx" });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw new DatabaseProblem(
      `The folder ${folderOf(path)} cannot be written: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

const folderOf = (path: string): string => path.slice(0, -FILE.length - 1);

function refuseLiveHolder(folder: string, path: string): void {
  const [pid = "", start] = readIfThere(path).trim().split(" ");
  if (Number(pid) > 0 && start === processStart(Number(pid))) {
    throw new DatabaseProblem(
      `Another Signalbox (process ${pid}) already uses ${folder}. Stop it, or set SIGNALBOX_DATA_DIR and PORT to start a second one`,
    );
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

/** Tells two processes apart that had the same pid one after the other. Empty when there is no such process. */
function processStart(pid: number): string {
  try {
    if (process.platform === "linux") {
      // The command name may hold spaces and brackets: count from the last bracket. Field 22 is the start in ticks.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return state === "Z" ? "" : (fields[18] ?? "");
    }
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    });
    return started.trim().replaceAll(" ", "_");
  } catch {
    // No /proc entry, or ps found nothing: the process is gone.
    return "";
  }
}
