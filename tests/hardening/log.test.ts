import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import pino from "pino";
import { expect, test } from "vitest";
import { errorResponse } from "@/lib/operation/endpoint";
import { toAppError } from "@/lib/operation/errors";
import { log } from "@/lib/settings/log";
import { freshDatabase } from "../support/database";

const CANARY = "canary-4f1d9c";

const db = await freshDatabase();

/** The lines that a log with the product's own settings writes. */
function lines(write: (logger: pino.Logger) => void): string {
  const written: string[] = [];
  const { [pino.symbols.serializersSym]: serializers } = log as unknown as Record<
    symbol,
    pino.LoggerOptions["serializers"]
  >;
  write(pino({ serializers }, { write: (line: string) => void written.push(line) }));
  return written.join("");
}

/** Statements that fail while they hold the canary, each for another reason. */
const FAILURES = {
  "a name of nothing": sql`select ${CANARY} from nowhere`,
  "a value of another type": sql`select ${CANARY}::text::int`,
  "a broken rule": sql`insert into users (username, name, email) values (${CANARY}, null, ${CANARY})`,
  "no JSON": sql`select ${`{"a": ${CANARY}`}::text::jsonb`,
};

test.each(Object.entries(FAILURES))(
  "a statement with %s leaves none of its values in the log",
  async (_, statement) => {
    const error: unknown = await db.execute(statement).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    const written = lines((logger) => logger.warn({ err: error }, "failed"));
    expect(written).toContain("Failed query");
    expect(written).not.toContain(CANARY);
  },
);

test("neither the answer nor what Next prints of a failed page has them", async () => {
  const thrown: unknown = await db.execute(FAILURES["a name of nothing"]).catch((error: unknown) => error);
  const error = toAppError(thrown);
  expect(await errorResponse(error, new Request("http://signalbox.test/api")).text()).not.toContain(CANARY);
  expect(inspect(error, { depth: 9 })).not.toContain(CANARY);
});
