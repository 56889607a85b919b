import { afterAll } from "vitest";
import { type Database, openDatabase } from "@/db/client";

/** Pools of three web nodes, closed after the last test. Call it after the database exists. */
export function threePools(): Database[] {
  const pools = Array.from({ length: 3 }, () => openDatabase(process.env.DATABASE_URL ?? "", { max: 5 }));
  afterAll(() => Promise.all(pools.map((pool) => pool.close())));
  return pools;
}
