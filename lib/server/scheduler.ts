import { sql } from "drizzle-orm";
import { type Db, database } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { onlyRow } from "@/db/only-row";
import { preparedSql } from "@/db/prepared";
import { recordEvent } from "@/lib/operation/record-event";
import { fireDue, isAnyScheduleDue } from "@/lib/schedule/fire";
import { replan } from "@/lib/schedule/replan";
import { withoutOverlap } from "@/lib/server/without-overlap";
import { log } from "@/lib/settings/log";
import { advanceDue, isAnyRunDue, openUnblocked } from "@/lib/task/workflow/tick";

const TICK_MS = 1000;
const OPEN_MS = 10_000;
/** Schedules use the database's clock; a larger difference from this node's is reported. */
const CLOCK_TOLERANCE_MS = 30_000;
const CLOCK_CHECK_MS = 60_000;

/** After every full second, on every web node: fires due schedules, and goes on with runs whose time has come. */
export function startScheduler(): { stop: () => void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const wait = () => {
    if (!stopped) timer = setTimeout(tick, TICK_MS - (Date.now() % TICK_MS));
  };
  const fire = withoutOverlap("fire schedules", () => fireDue(database()));
  const advance = withoutOverlap("advance runs of workflows", () => advanceDue(database()));
  const planAnew = withoutOverlap("plan schedules anew", () => replan(database()));
  let last = Number.POSITIVE_INFINITY;
  const look = withoutOverlap("look for what is due", async () => {
    const due = await lookForDue(database());
    // The clock was ahead, or may have been before this process looked.
    if (due.at < last) void planAnew();
    last = due.at;
    // Neither waits for the other, nor the next look for them.
    if (due.schedules) void fire();
    if (due.runs) void advance();
  });
  const tick = async () => {
    await look();
    wait();
  };
  wait();
  const open = withoutOverlap("open runs that nothing keeps waiting", () => openUnblocked(database()));
  void open();
  const opening = setInterval(open, OPEN_MS);
  const clock = watchClock();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(opening);
      clock.stop();
    },
  };
}

type Due = { schedules: boolean; runs: boolean; at: number };

const selectDue = preparedSql<Due>(
  () => sql`
    select ${isAnyScheduleDue} as schedules, ${isAnyRunDue} as runs, extract(epoch from now())::float8 as at`,
);

/**
 * Whether a time has come: for schedules, or for runs of workflows, `at` this second of the database's clock. One statement,
 * because mostly there is nothing.
 */
export async function lookForDue(db: Db): Promise<Due> {
  return onlyRow(await selectDue(db).execute());
}

/** Warns once if this node's clock drifts from the database's. */
function watchClock(): { stop: () => void } {
  const timer = setInterval(async () => {
    try {
      const seconds = Math.round((Date.now() - (await databaseClock(database()))) / 1000);
      if (Math.abs(seconds) * 1000 < CLOCK_TOLERANCE_MS) return;
      clearInterval(timer);
      log.warn({ seconds }, "the clock differs from the database's; schedules follow the database");
      const description = `Clock of a web server is ${seconds} s off the database's`;
      await recordEvent(database(), { object_type: "server", description }, { project: null, userId: null, ip: "" });
    } catch (error) {
      log.warn({ err: error }, "could not compare clocks");
    }
  }, CLOCK_CHECK_MS);
  return { stop: () => clearInterval(timer) };
}
