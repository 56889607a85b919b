import type postgres from "postgres";
import { fillHistory } from "@/bench/size/history";
import { fillProjects } from "@/bench/size/projects";

/** A busy installation after years; everything else is in proportion to it. */
const FULL = {
  users: 1_000,
  projects: 200,
  templates: 5_000,
  schedules: 5_000,
  tasks: 1_000_000,
  lines: 5_000_000,
  events: 100_000,
  states: 1_000,
  versions: 50_000,
  messages: 100_000,
  deliveries: 100_000,
};
export type Sizes = Record<keyof typeof FULL, number>;

/** With fewer, Postgres would rightly read some tables as a whole. */
const LEAST: Partial<Sizes> = { users: 40, projects: 8, templates: 80, schedules: 40, states: 20, events: 10_000 };

const sizesFor = (scale: number): Sizes =>
  Object.fromEntries(
    Object.entries(FULL).map(([name, count]) => [
      name,
      Math.max(Math.round(count * scale), LEAST[name as keyof Sizes] ?? 0),
    ]),
  ) as Sizes;

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
