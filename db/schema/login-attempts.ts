import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { created, id } from "@/db/columns";

/** Recent failed sign-ins, for the throttle. `account` is a hash: a password typed by mistake must not be stored. */
export const loginAttempts = pgTable(
  "login_attempts",
  {
    id: id(),
    account: text().notNull(),
    ip: text().notNull(),
    created: created(),
    weight: integer().notNull().default(1),
  },
  (t) => [index("login_attempts_account").on(t.account, t.created), index("login_attempts_ip").on(t.ip, t.created)],
);
