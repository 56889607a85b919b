import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import { hadOutage } from "@/lib/operation/database-outage";

/** A probe needs an answer soon; a database that hangs counts as down. */
const TIMEOUT_MS = 2_000;

/** True if the database answers in time, has our tables, and has failed no request recently. */
export async function isReady(): Promise<boolean> {
  return (await Promise.race([answers(), delay(TIMEOUT_MS, false, { ref: false })])) && !hadOutage();
}

async function answers(): Promise<boolean> {
  try {
    await database().execute(sql`select 1 from options limit 1`);
    return true;
  } catch {
    // The result is "not ready"; the reason is logged by requests that need the database.
    return false;
  }
}
