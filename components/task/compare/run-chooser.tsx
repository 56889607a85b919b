import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { api } from "@/components/api-client";
import { SearchSelect } from "@/components/form/choice/search-select";
import { formatTime } from "@/components/format/format-time";
import { StatusSvg } from "@/components/status/status-svg";
import { useTaskResult } from "@/components/task/state/use-task-result";
import { Label } from "@/components/ui/label";
import { isFinal } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";
import type { TaskDetail } from "@/lib/task/schema";

type RunChooserProps = { task: TaskDetail; other: number; onChoose: (id: number) => void };

/** The other run of a comparison, out of the newest of the template. */
export function RunChooser({ task, other, onChoose }: RunChooserProps) {
  const t = useTranslations();
  const id = useId();
  const locale = useLocale();
  const params = { projectId: task.project_id, templateId: task.template_id };
  const { value } = useTaskResult(task.id, (signal) =>
    api("GET /project/:projectId/templates/:templateId/tasks/last", { params, signal }),
  );
  const optionOf = ({ id: number, status, reason, end }: TaskWithTpl) => ({
    value: number,
    label: `#${number}`,
    hint: end === null ? undefined : `${t(`status.${status}`)}, ${timeText(end, locale)}`,
    icon: <StatusSvg status={status} reason={reason} size={12} />,
  });
  const runs = (value ?? []).filter((run) => isFinal(run.status) && run.start !== null && run.id !== task.id);
  const options = runs.map(optionOf);
  const chosen = options.find((option) => option.value === other) ?? { value: other, label: `#${other}` };
  return (
    <div className="flex flex-wrap items-center gap-2 border-border border-b px-3 py-2 sm:px-4">
      <Label htmlFor={id}>{t("task.compare.with")}</Label>
      <SearchSelect
        control={{ id }}
        options={options}
        chosen={chosen}
        onPick={(option) => onChoose(Number(option.value))}
        placeholder=""
        className="w-72 max-sm:w-full"
      />
    </div>
  );
}

function timeText(end: string, locale: string): string {
  const { text, clock } = formatTime(new Date(end), new Date(), locale);
  return clock === null ? text : `${text} (${clock})`;
}
