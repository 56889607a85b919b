import { pgTable, text } from "drizzle-orm/pg-core";

/** Small server-wide facts: admin options, and `server.*` rows of the server's own. */
export const options = pgTable("options", { key: text().primaryKey(), value: text().notNull() });
