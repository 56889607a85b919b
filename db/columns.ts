import { sql } from "drizzle-orm";
import { customType, integer } from "drizzle-orm/pg-core";

/** Postgres prints `2026-11-20 06:04:15.77+00` (the session is in UTC); the wire wants RFC 3339 with Z. */
export const toRfc3339 = (value: string): string => value.replace(" ", "T").replace(/\+00(:00)?$/, "Z");

/** An instant, read as RFC 3339 text. Date objects are left out on purpose: they halve the speed of a long list. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
  fromDriver: toRfc3339,
});

declare const sealedMark: unique symbol;
/** Ciphertext of lib/secret. No output schema accepts it, so it cannot leave by accident. */
export type Sealed = string & { readonly [sealedMark]: true };

export const sealed = customType<{ data: Sealed; driverData: string }>({ dataType: () => "text" });

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const created = () => instant().notNull().default(sql`now()`);
