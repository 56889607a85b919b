import { type Database, openDatabase } from "@/db/client";
import { hasCluster } from "@/db/cluster/place";
import { findRunning, startEmbedded } from "@/db/embedded";
import { SQLSTATE } from "@/db/sqlstate";
import { AppError, databaseCode } from "@/lib/operation/errors";
import { apiText } from "@/lib/operation/http/api-texts";
import { settings } from "@/lib/settings/settings";
import type { User } from "@/lib/user/schema";
import { findUser } from "@/lib/user/store";
import { CommandProblem, EXIT } from "../problem";

/** Runs on the server's database and starts the bundled one if necessary. Rule violations become command errors. */
export async function withDatabase<Result>(run: (db: Database) => Promise<Result>): Promise<Result> {
  const { url, close } = await openServer();
  const db = openDatabase(url, { max: 1 });
  try {
    return await run(db);
  } catch (error) {
    throw toProblem(error);
  } finally {
    await db.close();
    await close();
  }
}

async function openServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = settings();
  const leave = async () => {};
  if (databaseDirectUrl) return { url: databaseDirectUrl, close: leave };
  if (!hasCluster(dataDir))
    throw new CommandProblem(
      `There is no Signalbox in ${dataDir}. Set SIGNALBOX_DATA_DIR to its data folder, or DATABASE_URL to its database`,
    );
  const running = await findRunning(dataDir);
  if (running) return { url: running, close: leave };
  const embedded = await startEmbedded({ dataDir });
  return { url: embedded.url, close: () => embedded.stop() };
}

function toProblem(error: unknown): unknown {
  if (error instanceof AppError) return new CommandProblem(apiText(error) ?? error.message);
  const code = databaseCode(error);
  if (code !== SQLSTATE.undefinedTable && code !== SQLSTATE.undefinedColumn) return error;
  const migrating = settings().databaseUrl ? "migrate" : "start";
  return new CommandProblem(`The database is of another version; run: signalbox ${migrating}`, EXIT.failed);
}

/** Finds the account by user name or e-mail. */
export async function requireUser(db: Database, login: string): Promise<User> {
  const user = await findUser(db, login);
  if (!user) throw new CommandProblem(`There is no user ${login}. See: signalbox user list`);
  return user;
}

/** Event scope of the command line: only the operating system knows who runs it. */
export const FROM_CLI = { project: null, userId: null, ip: "" };
