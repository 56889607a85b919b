import dynamic from "next/dynamic";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { formatDuration } from "@/components/format/format-duration";
import { Time } from "@/components/format/time";
import { StatusSvg } from "@/components/status/status-svg";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import { failureSetting } from "@/components/task/panel/failure-setting";
import { TaskLink } from "@/components/task/task-link";
import type { TaskDetail } from "@/lib/task/schema";

const FailingSince = dynamic(
  () => import("@/components/task/compare/failing-since").then((module) => module.FailingSince),
  { loading: () => <p className="min-h-5 max-sm:min-h-10" /> },
);

type FailureNoticeProps = { task: TaskDetail; onJump: (line: number) => void };

/** Why a task failed, the lines that show it, and what to do. */
export function FailureNotice({ task, onJump }: FailureNoticeProps) {
  const t = useTranslations();
  const { reason, failure, plan } = task;
  const reasonText = useReasonText(task);
  return (
    <section
      aria-label={t("task.failure.title")}
      className="flex flex-col gap-1.5 border-border border-b bg-error-soft px-3 py-1.5 text-sm sm:px-4"
    >
      <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-error-text">
        <StatusSvg status="error" reason={reason} size={12} />
        <span className="wrap-anywhere min-w-0 flex-1 font-medium">
          {failure?.cause ? t(`task.failure.causes.${failure.cause}`, { subject: failure.subject || "…" }) : reasonText}
        </span>
        {plan && <PlanNumbers plan={plan} className="ml-auto text-xs" />}
      </div>
      {failure?.rejected && <Rejected {...failure.rejected} />}
      <Advice task={task} />
      {task.last_success && <FailingSince task={task} />}
      <FailureLines task={task} onJump={onJump} />
      <FailureFacts task={task} />
    </section>
  );
}

/** By whom, when and with which note an approval was rejected. */
function Rejected({ by, at, note }: NonNullable<NonNullable<TaskDetail["failure"]>["rejected"]>) {
  const t = useTranslations("workflow.approval");
  return (
    <p className="wrap-anywhere pl-5">
      {by && <>{t("rejected", { name: by })} </>}
      <Time value={at} className="text-muted-foreground" />
      {note && <q className="block text-muted-foreground italic">{note}</q>}
    </p>
  );
}

function useReasonText({ reason, timeout_seconds }: TaskDetail): string {
  const t = useTranslations();
  const locale = useLocale();
  if (reason === "timed_out" && timeout_seconds > 0)
    return t("task.ended.timedOut", { limit: formatDuration(timeout_seconds * 1000, locale) });
  return t(reason ? `reasons.${reason}` : "task.ended.error");
}

/** What to do about a known cause, with a link to where it is set. */
function Advice({ task }: { task: TaskDetail }) {
  const t = useTranslations();
  const cause = task.failure?.cause;
  const setting = failureSetting(task);
  if (!cause && !setting) return null;
  return (
    <p className="pl-5">
      {cause && t(`task.failure.advice.${cause}`)}{" "}
      {setting && (
        <Link href={setting.href} prefetch={false} className="rounded-sm underline">
          {t(setting.label)}
        </Link>
      )}
    </p>
  );
}

function FailureLines({ task, onJump }: FailureNoticeProps) {
  const t = useTranslations("task.failure");
  const lines = task.failure?.lines ?? [];
  if (lines.length === 0) return null;
  return (
    <ol className="ml-5 max-h-32 overflow-y-auto rounded-md bg-background/60 py-1 font-mono text-xs leading-5">
      {lines.map(({ line, output }) => (
        <li key={`${line} ${output}`}>
          <button
            type="button"
            onClick={() => onJump(line)}
            className="flex w-full gap-2 px-2 text-left hover:bg-accent"
          >
            <span className="sr-only">{t("line", { line: line + 1 })}: </span>
            <span aria-hidden="true" className="shrink-0 text-muted-foreground tabular-nums">
              {line + 1}
            </span>
            <span className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">{output}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const SHOWN_HOSTS = 5;

/** The exit code, the hosts that failed and the last success. */
function FailureFacts({ task }: { task: TaskDetail }) {
  const t = useTranslations("task.failure");
  const { exit_code, last_success } = task;
  const failed = (task.hosts ?? []).filter(({ failed, unreachable }) => failed > 0 || unreachable > 0);
  const hosts = failed.slice(0, SHOWN_HOSTS).map(({ host }) => host);
  if (failed.length > SHOWN_HOSTS) hosts.push(`+${failed.length - SHOWN_HOSTS}`);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 pl-5 text-muted-foreground text-xs">
      {exit_code !== null && <span>{t("exitCode", { code: exit_code })}</span>}
      {hosts.length > 0 && <span className="wrap-anywhere">{t("failedHosts", { hosts: hosts.join(", ") })}</span>}
      {last_success ? (
        <span>
          {t.rich("lastSuccess", { time: () => <Time value={last_success.end} /> })}{" "}
          <TaskLink projectId={task.project_id} taskId={last_success.id} />
        </span>
      ) : (
        <span>{t("neverSucceeded")}</span>
      )}
    </p>
  );
}
