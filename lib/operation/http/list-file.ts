import { z } from "zod";
import { CSV_START, csvLine } from "@/lib/operation/csv";
import { invalid } from "@/lib/operation/errors";
import { streamed } from "@/lib/operation/http/stream";
import { OWN_TYPE } from "@/lib/operation/media-type";
import { parse } from "@/lib/operation/parse";
import { decodePercent } from "@/lib/protocol/query";

/** Query parameters of every list. */
export const ListFileQuery = z.object({
  export: z.enum(["csv", "json"]).optional().describe("The whole list as a file, whatever its limit"),
  only: z
    .string()
    .max(16_000)
    .transform((text) => text.split(","))
    .refine((keys) => keys.every((key) => decodePercent(key) !== null))
    .transform((keys) => new Set(keys.map(decodeURIComponent)))
    .optional()
    .describe(
      "With export: only rows with these ids (task_id in lists without id), or the values of `key` joined by spaces; percent-encoded, separated by commas",
    ),
  key: z
    .string()
    .regex(/^\w+(,\w+)*$/)
    .transform((text) => text.split(","))
    .optional()
    .describe("The fields that `only` names rows by, separated by commas"),
});

type Contract = { input: z.ZodType; output: z.ZodType };
type Row = Readonly<Record<string, unknown>>;
const Rows = z.array(z.record(z.string(), z.unknown()));

type Source = Contract & {
  /** The operation has a form of its output for clients of Semaphore; a file has our own. */
  semaphoreOutput?: z.ZodType;
  /** Runs the operation with a query. */
  read: (query: object) => Promise<unknown>;
  /** What the file says of a row. */
  asRow?: (row: Row) => Row;
};

/** Rows read at once from a list that has pages. */
const PAGE = 1000;

const isPaged = ({ input }: Contract): boolean => input instanceof z.ZodObject && "before" in input.shape;

const formsOf = ({ output }: Contract) => (output instanceof z.ZodUnion ? output.options : [output]);

/** Whether the operation lists something, at least on demand. */
const isList = (contract: Contract): boolean => formsOf(contract).some((form) => form instanceof z.ZodArray);

/** The rows of a list, as those with the most fields if there are several kinds; null unless all are objects. */
function rowOf(contract: Contract): z.ZodObject | null {
  const lists = formsOf(contract);
  const rows = lists.flatMap((list) =>
    list instanceof z.ZodArray && list.element instanceof z.ZodObject ? [list.element] : [],
  );
  const [widest] = rows.toSorted((a, b) => Object.keys(b.shape).length - Object.keys(a.shape).length);
  return rows.length === lists.length ? (widest ?? null) : null;
}

/** The fields of an operation's rows; null unless it is a list of objects that can be read to its end. */
export function listFields(contract: Contract): string[] | null {
  const row = rowOf(contract);
  if (!row) return null;
  const fields = Object.keys(row.shape);
  return isPaged(contract) && !fields.includes("id") ? null : fields;
}

/** A whole list as a file, if the query asks for one. The operation reads it, so its access and filters hold. */
export async function listFile(source: Source, { method, url }: Request): Promise<Response | null> {
  const { pathname, searchParams } = new URL(url);
  if (!searchParams.has("export") || !isList(source)) return null;
  const fields = listFields(source);
  if (!fields) throw invalid("export", "invalidValue");
  const query = Object.fromEntries(searchParams);
  const { export: format = "json", only, key } = parse(ListFileQuery, query);
  if (only && !key) checkIds(source, only);
  const pages = pagesOf(source, query, (row) => !only || only.has(keyOf(row, key)));
  // A refusal is answered before the file begins.
  const whole = beginningWith(await pages.next(), pages);
  const text = format === "csv" ? csvOf(whole, fields) : jsonOf(whole);
  return streamed(method, text, {
    "content-type":
      format === "csv" ? "text/csv; charset=utf-8" : source.semaphoreOutput ? OWN_TYPE : "application/json",
    "content-disposition": `attachment; filename="${nameOf(pathname)}.${format}"`,
  });
}

/** Rejects ids that are not numbers, for which the file would be empty, as if there were no rows. */
function checkIds(source: Contract, only: ReadonlySet<string>): void {
  const shape = rowOf(source)?.shape ?? {};
  const { id = shape.task_id } = shape;
  if (id instanceof z.ZodNumber && [...only].some((text) => !/^\d+$/.test(text))) throw invalid("only", "idInvalid");
}

/** `templates` of /api/project/1/templates. */
const nameOf = (path: string): string => path.split("/").findLast((part) => /^[a-z_]+$/.test(part)) ?? "list";

const keyOf = (row: Row, fields?: string[]): string =>
  fields ? fields.map((field) => textOf(row[field])).join(" ") : String(row.id ?? row.task_id);

/** Pages by the id that the one before ended with; each is read when the one before has been sent. */
async function* pagesOf(source: Source, query: object, isWanted: (row: Row) => boolean): AsyncGenerator<Row[]> {
  const { read, asRow = (row) => row } = source;
  if (!isPaged(source)) {
    yield Rows.parse(await read(query))
      .filter(isWanted)
      .map(asRow);
    return;
  }
  for (let before: unknown; ; ) {
    const rows = Rows.parse(await read({ ...query, limit: PAGE, before, after: undefined }));
    const last = rows.at(-1)?.id;
    if (last === undefined || last === before) return;
    yield rows.filter(isWanted).map(asRow);
    before = last;
  }
}

async function* beginningWith(first: IteratorResult<Row[]>, others: AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
  if (first.done) return;
  yield first.value;
  yield* others;
}

async function* jsonOf(pages: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(",\n");
    before = ",\n";
  }
  yield before === "[" ? "[]\n" : "]\n";
}

async function* csvOf(pages: AsyncGenerator<Row[]>, fields: string[]): AsyncGenerator<string> {
  yield CSV_START + csvLine(fields);
  for await (const rows of pages) yield rows.map((row) => csvLine(fields.map((field) => textOf(row[field])))).join("");
}

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
