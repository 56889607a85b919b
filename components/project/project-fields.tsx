"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { NumberField } from "@/components/form/number-field";
import { TextField } from "@/components/form/text-field";

/** The fields of ProjectInput, for a new project and for its settings. */
export function ProjectFields() {
  const t = useTranslations("project");
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <CheckboxField name="alert" label={t("alert")} help={t("alertHelp")} />
      <TextField name="alert_chat" label={t("alertChat")} help={t("alertChatHelp")} maxLength={255} />
      <NumberField
        name="max_parallel_tasks"
        label={t("maxParallelTasks")}
        help={t("maxParallelTasksHelp")}
        emptyValue={0}
        placeholder="0"
        className="max-w-60"
      />
    </>
  );
}
