import { sql } from "drizzle-orm";
import { boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { created, id } from "@/db/columns";

export const users = pgTable(
  "users",
  {
    id: id(),
    created: created(),
    username: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    /** Null for external accounts. */
    password_hash: text(),
    admin: boolean().notNull().default(false),
    external: boolean().notNull().default(false),
    alert: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex("users_username").on(sql`lower(${t.username})`),
    uniqueIndex("users_email").on(sql`lower(${t.email})`),
  ],
);
