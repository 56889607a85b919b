import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { preparedSql } from "@/db/prepared";

/**
 * Like `insert … values`, but the statement is the same for any number of rows and not limited to Postgres's 65,535
 * parameters. The first row determines the columns.
 */
export async function insertRows<Table extends PgTable>(
  db: Db,
  table: Table,
  rows: Table["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const known = getTableColumns(table);
  const names = Object.keys(first).filter((name) => name in known);
  await insertInto(table)(db, ...names).execute({ rows: JSON.stringify(rows) });
}

type Insert = ReturnType<typeof prepareInsert>;
const inserts = new WeakMap<PgTable, Insert>();

function insertInto(table: PgTable): Insert {
  const insert = inserts.get(table) ?? prepareInsert(table);
  inserts.set(table, insert);
  return insert;
}

const prepareInsert = (table: PgTable) =>
  preparedSql<object, string[]>((_, ...names) => {
    const columns = sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    );
    return sql`
      insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${sql.placeholder("rows")}::json)`;
  });

/** Ids for rows that need theirs before they are inserted: a sealed text opens in its own row only. */
export async function nextIds(db: Db, table: PgTable, count: number): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence(${getTableName(table)}, 'id'))::int as id from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}
