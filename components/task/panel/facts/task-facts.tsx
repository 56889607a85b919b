import { ChevronDown, MessageSquareText } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
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
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { TaskDetail } from "@/lib/task/schema";

/** In a small window, hides what can wait, so that the log has room. */
const IN_LARGE = "max-sm:hidden [@media(max-height:45rem)]:hidden";
const IN_SMALL = "sm:[@media(min-height:45rem)]:hidden";

/** A task's facts in a few lines; in a small window in one, until the others are asked for. */
export function TaskFacts({ task }: { task: TaskDetail }) {
  const t = useTranslations("task.facts");
  const table = useTranslations("table");
  const [open, setOpen] = useState(false);
  const id = useId();
  const more = open ? undefined : IN_LARGE;
  return (
    <div className="relative flex flex-col gap-1.5 border-border border-b px-3 py-2 sm:px-4">
      <IconButton
        label={table(open ? "collapse" : "expand")}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={cn("absolute top-1 right-1", IN_SMALL)}
      >
        <ChevronDown className={open ? "rotate-180" : undefined} />
      </IconButton>
      <dl className="mr-8 grid grid-cols-2 gap-x-5 gap-y-1 text-sm sm:flex sm:flex-wrap sm:items-center">
        <Fact label={t("author")}>
          <TaskAuthor task={task} />
        </Fact>
        <Fact label={t("started")} className={more}>
          <Time value={task.start} />
        </Fact>
        <Fact label={t("duration")}>
          <Duration start={task.start} end={task.end} />
        </Fact>
        {versionOf(task) && (
          <Fact label={t("version")} className={more}>
            <TaskVersion task={task} />
          </Fact>
        )}
        {task.commit_hash && (
          <Fact label={t("commit")} className={more}>
            <CommitHash hash={task.commit_hash} message={task.commit_message} />
          </Fact>
        )}
        {task.runner_id !== null && (
          <Fact label={t("runner")} className={more}>
            <RunnerName task={task} />
          </Fact>
        )}
        {task.state && (
          <Fact label={t("state")} className={more}>
            <StateLink projectId={task.project_id} state={task.state} />
          </Fact>
        )}
      </dl>
      <div id={id} className={cn("flex flex-col gap-1.5 empty:hidden", more)}>
        <TaskOptions task={task} />
        {task.drift && <FoundDrift drift={task.drift} />}
        <TaskOutputs projectId={task.project_id} state={task.state} outputs={task.outputs} />
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

function Fact({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={cn("flex min-w-0 items-baseline gap-1.5", className)}>
      <dt className="shrink-0 text-muted-foreground text-xs">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
