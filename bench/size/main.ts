import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { type Explaining, openExplaining } from "@/bench/size/explain";
import { fill } from "@/bench/size/fill";
import { listOperations, measureList } from "@/bench/size/lists";
import { rounds } from "@/bench/size/rounds";
import { connect } from "@/db/connect";
import { startScratch } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { openSession } from "@/lib/session/sessions";

/** A tenth of the installation that bench/size/fill.ts describes, and the whole of it; or those given. */
const scales = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.1, 1];

type Figures = { ms: number; pages: number };
type Table = Record<string, Record<string, string>>;

/** Every list and every round with each scale beside the others: Postgres's processor time, 95th percentile, and pages read. */
async function main(): Promise<void> {
  const table: Table = {};
  for (const scale of scales) {
    const server = await startScratch({ parameters: { max_wal_size: "8GB", shared_buffers: "512MB" } });
    try {
      await migrate(server.url);
      await fillTimed(server.url, scale);
      for (const [name, { ms, pages }] of Object.entries(await measureAll(server.url)))
        table[name] = { ...table[name], [`×${scale} ms`]: ms.toFixed(1), [`×${scale} pages`]: String(pages) };
    } finally {
      await server.stop({ force: true });
    }
  }
  console.table(table);
}

async function fillTimed(url: string, scale: number): Promise<void> {
  const client = connect(url, { max: 1, onnotice: () => {} });
  const began = performance.now();
  await fill(client, scale);
  const [row] = await client<{ size: string }[]>`select pg_size_pretty(pg_database_size(current_database())) as size`;
  console.log(`×${scale}: filled in ${((performance.now() - began) / 1_000).toFixed(0)} s, ${row?.size}`);
  await client.end();
}

async function measureAll(url: string): Promise<Record<string, Figures>> {
  const explaining = openExplaining(url);
  const origin = { ip: "127.0.0.1", userAgent: "bench" };
  const people = {
    admin: await openSession(explaining.db, 1, origin),
    quiet: await openSession(explaining.db, 2, origin),
  };
  const timed = await timeBy(explaining);
  const figures: Record<string, Figures> = {};
  for (const operation of listOperations()) {
    // Once before, so that everything is in memory.
    await measureList(explaining, operation, people);
    const taken: Figures[] = [];
    await measureList(timed(taken), operation, people);
    figures[operation.name] = worst(taken);
  }
  for (const [name, run] of Object.entries(rounds)) {
    const taken: Figures[] = [];
    for (let time = 0; time < 3; time++) await timed(taken).ranBy(() => run(explaining.db));
    figures[name] = worst(taken.slice(1));
  }
  await explaining.db.close();
  return figures;
}

/** The time on a processor, which does not depend on what else the machine does. */
async function timeBy(explaining: Explaining): Promise<(taken: Figures[]) => Explaining> {
  const [row] = await explaining.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const onProcessor = () => Number(readFileSync(`/proc/${row?.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  return (taken) => ({
    db: explaining.db,
    async ranBy(run) {
      const began = onProcessor();
      const ran = await explaining.ranBy(run);
      taken.push({ ms: onProcessor() - began, pages: ran.reduce((sum, { pages }) => sum + pages, 0) });
      return ran;
    },
  });
}

const P95 = 0.95;

const worst = (taken: Figures[]): Figures => ({
  ms: percentile(taken.map(({ ms }) => ms)),
  pages: percentile(taken.map(({ pages }) => pages)),
});

function percentile(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * P95))] ?? 0;
}

await main();
process.exit(0);
