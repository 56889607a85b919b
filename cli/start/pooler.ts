import type postgres from "postgres";
import { connect } from "@/db/connect";
import { SQLSTATE } from "@/db/sqlstate";
import { errorCode } from "@/lib/process/error-code";
import type { Settings } from "@/lib/settings/settings";
import { StartProblem } from "../problem";

/** What the address of a database leads to, as far as it matters to us. */
type Path = { keepsSessions: boolean; takesParameters: boolean; keepsPreparedStatements: boolean };

/** Throws a StartProblem that names the setting, if a pooler on the way needs one. */
export async function checkPooling(
  url: string,
  { databaseDirectUrl, preparedStatements }: Pick<Settings, "databaseDirectUrl" | "preparedStatements">,
): Promise<void> {
  const path = await findOut(url);
  const isDirect = path.keepsSessions && path.takesParameters;
  if (!isDirect && databaseDirectUrl === undefined) {
    throw new StartProblem(
      "DATABASE_URL leads to a connection pooler such as PgBouncer. Signalbox also needs an address of Postgres itself, " +
        "to listen for changes, migrate and lock. Example: SIGNALBOX_DATABASE_DIRECT_URL=postgres://user:password@host:5432/signalbox",
    );
  }
  if (!path.keepsPreparedStatements && preparedStatements) {
    throw new StartProblem(
      "DATABASE_URL leads to a connection pooler that does not support prepared statements (PgBouncer before 1.21, or with " +
        "max_prepared_statements=0). Example: SIGNALBOX_PREPARED_STATEMENTS=off",
    );
  }
  if (databaseDirectUrl !== undefined) await requireDirect(databaseDirectUrl);
}

async function requireDirect(url: string): Promise<void> {
  const path = await findOut(url);
  if (!path.keepsSessions || !path.takesParameters)
    throw new StartProblem("SIGNALBOX_DATABASE_DIRECT_URL leads to a connection pooler too, not to Postgres itself");
}

/**
 * A pooler in transaction mode gives the first client's session to the second as soon as the first one's transaction is
 * over, and the first one's next statement, prepared or not, to another session.
 */
async function findOut(url: string): Promise<Path> {
  const [first, second] = [openPooled(url), openPooled(url)];
  try {
    const before = await sessionOf(first);
    await prepared(first);
    return await holdingSession(second, async () => {
      const taken = await sessionOf(second);
      // Outside of a transaction postgres.js would prepare it again.
      const keepsPreparedStatements = await holdingSession(first, () => prepared(first)).then(
        () => true,
        isUnknownStatement,
      );
      const keepsSessions = taken !== before && (await sessionOf(first)) === before;
      return { keepsSessions, keepsPreparedStatements, takesParameters: await takesParameters(url) };
    });
  } finally {
    await Promise.all([first.end({ timeout: 1 }), second.end({ timeout: 1 })]);
  }
}

/** A pooler in transaction mode cannot give the session to others meanwhile. */
async function holdingSession<Result>(sql: postgres.Sql, run: () => Promise<Result>): Promise<Result> {
  await sql`begin`.simple();
  try {
    return await run();
  } finally {
    await sql`rollback`.simple();
  }
}

const openPooled = (url: string) => connect(url, { max: 1, connect_timeout: 5, onnotice: () => {}, isPooled: true });

async function sessionOf(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`.simple();
  return row?.pid ?? 0;
}

const prepared = async (sql: postgres.Sql) => sql.unsafe("select $1::int as one", [1], { prepare: true });

const UNKNOWN_STATEMENT: readonly string[] = [SQLSTATE.invalidStatementName, SQLSTATE.duplicatePreparedStatement];

/** False for the error of a statement that was prepared in another session; any other error is thrown. */
function isUnknownStatement(error: unknown): false {
  if (UNKNOWN_STATEMENT.includes(errorCode(error))) return false;
  throw error;
}

/** PgBouncer refuses connections with parameters that it does not know, in every mode. */
async function takesParameters(url: string): Promise<boolean> {
  const client = connect(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await sessionOf(client);
    return true;
  } catch (error) {
    if (errorCode(error) === SQLSTATE.protocolViolation) return false;
    throw error;
  } finally {
    await client.end({ timeout: 1 });
  }
}
