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

/** The one role and the one database. */
export const NAME = "signalbox";

/** Written into a cluster when initdb has finished; a cluster without it was never in use. */
const MARK = "signalbox-complete";
const DRAFT = "cluster-draft-";

/** Makes the cluster unless there is one. `sync: false` leaves flushing to the system, for tests. */
export async function ensureCluster(
  place: Place,
  native: string,
  note: (line: string) => void,
  sync = true,
): Promise<boolean> {
  removeDrafts(place.home);
  if (existsSync(join(place.cluster, MARK))) {
    if (existsSync(join(place.cluster, "PG_VERSION"))) return false;
    throw new DatabaseProblem(
      `The database folder ${place.cluster} is damaged (no PG_VERSION): restore it, or move it away to begin anew`,
    );
  }
  moveIncompleteAside(place.cluster, note);
  const draft = join(place.home, `${DRAFT}${process.pid}-${Date.now()}`);
  const outcome = await runAs(place.user, place.home, join(native, "bin/initdb"), [
    `--pgdata=${draft}`,
    `--username=${NAME}`,
    "--encoding=UTF8",
    "--locale=C",
    // Upper and lower case of every script, without any locale of the operating system.
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

/** A killed start leaves one, and its initdb may be at work for another second: hence names of their own, and retries. */
function removeDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(DRAFT))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Kept rather than deleted: a person may have put it there. */
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

/** Access files outside the cluster, written anew at each start: only our own account gets in, and only by the socket. */
export function writeAccessFiles(place: Place): { hba: string; ident: string } {
  const hba = join(place.home, "pg_hba.conf");
  const ident = join(place.home, "pg_ident.conf");
  replaceFile(hba, `local all ${NAME} peer map=${NAME}\n`, place);
  replaceFile(ident, `${NAME} "${userInfo().username}" ${NAME}\n`, place);
  return { hba, ident };
}

/** Removes first and creates exclusively, so that a link put there by somebody else is not followed. */
function replaceFile(path: string, content: string, { user }: Place): void {
  rmSync(path, { force: true });
  const file = openSync(path, "wx", 0o600);
  writeSync(file, content);
  if (user.uid !== undefined && user.gid !== undefined) fchownSync(file, user.uid, user.gid);
  closeSync(file);
}
