import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { FormFrame } from "@/components/form/form-frame";
import { LeaveGuard } from "@/components/form/leave-guard";
import { type EntityFormOptions, useEntityForm } from "@/components/form/use-entity-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type EntityFormProps<Input extends FieldValues, Output, Data> = EntityFormOptions<Input, Output, Data> & {
  submitLabel?: ReactNode;
  /** Shown next to the save button. */
  extraActions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A form within a page. */
export function EntityForm<Input extends FieldValues, Output, Data>({
  submitLabel,
  extraActions,
  className,
  children,
  ...options
}: EntityFormProps<Input, Output, Data>) {
  const t = useTranslations("common");
  const { form, element, failure, save } = useEntityForm(options);
  const { isSubmitting, isDirty } = form.formState;
  return (
    <FormProvider {...form}>
      <FormFrame element={element} save={save} saving={isSubmitting} className={cn("flex flex-col gap-4", className)}>
        <LeaveGuard unsaved={Boolean(options.stays) && isDirty && !isSubmitting} />
        <FormFailure failure={failure} />
        {children}
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {submitLabel ?? t("save")}
          </Button>
          {extraActions}
        </div>
      </FormFrame>
    </FormProvider>
  );
}
