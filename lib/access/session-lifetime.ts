import { sql } from "drizzle-orm";
import { sessions } from "@/db/schema/sessions";

/** A session ends when it has not been used for so long. */
const IDLE_DAYS = 7;
/** It ends after so long in any case. */
export const SESSION_DAYS = 30;

export const isAlive = sql`(${sessions.last_seen} > now() - make_interval(days => ${sql.raw(String(IDLE_DAYS))})
  and ${sessions.created} > now() - make_interval(days => ${sql.raw(String(SESSION_DAYS))}))`;
