"use client";

import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { FormRow } from "@/components/form/form-section";
import { SelectField } from "@/components/form/select-field";
import { CHECK_INTERVALS, INTERVAL_KEYS } from "@/components/template/form/check-interval";
import type { FormResources } from "@/components/template/form/form-resources";
import type { TemplateValues } from "@/components/template/form/template-values";

/** Runs by itself when a repository has new commits. */
export function CommitCheckFields({ repositories }: { repositories: FormResources["repositories"] }) {
  const t = useTranslations("template.commitCheck");
  const { on, cron_format } = useWatch<TemplateValues, "commit_check">({ name: "commit_check" });
  const { formState } = useFormContext<TemplateValues>();
  const stored = formState.defaultValues?.commit_check?.cron_format ?? cron_format;
  const intervals = INTERVAL_KEYS.map((key) => ({ value: CHECK_INTERVALS[key] as string, label: t(key) }));
  // Made elsewhere, with a rhythm of its own.
  const options = intervals.some(({ value }) => value === stored)
    ? intervals
    : [...intervals, { value: stored, label: stored }];
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField name="commit_check.on" label={t("label")} help={t("help")} />
      {on && (
        <FormRow className="pl-6.5">
          <SelectField
            name="commit_check.repository_id"
            label={t("repository")}
            options={repositories.map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
          <SelectField name="commit_check.cron_format" label={t("interval")} options={options} />
        </FormRow>
      )}
    </div>
  );
}
