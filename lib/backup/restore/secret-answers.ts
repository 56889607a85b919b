import { schedulesOf, secretAnswersOf } from "@/lib/backup/restore/resolve";
import type { BackupFile, BackupSchedule } from "@/lib/backup/schema";
import type { ReportLine } from "@/lib/backup/schema/report";
import { beginning } from "@/lib/protocol/storable";

const MAX_SHOWN = 200;

export const missingAnswers = (file: BackupFile): ReportLine[] => schedulesOf(file).flatMap(missingAnswersOf);

/** The secret answers of a schedule, which are in no file, and that it is saved inactive without them. */
export function missingAnswersOf(schedule: BackupSchedule): ReportLine[] {
  const names = secretAnswersOf(schedule);
  const about = {
    kind: "schedule",
    name: schedule.name || (schedule.template ?? ""),
    reason: "secretAnswerMissing",
  } as const;
  const paramsOf = (name: string) => ({ name: beginning(name, MAX_SHOWN) });
  const lines = names.map((name, at): ReportLine => {
    const field = `task_params.secret_names[${at}]`;
    return { ...about, field, was: null, reason_params: paramsOf(name), done: "left_out", done_params: {} };
  });
  const [first] = names;
  if (first === undefined || !schedule.active) return lines;
  return [
    ...lines,
    { ...about, field: "active", was: "true", reason_params: paramsOf(first), done: "inactive", done_params: {} },
  ];
}
