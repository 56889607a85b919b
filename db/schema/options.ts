import { pgTable, text } from "drizzle-orm/pg-core";

/** Server-wide key-value pairs: admin options, and the server's own under `server.*`. */
export const options = pgTable("options", { key: text().primaryKey(), value: text().notNull() });
