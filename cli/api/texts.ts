import type { WaitingFor } from "@/lib/queue/schema";
import type { TaskDetail } from "@/lib/task/schema";
import type { Suspect } from "@/lib/task/schema/compare";
import type { NodeReason, NodeState } from "@/lib/task/schema/workflow";
import messages from "@/messages/en.json";

type Described = Pick<TaskDetail, "status" | "reason" | "waiting_for" | "start" | "end"> &
  Partial<Pick<TaskDetail, "failure">>;

/** A task's status and its reason as text. */
export function describeTask(task: Described): string {
  if (task.waiting_for) return waitingText(task.waiting_for);
  const status = messages.status[task.status].replace("...", "");
  const why = causeText(task.failure) || (task.reason ? `: ${messages.reasons[task.reason]}` : "");
  const took = task.start && task.end ? ` after ${seconds(task.start, task.end)} s` : "";
  return `${status.toLowerCase()}${took}${why}`;
}

/** A node of a run: its status, and how far it is or what it asks. */
export function describeNode({ key, status, items, task, text, may_decide, reason }: NodeState): string {
  const count = items.pending + items.running + items.succeeded + items.failed;
  const progress = count > 1 ? ` (${items.succeeded + items.failed} of ${count})` : "";
  const own = task ? `, task #${task.id}` : "";
  const asked = status === "waiting" && text !== "" ? `: ${text}` : "";
  const why = reason && status !== "waiting" ? `: ${reasonText(reason, status)}` : "";
  const hint = may_decide ? ` (signalbox approve or reject <task> ${key})` : "";
  return `${key}: ${status}${progress}${own}${asked}${why}${hint}`;
}

function reasonText(reason: NodeReason, status: NodeState["status"]): string {
  const { reasons } = messages.workflow;
  if ("message" in reason) return reason.message;
  switch (reason.code) {
    case "edge":
      return `${reason.from} is ${reason.was}`;
    case "condition":
      return `${reason.condition} is false`;
    case "kept":
      return reasons.kept.replace("{id}", String(reason.task_id));
    case "deadline":
      return reasons[status === "success" ? "deadline_approved" : "deadline"];
    default:
      return reasons[reason.code];
  }
}

/** The known cause of a failure and what to do about it. */
function causeText(failure: TaskDetail["failure"] | undefined): string {
  if (!failure?.cause) return "";
  const { causes, advice } = messages.task.failure;
  return `: ${causes[failure.cause].replace("{subject}", () => failure.subject || "…")}. ${advice[failure.cause]}`;
}

/** A difference that may explain a failure. */
export function describeSuspect({ kind, hash, subject, names, more }: Suspect): string {
  const list = [...names, ...(more > 0 ? [`${more} more`] : [])].join(", ") || subject;
  const texts = new Map<string, string>(Object.entries(messages.task.compare.suspects));
  const text = texts.get(kind) ?? `${kind}: {names}`;
  return text.replace("{hash}", hash.slice(0, 10)).replace("{names}", () => list);
}

const seconds = (start: string, end: string): number => Math.round((Date.parse(end) - Date.parse(start)) / 1_000);

function waitingText(reason: WaitingFor): string {
  const parameters: Record<string, unknown> = {
    ...reason,
    tasks: "held_by" in reason ? reason.held_by.map((id) => `#${id}`).join(", ") : "",
  };
  const isLocked = reason.code === "state_busy" && reason.holder !== undefined;
  return messages.waitingFor[isLocked ? "state_locked" : reason.code].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters[name] ?? ""),
  );
}
