import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { toRfc3339 } from "@/db/columns";

/** The current time by the database's clock, which all web nodes share. */
export async function databaseClock(db: Db): Promise<number> {
  const [row] = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  if (!row) throw new Error("the database returned no time");
  return Date.parse(toRfc3339(row.now));
}
