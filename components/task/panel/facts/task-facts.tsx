import { MessageSquareText } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FoundDrift } from "@/components/drift/found-drift";
import { CommitHash } from "@/components/format/commit-hash";
import { Duration } from "@/components/format/duration";
import { Time } from "@/components/format/time";
import { stateHref } from "@/components/state/state-summary";
import { RunnerName } from "@/components/task/panel/facts/runner-name";
import { TaskOptions } from "@/components/task/panel/facts/task-options";
import { TaskOutputs } from "@/components/task/panel/facts/task-outputs";
import { TaskVersion, versionOf } from "@/components/task/table/task-version";
import { TaskAuthor } from "@/components/task/task-author";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { TaskDetail } from "@/lib/task/schema";

/** A task's facts in a few lines. */
export function TaskFacts({ task }: { task: TaskDetail }) {
  const t = useTranslations("task.facts");
  return (
    <div className="flex flex-col gap-1.5 border-border border-b px-3 py-2 sm:px-4">
      <dl className="grid grid-cols-2 gap-x-5 gap-y-1 text-sm sm:flex sm:flex-wrap sm:items-center">
        <Fact label={t("author")}>
          <TaskAuthor task={task} />
        </Fact>
        <Fact label={t("started")}>
          <Time value={task.start} />
        </Fact>
        <Fact label={t("duration")}>
          <Duration start={task.start} end={task.end} />
        </Fact>
        {versionOf(task) && (
          <Fact label={t("version")}>
            <TaskVersion task={task} />
          </Fact>
        )}
        {task.commit_hash && (
          <Fact label={t("commit")}>
            <CommitHash hash={task.commit_hash} message={task.commit_message} />
          </Fact>
        )}
        {task.runner_id !== null && (
          <Fact label={t("runner")}>
            <RunnerName task={task} />
          </Fact>
        )}
        {task.state && (
          <Fact label={t("state")}>
            <StateLink projectId={task.project_id} state={task.state} />
          </Fact>
        )}
      </dl>
      <TaskOptions task={task} />
      {task.drift && <FoundDrift drift={task.drift} />}
      {task.state && <TaskOutputs projectId={task.project_id} state={task.state} outputs={task.outputs} />}
      {task.message && (
        <ScrollBox
          aria-label={t("message")}
          className="wrap-anywhere flex max-h-16 items-start gap-2 overflow-y-auto text-sm"
        >
          <MessageSquareText aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          {task.message}
        </ScrollBox>
      )}
    </div>
  );
}

type StateLinkProps = { projectId: number; state: NonNullable<TaskDetail["state"]> };

/** The task's state, and the version it wrote. */
function StateLink({ projectId, state: { id, workspace, version } }: StateLinkProps) {
  const t = useTranslations("task.facts");
  return (
    <Link href={stateHref(projectId, id, { workspace })} prefetch={false} className="rounded-sm hover:underline">
      {version === null ? workspace : t("stateVersion", { workspace, number: version })}
    </Link>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-1.5">
      <dt className="shrink-0 text-muted-foreground text-xs">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
