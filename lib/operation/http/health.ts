import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { database } from "@/db/client";
import { hadOutage } from "@/lib/operation/database-outage";

/** Whoever asks wants to know now; a database that is stuck is none. */
const PATIENCE_MS = 2_000;

/** True when the database answers in time, holds our tables, and has failed no request a moment ago. */
export async function isReady(): Promise<boolean> {
  return (await Promise.race([answers(), delay(PATIENCE_MS, false, { ref: false })])) && !hadOutage();
}

async function answers(): Promise<boolean> {
  try {
    await database().execute(sql`select 1 from options limit 1`);
    return true;
  } catch {
    // Not ready is the answer; the reason is in the log of whoever asks the database for real.
    return false;
  }
}
