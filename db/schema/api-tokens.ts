import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { created, instant } from "@/db/columns";
import { users } from "@/db/schema/users";

/** The token itself is shown once; `id` is its public prefix and `secret_hash` the SHA-256 of the whole token. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: text().primaryKey(),
    secret_hash: text().notNull().unique(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created: created(),
    last_used: instant(),
    /** From where. */
    last_ip: text(),
    expired: boolean().notNull().default(false),
  },
  (t) => [index("api_tokens_user").on(t.user_id)],
);
