"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextField } from "@/components/form/field/text-field";
import { FormRow } from "@/components/form/form-section";
import { appFamily, plansFirst } from "@/lib/protocol/app";
import type { Template } from "@/lib/template/schema";

/** What members who manage resources may set for one task. */
export function AdvancedFields({ template }: { template: Template }) {
  const t = useTranslations("task.form");
  return (
    <details className="group rounded-md border border-border">
      <summary className="flex h-9 list-none items-center gap-1.5 rounded-md px-2.5 font-medium text-sm hover:bg-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 text-muted-foreground group-open:rotate-90" />
        {t("advanced")}
      </summary>
      <div className="flex flex-col gap-4 p-3 pt-2">
        {appFamily(template.app) === "ansible" && (
          <>
            <TextField name="limit" label={t("limit")} help={t("limitHelp")} placeholder="web1,web2" mono />
            <FormRow>
              <TextField name="tags" label={t("tags")} mono />
              <TextField name="skip_tags" label={t("skipTags")} mono />
            </FormRow>
          </>
        )}
        <TextField name="git_branch" label={t("branch")} placeholder={template.git_branch ?? t("branchDefault")} mono />
        {plansFirst(template.app) && <CheckboxField name="destroy" label={t("destroy")} help={t("destroyHelp")} />}
      </div>
    </details>
  );
}
