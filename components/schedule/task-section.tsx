import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FormSection } from "@/components/form/form-section";
import { NotLoaded } from "@/components/problem/not-loaded";
import type { ScheduleValues } from "@/components/schedule/schedule-form-schema";
import { type TaskFormSource, valuesOf } from "@/components/schedule/scheduled-task";
import { NewTaskFields } from "@/components/task/start/new-task-fields";
import { Skeleton } from "@/components/ui/skeleton";

type TaskSectionProps = {
  /** Loaded for the last requested template; null before. */
  source: TaskFormSource | null;
  load: (templateId: number) => Promise<TaskFormSource>;
};

/** The task options of each run: the new-task dialog's fields for the selected template. */
export function TaskSection({ source, load }: TaskSectionProps) {
  const t = useTranslations();
  const templateId = useWatch<ScheduleValues, "template_id">({ name: "template_id" });
  const { failed, retry } = useTaskOf(typeof templateId === "number" ? templateId : null, source, load);
  if (typeof templateId !== "number") return null;
  if (failed) return <NotLoaded retry={retry}>{t("schedule.taskFailed")}</NotLoaded>;
  if (source?.start.template.id !== templateId) return <Skeleton className="h-9" />;
  return (
    <FormSection key={templateId} title={t("schedule.task")} className="rounded-md border border-border p-3">
      <NewTaskFields start={source.start} previous={source.previous} mayManage />
    </FormSection>
  );
}

/** Loads the selected template and fills the fields with its defaults. */
function useTaskOf(templateId: number | null, source: TaskFormSource | null, load: TaskSectionProps["load"]) {
  const { reset, getValues, formState } = useFormContext<ScheduleValues>();
  const [failedFor, setFailed] = useState<number | null>(null);
  const wanted = templateId !== null && templateId !== source?.start.template.id ? templateId : null;

  const fetchTask = useEffectEvent(async (id: number, isCurrent: () => boolean) => {
    const loaded = await load(id).catch(() => null);
    if (!isCurrent()) return;
    if (!loaded) return setFailed(id);
    const dirty = formState.isDirty;
    reset({ ...getValues(), ...valuesOf(loaded) }, { keepDefaultValues: dirty, keepErrors: true });
  });
  useEffect(() => {
    if (wanted === null || wanted === failedFor) return;
    let current = true;
    void fetchTask(wanted, () => current);
    return () => {
      current = false;
    };
  }, [wanted, failedFor]);

  return { failed: failedFor !== null && failedFor === wanted, retry: () => setFailed(null) };
}
