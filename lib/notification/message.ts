import type { Alert, AlertDrift, AutorunAlert, ScheduleAlert, TaskAlert } from "@/lib/protocol/alert";
import type { DriftStatus } from "@/lib/protocol/drift";
import type { TaskStatus } from "@/lib/protocol/status";
import { beginning } from "@/lib/protocol/storable";

export type Tone = "good" | "bad" | "attention";
type Fact = { label: string; value: string };

/** The text of an alert, the same for every channel. Every field is one line of plain text. */
export type Message = {
  /** The template's name. */
  title: string;
  /** In capitals, after a symbol. */
  status: string;
  tone: Tone;
  facts: Fact[];
  /** Null if the server does not know its own URL. */
  link: string | null;
};

const SIGNS: Partial<Record<TaskStatus, { sign: string; tone: Tone }>> = {
  error: { sign: "❌", tone: "bad" },
  success: { sign: "✅", tone: "good" },
  stopped: { sign: "🛑", tone: "attention" },
  waiting_confirmation: { sign: "⚠️", tone: "attention" },
};

const DRIFT_SIGNS: Record<DriftStatus, { status: string; tone: Tone }> = {
  in_sync: { status: "✅ IN SYNC", tone: "good" },
  drifted: { status: "⚠️ DRIFTED", tone: "attention" },
  unknown: { status: "❌ DRIFT UNKNOWN", tone: "bad" },
};

const SCHEDULE_SIGNS: Record<ScheduleAlert["schedule"]["outcome"], { status: string; tone: Tone }> = {
  missed: { status: "❌ SCHEDULED RUN MISSED", tone: "bad" },
  failed: { status: "❌ SCHEDULED RUN NOT STARTED", tone: "bad" },
};

const CHECK_SIGN = { status: "❌ COMMIT CHECK FAILED", tone: "bad" } as const;

const AUTORUN_SIGN = { status: "❌ AUTORUN NOT STARTED", tone: "bad" } as const;

const APPROVAL_SIGN = { status: "⚠️ WAITING FOR APPROVAL", tone: "attention" } as const;

/** Telegram takes 4096 characters in all, and the message of a task may have 2000. */
const MAX_LENGTH = 1000;

/** Null means a test message. `publicUrl` is the console's address, `at` when it happened: an alert may arrive late. */
export function messageOf(alert: Alert | null, publicUrl: string | undefined, at?: string): Message {
  if (!alert) return testMessage(publicUrl);
  if ("schedule" in alert) return scheduleMessage(alert, publicUrl, at);
  if ("autorun" in alert) return autorunMessage(alert, publicUrl, at);
  const { project, template, task } = alert;
  return {
    title: oneLine(template.name),
    ...(alert.approval ? APPROVAL_SIGN : alert.drift ? DRIFT_SIGNS[alert.drift.status] : statusOf(task)),
    facts: [
      { label: "Task", value: `#${task.id}` },
      { label: "Project", value: oneLine(project.name) },
      { label: "Author", value: oneLine(task.author ?? "") || "—" },
      ...optional("Time", at ? timeOf(at) : ""),
      ...(alert.drift ? driftFacts(alert.drift) : failureFacts(task.failure)),
      ...optional("Approval", beginning(oneLine(alert.approval?.text ?? ""), MAX_LENGTH)),
      ...optional("Version", versionOf(task)),
      ...optional("Message", oneLine(task.message)),
    ],
    link: publicUrl ? `${publicUrl}/project/${project.id}/templates/${template.id}?${placeOf(alert)}` : null,
  };
}

/** An approval opens beside the graph of its run. */
const placeOf = ({ task, approval }: TaskAlert): string =>
  approval?.key ? `t=${task.id}&node=${approval.key}` : `t=${task.id}`;

function scheduleMessage(
  { project, template, schedule }: ScheduleAlert,
  publicUrl: string | undefined,
  at: string | undefined,
): Message {
  return {
    title: oneLine(template.name),
    ...(schedule.commit_check ? CHECK_SIGN : SCHEDULE_SIGNS[schedule.outcome]),
    facts: [
      { label: "Schedule", value: oneLine(schedule.name) || `#${schedule.id}` },
      { label: "Project", value: oneLine(project.name) },
      { label: "Due", value: timeOf(schedule.due) },
      ...optional("Time", at ? timeOf(at) : ""),
      ...optional("Error", beginning(oneLine(schedule.detail), MAX_ERROR_LENGTH)),
    ],
    link: publicUrl ? `${publicUrl}/project/${project.id}/${schedulePlace(template, schedule)}` : null,
  };
}

/** Commit checks are listed with their template. */
const schedulePlace = ({ id }: ScheduleAlert["template"], { commit_check }: ScheduleAlert["schedule"]): string =>
  commit_check ? `templates/${id}` : "schedule";

const autorunMessage = (
  { project, template, autorun }: AutorunAlert,
  publicUrl: string | undefined,
  at: string | undefined,
): Message => ({
  title: oneLine(template.name),
  ...AUTORUN_SIGN,
  facts: [
    { label: "After task", value: `#${autorun.task_id}` },
    { label: "Project", value: oneLine(project.name) },
    ...optional("Time", at ? timeOf(at) : ""),
    ...optional("Error", beginning(oneLine(autorun.detail), MAX_ERROR_LENGTH)),
  ],
  link: publicUrl ? `${publicUrl}/project/${project.id}/templates/${template.id}` : null,
});

const timeOf = (at: string): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

function statusOf({ status }: TaskAlert["task"]) {
  const { sign, tone } = SIGNS[status] ?? { sign: "⚠️", tone: "attention" };
  return { status: `${sign} ${status.toUpperCase().replace("_", " ")}`, tone };
}

const NAMED_ITEMS = 5;

function driftFacts({ workspace, count, items }: AlertDrift): Fact[] {
  const more = Math.max(count, items.length) - NAMED_ITEMS;
  const named = items.slice(0, NAMED_ITEMS).map(({ address, action }) => `${address} (${action})`);
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return [...optional("Workspace", oneLine(workspace)), ...optional("Changes", beginning(oneLine(list), MAX_LENGTH))];
}

const MAX_ERROR_LENGTH = 300;

function failureFacts(failure: TaskAlert["task"]["failure"]): Fact[] {
  if (!failure) return [];
  const cause = [failure.cause?.replaceAll("_", " ") ?? "", oneLine(failure.subject)].filter(Boolean).join(": ");
  const [line] = failure.lines;
  const { by, note } = failure.rejected ?? { by: null, note: "" };
  return [
    ...optional("Cause", beginning(cause, MAX_ERROR_LENGTH)),
    ...optional("Rejected by", oneLine(by ?? "")),
    ...optional("Note", beginning(oneLine(note), MAX_ERROR_LENGTH)),
    ...optional("Error", beginning(oneLine(line?.output ?? ""), MAX_ERROR_LENGTH)),
  ];
}

const testMessage = (publicUrl: string | undefined): Message => ({
  title: "Test message",
  status: "✅ IT WORKS",
  tone: "good",
  facts: [{ label: "From", value: "Signalbox" }],
  link: publicUrl ?? null,
});

const optional = (label: string, value: string): Fact[] => (value ? [{ label, value }] : []);

/** A build's own version, or that of the deployed build; either may be missing. */
function versionOf({ version, incoming_version }: TaskAlert["task"]): string {
  if (version) return oneLine(version);
  return incoming_version ? `build ${oneLine(incoming_version)}` : "";
}

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
