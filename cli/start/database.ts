import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@/db/connect";
import { type Embedded, startEmbedded } from "@/db/embedded";
import { SQLSTATE } from "@/db/sqlstate";
import { errorCode } from "@/lib/process/error-code";
import { readPostgresUrl } from "@/lib/settings/postgres-url";
import type { Settings } from "@/lib/settings/settings";
import { StartProblem } from "../problem";
import { checkPooling } from "./pooler";
import { note } from "./progress";
import { type RunningService, type Service, supervise } from "./service";

const OLDEST_MAJOR = 15;
const TIMEOUT_MS = 30_000;
/** Ten for statements, ten for transactions and one that listens. */
const CONNECTIONS_OF_WEB = 21;
const SPARE_CONNECTIONS = 16;

/** `directUrl` leads past a pooler. */
export type OpenDatabase = { url: string; directUrl: string; about: string; service?: Service };

/** The external database of DATABASE_URL, or the supervised bundled Postgres. */
export async function openDatabase(settings: Settings, stopped: AbortSignal): Promise<OpenDatabase> {
  return settings.databaseUrl
    ? await checkOutside(settings.databaseUrl, settings, stopped)
    : await superviseEmbedded(settings, stopped);
}

async function superviseEmbedded({ dataDir, webProcesses }: Settings, stopped: AbortSignal): Promise<OpenDatabase> {
  const parameters = { max_connections: String(Math.max(100, webProcesses * CONNECTIONS_OF_WEB + SPARE_CONNECTIONS)) };
  let stopping = false;
  let first: Embedded | undefined;
  const onLog = (line: string) => {
    // During a shutdown Postgres logs a FATAL for every connection.
    if (!stopping && /(FATAL|PANIC):/.test(line)) note(`postgres: ${line}`);
  };
  const begin = async (over: AbortSignal): Promise<RunningService> => {
    // Once it was ready, what is being stopped still needs it.
    const embedded = await startEmbedded({ dataDir, onLog, onNote: note, parameters, stopped: first ? over : stopped });
    first ??= embedded;
    return {
      exited: embedded.exited.then(({ code }) => (code === null ? "killed" : `exit code ${code}`)),
      stop: async (how) => {
        stopping = true;
        await embedded.stop(how);
        stopping = false;
      },
    };
  };
  const service = await supervise({ name: "Postgres", begin, note });
  const url = first?.url ?? "";
  return { url, directUrl: url, about: first?.fresh ? "new database" : "ready", service };
}

/** Waits for a database that is still starting, such as another service of a compose file. */
async function checkOutside(url: string, settings: Settings, stopped: AbortSignal): Promise<OpenDatabase> {
  for (const began = performance.now(); ; await sleep(500, undefined, { signal: stopped })) {
    const answer = await askVersion(url);
    if (typeof answer === "number") {
      await checkPooling(url, settings);
      return { url, directUrl: settings.databaseDirectUrl ?? url, about: `version ${requireMajor(answer)}` };
    }
    if (!answer.isTemporary || performance.now() - began > TIMEOUT_MS) {
      throw new StartProblem(`DATABASE_URL: cannot connect to ${describePlace(url)}: ${answer.problem}`);
    }
  }
}

const STARTING = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENOENT", "CONNECT_TIMEOUT", SQLSTATE.cannotConnectNow];

async function askVersion(url: string): Promise<number | { problem: string; isTemporary: boolean }> {
  const client = connect(url, { max: 1, connect_timeout: 5, onnotice: () => {}, isPooled: true });
  try {
    const [row] = await client<
      { version: number }[]
    >`select current_setting('server_version_num')::int as version`.simple();
    return row?.version ?? 0;
  } catch (error) {
    const code = errorCode(error);
    const isTemporary = STARTING.includes(code);
    return { problem: error instanceof Error && error.message ? error.message : code, isTemporary };
  } finally {
    await client.end({ timeout: 1 });
  }
}

function requireMajor(version: number): string {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_MAJOR)
    throw new StartProblem(`DATABASE_URL: Postgres ${major} is too old; Signalbox needs ${OLDEST_MAJOR} or newer`);
  return `${major}.${version % 10_000}`;
}

function describePlace(url: string): string {
  const { host = "", port = "", database = "" } = readPostgresUrl(url) ?? {};
  return `${database || "the database"} at ${host || "this machine"}${port && `:${port}`}`;
}
