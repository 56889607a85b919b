import { z } from "zod";
import { connect } from "@/db/connect";
import { CommandProblem } from "../problem";

const CONNECT_SECONDS = 10;

const QUERY = "select id, secret from access_key where secret is not null and secret <> ''";

const Rows = z.array(z.object({ id: z.coerce.number(), secret: z.union([z.string(), z.instanceof(Buffer)]) }));

/** Reads the rows of the old database; null if the address is of a kind that can't be read. */
const READERS: readonly [RegExp, (url: string) => Promise<unknown>][] = [
  [/^postgres(?:ql)?:\/\//, readPostgres],
  [/^(?:mysql|mariadb):\/\//, readMysql],
];

/** The sealed secrets of the old server's database by the number of their key. `name` is the setting with the address. */
export async function readOldDatabase(url: string, name: string): Promise<Map<number, string>> {
  const [, read] = READERS.find(([scheme]) => scheme.test(url)) ?? [];
  if (!read)
    throw new CommandProblem(`${name} takes the address of a Postgres or MySQL database: postgres://… or mysql://…`);
  try {
    return new Map(Rows.parse(await read(url)).map(({ id, secret }) => [id, secret.toString()]));
  } catch (error) {
    // The driver's message may quote the address, which holds the password.
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new CommandProblem(`Cannot read the secrets of the old database${code}`);
  }
}

async function readPostgres(url: string): Promise<unknown> {
  const sql = connect(url, { max: 1, connect_timeout: CONNECT_SECONDS, onnotice: () => undefined });
  try {
    return await sql.unsafe(QUERY);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The driver takes a tenth of a second to load, which only this import spends. */
async function readMysql(url: string): Promise<unknown> {
  const { createConnection } = await import("mysql2/promise");
  const uri = url.replace(/^mariadb:/, "mysql:");
  const connection = await createConnection({ uri, connectTimeout: CONNECT_SECONDS * 1_000 });
  try {
    const [rows] = await connection.query(QUERY);
    return rows;
  } finally {
    connection.destroy();
  }
}
