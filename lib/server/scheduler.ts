import { database } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { recordEvent } from "@/lib/operation/execute";
import { fireDue } from "@/lib/schedule/fire";
import { log } from "@/lib/settings/log";

const TICK_MS = 1000;
/** Schedules use the database's clock; a larger difference from this node's is reported. */
const CLOCK_TOLERANCE_MS = 30_000;
const CLOCK_CHECK_MS = 60_000;

/** Fires due schedules after every full second, on every web node; a failed round waits for the next. */
export function startScheduler(): { stop: () => void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const wait = () => {
    if (!stopped) timer = setTimeout(tick, TICK_MS - (Date.now() % TICK_MS));
  };
  const tick = async () => {
    try {
      await fireDue(database());
    } catch (error) {
      log.warn({ err: error }, "scheduler round failed");
    }
    wait();
  };
  wait();
  const clock = watchClock();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      clock.stop();
    },
  };
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
