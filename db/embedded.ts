import { rmSync } from "node:fs";
import { errorCode } from "@/lib/process/error-code";
import { prepareBinaries } from "./cluster/binaries";
import { ensureCluster, NAME, writeAccessFiles } from "./cluster/create";
import { lockDataFolder } from "./cluster/data-folder-lock";
import { type Exit, type Guarded, launch } from "./cluster/guard";
import { stopLeftover } from "./cluster/leftover";
import { choosePlace, hasCluster, type Place, scratchPlace } from "./cluster/place";
import { connect } from "./connect";

export type EmbeddedOptions = {
  parameters?: Record<string, string>;
  /** A one-line note for the operator. */
  onNote?: (line: string) => void;
  /** A line of Postgres's own log. */
  onLog?: (line: string) => void;
  /** Ends a Postgres that is still getting ready. */
  stopped?: AbortSignal;
};

export type Embedded = {
  url: string;
  socketDir: string;
  /** Whether this start created the cluster. */
  fresh: boolean;
  /** Stops Postgres within seconds; `force` skips the shutdown checkpoint. Idempotent. */
  stop: (how?: { force?: boolean }) => Promise<void>;
  /** Settles when Postgres has exited, for any reason. */
  exited: Promise<Exit>;
};

const PARAMETERS = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "64MB",
  max_wal_size: "512MB",
  autovacuum_vacuum_scale_factor: "0.05",
  autovacuum_analyze_scale_factor: "0.05",
  idle_in_transaction_session_timeout: "60s",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Failed statements and their values may hold secrets, and the client gets the error anyway, so they are not logged.
  log_min_messages: "log",
  log_min_error_statement: "panic",
};

/** Starts the bundled Postgres on the data folder's cluster, creating it first if needed. Throws DatabaseProblem. */
export async function startEmbedded(options: EmbeddedOptions & { dataDir: string }): Promise<Embedded> {
  const note = options.onNote ?? (() => {});
  return await startAt(await choosePlace(options.dataDir, note), { ...options, scratch: false });
}

/** The URL of the data folder's Postgres if it is running, otherwise null. */
export async function findRunning(dataDir: string): Promise<string | null> {
  if (!hasCluster(dataDir)) return null;
  const url = urlOf(await choosePlace(dataDir, () => {}), NAME);
  const client = connect(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await client`select 1`;
    return url;
  } catch (error) {
    if (["ENOENT", "ECONNREFUSED"].includes(errorCode(error))) return null;
    throw error;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Starts an empty throwaway Postgres for tests, fast rather than durable; its folder is deleted at the end. */
export async function startScratch(options: EmbeddedOptions = {}): Promise<Embedded> {
  const quick = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" };
  const parameters = { ...quick, ...options.parameters };
  return await startAt(await scratchPlace(), { ...options, parameters, scratch: true });
}

async function startAt(place: Place, options: EmbeddedOptions & { scratch: boolean }): Promise<Embedded> {
  const { scratch, onNote = () => {} } = options;
  const hold = await lockDataFolder(place.home, onNote);
  let guarded: Guarded | undefined;
  try {
    const native = await prepareBinaries(place);
    await stopLeftover(place);
    const fresh = await ensureCluster(place, native, onNote, { sync: !scratch });
    const parameters = { ...PARAMETERS, ...ownFiles(place), ...options.parameters };
    const { onLog = () => {}, stopped } = options;
    guarded = await launch({ place, native, parameters, scratch, onLog, stopped });
    await ensureDatabase(place);
    const exited = guarded.exited.finally(hold.release);
    return { url: urlOf(place, NAME), socketDir: place.socketDir, fresh, exited, stop: stopper(guarded, exited) };
  } catch (error) {
    guarded?.signal("SIGQUIT");
    await guarded?.exited;
    hold.release();
    if (scratch) rmSync(place.home, { recursive: true, force: true });
    throw error;
  }
}

function ownFiles(place: Place): Record<string, string> {
  const { hba, ident } = writeAccessFiles(place);
  return { unix_socket_directories: place.socketDir, hba_file: hba, ident_file: ident };
}

const urlOf = (place: Place, database: string): string =>
  `postgres:///${database}?host=${encodeURIComponent(place.socketDir)}&user=${NAME}`;

async function ensureDatabase(place: Place): Promise<void> {
  const client = connect(urlOf(place, "postgres"), { max: 1, connect_timeout: 30 });
  try {
    const [found] = await client`select 1 from pg_database where datname = ${NAME}`;
    if (!found) await client`create database ${client(NAME)}`;
  } finally {
    await client.end({ timeout: 1 });
  }
}

const TIMEOUT_MS = 10_000;

function stopper(guarded: Guarded, exited: Promise<Exit>): Embedded["stop"] {
  return async ({ force = false } = {}) => {
    guarded.signal(force ? "SIGQUIT" : "SIGINT");
    // On an immediate shutdown Postgres gives each backend five seconds before killing it.
    const timers = [
      setTimeout(() => guarded.signal("SIGQUIT"), TIMEOUT_MS),
      setTimeout(() => guarded.signal("SIGKILL"), TIMEOUT_MS + 6_000),
    ];
    await exited;
    for (const timer of timers) clearTimeout(timer);
  };
}
