import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@/db/client";
import { fireDue } from "@/lib/schedule/fire";

// The scheduler of one web node as a process, for the test that kills one. Its clock is off by some seconds.

const clock = Date.now;
Date.now = () => clock() + Number(process.env.CLOCK_OFF_SECONDS) * 1000;

const db = openDatabase(process.env.DATABASE_URL ?? "", { max: 5 });
process.stdout.write("ready\n");
for (;;) {
  await fireDue(db);
  await sleep(50);
}
