import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "@/lib/process/error-code";
import { DatabaseProblem } from "./problem";
import { chooseUser, isRoot, type RunUser, runAs } from "./user";

/** Where a cluster lives. `home` belongs to `user` and holds the cluster, its socket and its access files. */
export type Place = { home: string; cluster: string; socketDir: string; user: RunUser };

type Note = (line: string) => void;

// sun_path holds 108 bytes on Linux and 104 on macOS, including the terminating zero.
const SOCKET_PATH_BYTES = process.platform === "darwin" ? 103 : 107;
const SHARED_HOME = "/var/lib/signalbox";

/** Finds or creates the cluster's home: in the data folder, or elsewhere if Postgres cannot get there. */
export async function choosePlace(dataDir: string, note: Note): Promise<Place> {
  makeDataDir(dataDir);
  const record = recordOf(dataDir);
  const recorded = readRecord(record);
  const home = recorded ?? join(dataDir, "postgres");
  const user = chooseUser(join(home, "cluster"));
  if (recorded || !isRoot()) return placeAt(makeHome(home, user), user);
  if (existsSync(join(home, "cluster")) || (await canReach(makeHome(home, user), user))) return placeAt(home, user);
  rmdirSync(home);
  const elsewhere = makeSharedHome(dataDir, user, note);
  writeFileSync(record, `${elsewhere}\n`);
  return placeAt(elsewhere, user);
}

const recordOf = (dataDir: string): string => join(dataDir, "postgres-location");

/** Whether this data folder already has a database. */
export const hasCluster = (dataDir: string): boolean =>
  existsSync(join(dataDir, "postgres/cluster")) || existsSync(recordOf(dataDir));

/** A new home under the temporary folder, for tests; its owner may delete all of it. */
export async function scratchPlace(): Promise<Place> {
  for (const folder of [tmpdir(), "/tmp"]) {
    const home = mkdtempSync(join(folder, "signalbox-pg-"));
    const user = chooseUser(join(home, "cluster"));
    changeOwner(home, user);
    if (await canReach(home, user)) return placeAt(home, user);
    rmdirSync(home);
  }
  throw new DatabaseProblem(`Postgres cannot reach ${tmpdir()} or /tmp`);
}

function placeAt(home: string, user: RunUser): Place {
  const real = realpathSync(home);
  return { home: real, cluster: join(real, "cluster"), socketDir: socketDirFor(real, user), user };
}

/** Mode 711 for root: Postgres's user may pass through but not list the folder. */
export function makeDataDir(dataDir: string): void {
  try {
    if (existsSync(dataDir)) return;
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, isRoot() ? 0o711 : 0o700);
  } catch (error) {
    throw new DatabaseProblem(
      `The data folder ${dataDir} cannot be made: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function readRecord(record: string): string | undefined {
  if (!existsSync(record)) return undefined;
  const home = readFileSync(record, "utf8").trim();
  if (existsSync(join(home, "cluster"))) return home;
  throw new DatabaseProblem(
    `The database of this data folder was in ${home}, which is gone. Restore it, or remove ${record} to start over`,
  );
}

function makeHome(home: string, user: RunUser): string {
  if (!existsSync(home)) {
    mkdirSync(home, { mode: 0o700 });
    changeOwner(home, user);
  }
  return home;
}

/** lchown: another user may own the parent folder and could plant a link here. */
function changeOwner(path: string, user: RunUser): void {
  if (user.uid === undefined || user.gid === undefined) return;
  try {
    lchownSync(path, user.uid, user.gid);
  } catch (error) {
    // A network file system may refuse even root; then canReach fails and another place is chosen.
    if (errorCode(error) !== "EPERM") throw error;
  }
}

async function canReach(home: string, user: RunUser): Promise<boolean> {
  const { code } = await runAs(user, "/", "/bin/sh", ["-c", 'cd "$1" && test -w .', "sh", home]);
  return code === 0;
}

function makeSharedHome(dataDir: string, user: RunUser, note: Note): string {
  const home = join(SHARED_HOME, createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 12));
  if (!existsSync(SHARED_HOME)) {
    mkdirSync(SHARED_HOME, { recursive: true });
    chmodSync(SHARED_HOME, 0o711);
  }
  if (existsSync(home)) {
    // The data folder that pointed here was deleted together with its keys, so a new one cannot use the old rows.
    const kept = `${home}.${Date.now()}`;
    renameSync(home, kept);
    note(`The database of an earlier data folder at this path was moved to ${kept}`);
  }
  return makeHome(home, user);
}

/** The home itself if its path is short enough, otherwise a private folder under /tmp. */
function socketDirFor(home: string, user: RunUser): string {
  if (fits(home)) return home;
  const short = join("/tmp", `signalbox-${createHash("sha256").update(home).digest("hex").slice(0, 12)}`);
  if (!existsSync(short)) {
    mkdirSync(short, { mode: 0o700 });
    changeOwner(short, user);
  }
  const found = statSync(short);
  const owner = user.uid ?? process.getuid?.();
  if (found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new DatabaseProblem(`The path ${home} is too long for a socket, and ${short} belongs to another user`);
  }
  return short;
}

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= SOCKET_PATH_BYTES;
