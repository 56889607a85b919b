import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** Applications that an admin added, and overrides of the built-in ones. */
export const apps = pgTable("apps", {
  id: text().primaryKey(),
  active: boolean().notNull().default(true),
  priority: integer().notNull().default(0),
  title: text().notNull().default(""),
  icon: text().notNull().default(""),
  color: text().notNull().default(""),
  dark_color: text().notNull().default(""),
  path: text().notNull().default(""),
  args: jsonb().$type<string[]>(),
});
