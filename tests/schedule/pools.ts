import { afterAll } from "vitest";
import { type Database, openDatabase } from "@/db/client";

/** Three web nodes have three pools; they close after the last test. Call it once there is a database. */
export function threePools(): Database[] {
  const pools = Array.from({ length: 3 }, () => openDatabase(process.env.DATABASE_URL ?? "", { max: 5 }));
  afterAll(() => Promise.all(pools.map((pool) => pool.close())));
  return pools;
}
