import { sql } from "drizzle-orm";
import { database } from "@/db/client";

/** True when the database answers and holds our tables. */
export async function isReady(): Promise<boolean> {
  try {
    await database().execute(sql`select 1 from options limit 1`);
    return true;
  } catch {
    // Not ready is the answer; the reason is in the log of whoever asks the database for real.
    return false;
  }
}
