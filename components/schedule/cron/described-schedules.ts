import { getLocale } from "next-intl/server";
import { cronWords } from "@/components/schedule/cron/cron-words";
import { calendarZone } from "@/lib/schedule/rules/next-run";
import type { ScheduleWithTpl } from "@/lib/schedule/schema";

/** A schedule with its cron expression in words, and the zone whose calendar it follows; null where there is none. */
export type DescribedSchedule = ScheduleWithTpl & { words: string | null; zone: string | null };

/** Described by the server, because the words of all languages are larger than a list's script. */
export async function describeSchedules(schedules: readonly ScheduleWithTpl[]): Promise<DescribedSchedule[]> {
  const locale = await getLocale();
  const describe = async (schedule: ScheduleWithTpl) => ({
    ...schedule,
    words: await cronWords(schedule.cron_format, locale),
    zone: calendarZone(schedule),
  });
  return Promise.all(schedules.map(describe));
}
