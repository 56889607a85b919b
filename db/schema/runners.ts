import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { created, id, instant } from "@/db/columns";
import type { RunnerTools } from "@/lib/protocol/runner";

export const runners = pgTable("runners", {
  id: id(),
  name: text().notNull().default(""),
  token_hash: text().notNull().unique(),
  webhook: text().notNull().default(""),
  tag: text().notNull().default(""),
  max_parallel_tasks: integer().notNull().default(0),
  active: boolean().notNull().default(true),
  /** Started by `npm start` itself. */
  local: boolean().notNull().default(false),
  created: created(),
  instance_id: text(),
  hostname: text().notNull().default(""),
  version: text().notNull().default(""),
  /** What the process that said hello last speaks, and can do beyond it. */
  protocol: integer().notNull().default(1),
  capabilities: text().array().notNull().default([]),
  tools: jsonb().$type<RunnerTools>().notNull().default({}),
  last_seen: instant(),
});
