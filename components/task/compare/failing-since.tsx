import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { useSectionTitle } from "@/components/task/compare/field-tables";
import { openTab } from "@/components/task/open-task";
import { useTaskResult } from "@/components/task/state/use-task-result";
import { TaskLink } from "@/components/task/task-link";
import type { TaskDetail } from "@/lib/task/schema";
import { FIELD_SECTIONS, type Suspect, type TaskComparison } from "@/lib/task/schema/compare";

/** What has changed since the last success, the likeliest cause of a failure first. */
export function FailingSince({ task }: { task: TaskDetail }) {
  const params = { projectId: task.project_id, taskId: task.id };
  const { value } = useTaskResult(task.id, (signal) =>
    api("GET /project/:projectId/tasks/:taskId/compare", { params, signal }),
  );
  return (
    <p className="min-h-5 pl-5 max-sm:min-h-10">
      {value?.before.status === "success" && <Since task={task} comparison={value} />}
    </p>
  );
}

function Since({ task, comparison }: { task: TaskDetail; comparison: TaskComparison }) {
  const t = useTranslations("task");
  const describe = useSuspectText();
  const { before, failing_since, suspects } = comparison;
  const link = (taskId: number) => () => <TaskLink projectId={task.project_id} taskId={taskId} className="underline" />;
  return (
    <>
      {failing_since !== null && failing_since !== task.id && (
        <>{t.rich("compare.failingSince", { task: link(failing_since) })} </>
      )}
      {suspects.length > 0
        ? t.rich("compare.since", { task: link(before.id), changes: suspects.map(describe).join("; ") })
        : t.rich("compare.nothingSince", { task: link(before.id) })}{" "}
      <button type="button" className="rounded-sm underline" onClick={() => openTab("compare")}>
        {t("tabs.compare")}
      </button>
    </>
  );
}

/** A suspect as a part of a sentence. */
function useSuspectText(): (suspect: Suspect) => string {
  const t = useTranslations("task");
  const titleOf = useSectionTitle();
  return ({ kind, hash, subject, names, more }) => {
    const list = [...names, ...(more > 0 ? [`+${more}`] : [])].join(", ");
    const section = FIELD_SECTIONS.find((name) => name === kind);
    if (section) return `${titleOf(section)} (${list})`;
    if (kind === "inventory_gained" || kind === "hosts_gained") return t(`compare.suspects.${kind}`, { names: list });
    if (kind === "runner") return `${t("facts.runner")} (${list})`;
    return t("compare.suspects.commit", { hash: hash.slice(0, 7), names: list === "" ? subject : list });
  };
}
