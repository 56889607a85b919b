import type { Announcement } from "@/db/announcement";
import type { Db } from "@/db/client";
import { senderOf } from "@/db/notify/sender";

/**
 * NOTIFY takes a global lock, so new log lines of one task announce themselves ten times a second at most. The first
 * few are announced at once, because users wait for the first lines of a task.
 */
const LOG_EVERY_MS = 100;
const LOG_BURST = 6;

type LogGrew = Announcement & { type: "log" };
type Allowance = { left: number; owed: LogGrew | null };
const allowances = new Map<number, Allowance>();

export function isAllowed(db: Db, announcement: LogGrew): boolean {
  const allowance = allowances.get(announcement.task_id) ?? openAllowance(db, announcement);
  if (allowance.left === 0) {
    allowance.owed = announcement;
    return false;
  }
  allowance.left -= 1;
  return true;
}

/** Earns one announcement back at each tick, or sends the one that is owed; forgotten when it is full again. */
function openAllowance(db: Db, announcement: LogGrew): Allowance {
  const allowance: Allowance = { left: LOG_BURST, owed: null };
  allowances.set(announcement.task_id, allowance);
  const timer = setInterval(() => {
    const { owed } = allowance;
    if (owed) {
      allowance.owed = null;
      // A lost one costs a moment only: browsers fetch what they miss, and the next lines announce themselves.
      senderOf(db)
        .add([owed])
        .catch(() => undefined);
    } else if (++allowance.left >= LOG_BURST) {
      clearInterval(timer);
      allowances.delete(announcement.task_id);
    }
  }, LOG_EVERY_MS);
  timer.unref();
  return allowance;
}
