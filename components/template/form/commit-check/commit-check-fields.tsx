import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { FormRow } from "@/components/form/form-section";
import {
  CHECK_INTERVALS,
  INTERVAL_KEYS,
  useIntervalText,
} from "@/components/template/form/commit-check/check-interval";
import type { FormResources } from "@/components/template/form/form-resources";
import type { TemplateFormValues } from "@/components/template/form/template-form-schema";

/** Runs the template when a repository has new commits. */
export function CommitCheckFields({ repositories }: { repositories: FormResources["repositories"] }) {
  const t = useTranslations("template.commitCheck");
  const { on, cron_format } = useWatch<TemplateFormValues, "commit_check">({ name: "commit_check" });
  const { formState } = useFormContext<TemplateFormValues>();
  const intervalText = useIntervalText();
  useOwnRepository();
  // A check created elsewhere may have another interval.
  const stored = formState.defaultValues?.commit_check?.cron_format ?? cron_format;
  const intervals = new Set<string>([...INTERVAL_KEYS.map((key) => CHECK_INTERVALS[key]), stored]);
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
          <SelectField
            name="commit_check.cron_format"
            label={t("interval")}
            options={[...intervals].map((value) => ({ value, label: intervalText(value) }))}
          />
        </FormRow>
      )}
    </div>
  );
}

/** Checks the template's own repository until the user selects one for the check. */
function useOwnRepository(): void {
  const { setValue } = useFormContext<TemplateFormValues>();
  const [own, { on, repository_id }] = useWatch<TemplateFormValues, ["repository_id", "commit_check"]>({
    name: ["repository_id", "commit_check"],
  });
  useEffect(() => {
    if (on && repository_id === null && own !== null) setValue("commit_check.repository_id", own);
  }, [on, own, repository_id, setValue]);
}

/** For the field of the template's repository, which is `own` so far: a check of that one moves with it. */
export function useMovingCheck(own: number | null): () => void {
  const { getValues, setValue } = useFormContext<TemplateFormValues>();
  return () => {
    const [moved, checked] = getValues(["repository_id", "commit_check.repository_id"]);
    if (own !== null && checked === own) setValue("commit_check.repository_id", moved, { shouldDirty: true });
  };
}
