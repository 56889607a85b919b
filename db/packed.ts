import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

type Columns = Readonly<Record<string, PgColumn>>;
type Row<Of extends Columns> = { -readonly [Name in keyof Of]: GetColumnData<Of[Name]> };
type Decode = (text: string) => unknown;

/** The columns of a table, or of an alias of it, by their names in a schema. */
export const columnsNamed = <const Name extends string, Table extends Readonly<Record<Name, PgColumn>>>(
  table: Table,
  names: readonly Name[],
): Pick<Table, Name> =>
  // Each name is a key of the table.
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;

/**
 * Columns as one value: of a long list, most of the time would go into reading and naming every value by itself. Postgres
 * writes such a row as fast as its columns and twice as fast as JSON. Make it once, not for each statement.
 * Each row also has the values of `more`: adding fields later costs as much as reading them.
 */
export const packed = <Of extends Columns, More extends object = object>(
  columns: Of,
  more?: More,
): SQL<Row<Of> & More> => rowOf(columns).mapWith(decoderOf(columns, more));

/** The same where a condition holds, and null elsewhere: such as of a table joined from the left. */
export const packedIf = <Of extends Columns, More extends object = object>(
  condition: SQL,
  columns: Of,
  more?: More,
): SQL<(Row<Of> & More) | null> =>
  sql`case when ${condition} then ${rowOf(columns)} end`.mapWith(decoderOf(columns, more));

const rowOf = (columns: Columns): SQL => sql`row(${sql.join(Object.values(columns), sql`, `)})`;

function decoderOf<Of extends Columns, More>(columns: Of, more?: More): (text: string) => Row<Of> & More {
  const fields = Object.entries(columns).map(([name, column]) => ({ name, decode: decoderOfColumn(column) }));
  // A copy of an object with all names gets its values faster than one that gets its names one by one.
  const blank: Record<string, unknown> = {
    ...Object.fromEntries(fields.map(({ name }): [string, unknown] => [name, null])),
    ...more,
  };
  return (text) => {
    const row = { ...blank };
    let at = 1;
    for (const { name, decode } of fields) {
      const isQuoted = text.charCodeAt(at) === QUOTE;
      const end = isQuoted ? closingQuote(text, at) : endOfPlain(text, at);
      if (isQuoted) row[name] = decode(unquoted(text, at, end));
      else if (end > at) row[name] = decode(text.slice(at, end));
      at = isQuoted ? end + 2 : end + 1;
    }
    if (at !== text.length) throw new Error("the row has other columns than were asked for");
    // Each name has the value of its column, decoded as the column says.
    return row as Row<Of> & More;
  };
}

const QUOTE = '"'.charCodeAt(0);

/** Inside of quotes, Postgres doubles quotes and backslashes. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
  return end;
}

/** Before the next comma or the closing parenthesis; a value after that one does not end. */
function endOfPlain(text: string, from: number): number {
  const end = text.indexOf(",", from);
  return end === -1 ? Math.max(from, text.length - 1) : end;
}

function unquoted(text: string, from: number, end: number): string {
  const inner = text.slice(from + 1, end);
  return inner.includes('"') || inner.includes("\\") ? inner.replace(/(["\\])\1/g, "$1") : inner;
}

const asIs: Decode = (text) => text;

/** From Postgres's text of a value; columns of further types would need a parser first. */
function decoderOfColumn(column: PgColumn): Decode {
  switch (column.getSQLType()) {
    case "integer":
      return Number;
    case "boolean":
      return (text) => text === "t";
    case "text":
      return asIs;
    case "jsonb":
      return JSON.parse;
    case "timestamp with time zone":
      return (text) => column.mapFromDriverValue(text);
    default:
      throw new Error(`no row can hold ${column.getSQLType()}`);
  }
}
