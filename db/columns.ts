import { sql } from "drizzle-orm";
import { customType, integer } from "drizzle-orm/pg-core";

/** Postgres prints `2026-11-20 06:04:15.77+00` (sessions use UTC); the API uses RFC 3339 with Z. */
export const toRfc3339 = (value: string): string =>
  value[10] === " " && value.endsWith("+00")
    ? `${value.slice(0, 10)}T${value.slice(11, -3)}Z`
    : value.replace(" ", "T").replace(/\+00(:00)?$/, "Z");

/** An instant as RFC 3339 text. No Date objects: they halve the speed of long lists. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
  fromDriver: toRfc3339,
});

/** Any JSON value. jsonb() decodes it a second time, after the driver: it makes a number of the text "1.10". */
export const jsonValue = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
});

declare const sealedMark: unique symbol;
/** Ciphertext from lib/secret. No output schema accepts it, so it cannot leak by accident. */
export type Sealed = string & { readonly [sealedMark]: true };

export const sealed = customType<{ data: Sealed; driverData: string }>({ dataType: () => "text" });

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const created = () => instant().notNull().default(sql`now()`);
