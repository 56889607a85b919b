import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { markedProcesses, sendSignal } from "@/runner/process/sweep";
import { runningMarks } from "./canary";
import type { FaultProxy, Mode } from "./fault-proxy";
import type { Random } from "./random";
import { LOST_AFTER_SECONDS, type Site } from "./site";

/** Causes the fault, and ends it before resolving; a long one only after the server has given tasks up. */
export type Fault = { name: string; long?: true; run: (site: Site, random: Random) => Promise<void> };

const aRunner = (site: Site, random: Random) => random.pick(site.runners);
const aWeb = (site: Site, random: Random) => random.pick(site.webs);

/** The server checks every five seconds, and another runner needs time to take over. */
const untilGivenUp = (random: Random) => LOST_AFTER_SECONDS * 1000 + random.between(9000, 11_000);

const runner: Fault[] = [
  {
    name: "runner killed",
    async run(site, random) {
      const { service } = aRunner(site, random);
      await service.end("SIGKILL");
      await pause(random.between(0, 1500));
      service.start();
    },
  },
  {
    name: "runner frozen",
    async run(site, random) {
      const { service } = aRunner(site, random);
      service.signal("SIGSTOP");
      await pause(random.between(500, 4000));
      service.signal("SIGCONT");
    },
  },
  {
    name: "runner drained and started again",
    async run(site, random) {
      const { service } = aRunner(site, random);
      await service.end("SIGTERM");
      service.start();
    },
  },
  {
    name: "runner killed and given up",
    long: true,
    async run(site, random) {
      const { service } = aRunner(site, random);
      await service.end("SIGKILL");
      await pause(untilGivenUp(random));
      service.start();
    },
  },
];

/** Like the kernel's out-of-memory killer. */
const victim: Fault = {
  name: "a task's process killed",
  async run({ canaries }, random) {
    const found = await Promise.all(runningMarks(canaries).map((mark) => markedProcesses(mark)));
    const pids = found.flat();
    if (pids.length > 0) sendSignal(random.pick(pids), "SIGKILL");
  },
};

const spoil = async (proxy: FaultProxy, mode: Mode, random: Random): Promise<void> => {
  proxy.set(mode);
  await pause(random.between(500, 3500));
  proxy.set("pass");
};

const CUTS = ["drop", "delay", "reset", "half-open"] as const satisfies Mode[];

const net: Fault[] = [
  ...[...CUTS, "duplicate" as const].map((mode) => ({
    name: `network: ${mode}`,
    run: (site: Site, random: Random) => spoil(aRunner(site, random).proxy, mode, random),
  })),
  {
    name: "runner cut off and given up",
    long: true,
    async run(site, random) {
      const { proxy } = aRunner(site, random);
      proxy.set("drop");
      await pause(untilGivenUp(random));
      proxy.set("pass");
    },
  },
];

const databaseNet = CUTS.map(
  (mode): Fault => ({
    name: `network to postgres: ${mode}`,
    run: (site, random) => spoil(site.databaseProxy, mode, random),
  }),
);

const web: Fault[] = [
  {
    name: "web killed",
    async run(site, random) {
      const node = aWeb(site, random);
      await node.end("SIGKILL");
      await pause(random.between(0, 1500));
      node.start();
    },
  },
  {
    name: "web frozen",
    async run(site, random) {
      const node = aWeb(site, random);
      node.signal("SIGSTOP");
      await pause(random.between(500, 3500));
      node.signal("SIGCONT");
    },
  },
  {
    name: "web restarted",
    async run(site, random) {
      const node = aWeb(site, random);
      await node.end("SIGTERM");
      node.start();
    },
  },
];

const database: Fault[] = [
  ...databaseNet,
  {
    name: "postgres killed",
    async run(site, random) {
      await site.database.kill();
      await pause(random.between(0, 1000));
      await site.database.start();
    },
  },
  {
    name: "postgres frozen",
    async run(site, random) {
      site.database.signalAll("SIGSTOP");
      await pause(random.between(500, 2500));
      site.database.signalAll("SIGCONT");
    },
  },
  {
    name: "a process of postgres killed",
    async run(site, random) {
      site.database.killBackend((pids) => random.pick(pids));
    },
  },
  {
    name: "connections terminated",
    async run(site) {
      await beside(site, (db) =>
        db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend' and pid % 2 = 0`),
      );
    },
  },
  {
    name: "rows locked",
    async run(site, random) {
      const ms = random.between(500, 3000);
      await beside(site, (db) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`select 1 from projects for update`);
          await tx.execute(sql`select 1 from tasks where status = 'waiting' for update`);
          await pause(ms);
        }),
      );
    },
  },
];

/** On a separate connection, which another fault may cut. */
async function beside(site: Site, run: (db: ReturnType<typeof openDatabase>) => Promise<unknown>): Promise<void> {
  const db = openDatabase(site.database.url, { max: 1 });
  try {
    await run(db);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  } finally {
    await db.close();
  }
}

/** Grouped by target: faults of different groups may happen at the same time. */
export const FAULT_GROUPS: readonly (readonly Fault[])[] = [[...runner, victim], net, database, web];

/** Ends all active faults, for example after one that failed. */
export function heal(site: Site): void {
  site.database.signalAll("SIGCONT");
  for (const service of [...site.webs, ...site.runners.map((each) => each.service)]) {
    service.signal("SIGCONT");
    service.start();
  }
  for (const proxy of [site.databaseProxy, ...site.runners.map((each) => each.proxy)]) proxy.set("pass");
}
