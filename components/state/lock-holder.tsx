import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import { TaskLink } from "@/components/task/task-link";
import { Badge } from "@/components/ui/badge";
import type { State } from "@/lib/state/schema";

export type StateLock = NonNullable<State["workspaces"][number]["lock"]>;

type LockHolderProps = { projectId: number; lock: StateLock };

/** Who holds a workspace, and since when. */
export function LockHolder({ projectId, lock }: LockHolderProps) {
  return (
    <Badge variant="amber" className="h-auto max-w-full flex-wrap whitespace-normal py-0.5">
      <span className="inline-flex min-w-0 items-center gap-1">
        <Lock aria-hidden="true" className="shrink-0" />
        {lock.task_id === null ? <LaptopName lock={lock} /> : <TaskLink projectId={projectId} taskId={lock.task_id} />}
      </span>
      <Time value={lock.created} className="font-normal" />
    </Badge>
  );
}

function LaptopName({ lock }: { lock: StateLock }) {
  return <span className="wrap-anywhere">{useHolderText()(lock)}</span>;
}

/** Describes the holder: a task, or a user with a token. */
export function useHolderText(): (lock: StateLock) => string {
  const t = useTranslations("state");
  return ({ task_id, token_name, info }) => {
    if (task_id !== null) return t("lock.task", { id: task_id });
    return (
      [info.Who, token_name && t("lock.token", { name: token_name })].filter(Boolean).join(", ") || t("lock.unknown")
    );
  };
}
