import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Place } from "./place";
import { DatabaseProblem, explain } from "./problem";
import { runAs } from "./user";

export const NAME = "signalbox";

/** Written once initdb has finished. A cluster without it has never been used. */
const MARK = "signalbox-complete";
const DRAFT = "cluster-draft-";

/** Creates the cluster if there is none. `sync: false` skips fsync, for tests. */
export async function ensureCluster(
  place: Place,
  native: string,
  note: (line: string) => void,
  { sync }: { sync: boolean },
): Promise<boolean> {
  removeDrafts(place.home);
  if (existsSync(join(place.cluster, MARK))) {
    if (existsSync(join(place.cluster, "PG_VERSION"))) return false;
    throw new DatabaseProblem(
      `The database folder ${place.cluster} is damaged (no PG_VERSION): restore it, or move it away to start over`,
    );
  }
  moveIncompleteAside(place.cluster, note);
  const draft = join(place.home, `${DRAFT}${process.pid}-${Date.now()}`);
  const outcome = await runAs(place.user, place.home, join(native, "bin/initdb"), [
    `--pgdata=${draft}`,
    `--username=${NAME}`,
    "--encoding=UTF8",
    "--locale=C",
    // Upper and lower case for every script, independent of the operating system's locales.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth=reject",
    "--no-instructions",
    ...(sync ? [] : ["--no-sync"]),
  ]);
  if (outcome.code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw explain(outcome.output, place.home);
  }
  replaceFile(join(draft, MARK), "", place);
  renameSync(draft, place.cluster);
  return true;
}

/** Left by a killed start whose initdb may run for another second, hence unique names and retries. */
function removeDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(DRAFT))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Moved rather than deleted: it might have been put there on purpose. */
function moveIncompleteAside(cluster: string, note: (line: string) => void): void {
  if (!existsSync(cluster)) return;
  if (readdirSync(cluster).length === 0) {
    rmdirSync(cluster);
    return;
  }
  const kept = `${cluster}-incomplete-${Date.now()}`;
  renameSync(cluster, kept);
  note(`An unfinished database folder was moved to ${kept}`);
}

/**
 * Access files live outside the cluster and are rewritten on each start: only our own account, only over the socket.
 */
export function writeAccessFiles(place: Place): { hba: string; ident: string } {
  const hba = join(place.home, "pg_hba.conf");
  const ident = join(place.home, "pg_ident.conf");
  replaceFile(hba, `local all ${NAME} peer map=${NAME}\n`, place);
  replaceFile(ident, `${NAME} "${userInfo().username}" ${NAME}\n`, place);
  return { hba, ident };
}

/** Removes, then creates exclusively, so that a link planted by another user is not followed. */
function replaceFile(path: string, content: string, { user }: Place): void {
  rmSync(path, { force: true });
  const file = openSync(path, "wx", 0o600);
  writeSync(file, content);
  if (user.uid !== undefined && user.gid !== undefined) fchownSync(file, user.uid, user.gid);
  closeSync(file);
}
