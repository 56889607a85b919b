import type postgres from "postgres";
import { fillHistory } from "@/bench/size/history";
import { fillProjects } from "@/bench/size/projects";
import { type Sizes, sizesFor } from "@/bench/size/sizes";

/**
 * Fills a migrated, empty database; always with the same rows for the same scale. Project 1 holds a fifth of everything and its
 * template 1 half of that, project 2 has no task that failed, and project 3 is small and has been quiet since the beginning.
 */
export async function fill(client: postgres.Sql, scale: number): Promise<Sizes> {
  const sizes = sizesFor(scale);
  await client.begin(async (sql) => {
    // Foreign keys are kept by the way the rows are made; checking them takes longer than inserting.
    await sql`set local session_replication_role = replica`;
    await sql`set local synchronous_commit = off`;
    await sql`set local max_parallel_workers_per_gather = 0`;
    await fillProjects(sql, sizes);
    await fillHistory(sql, sizes);
  });
  await client`vacuum (analyze)`;
  return sizes;
}
