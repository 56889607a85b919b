import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { FormFrame } from "@/components/form/form-frame";
import { LeaveGuard } from "@/components/form/leave-guard";
import { type EntityFormOptions, useEntityForm } from "@/components/form/use-entity-form";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";

/** What the dialog must know about its form before it closes. */
export type DialogGuard = { dirty: boolean; saving: boolean };

type FormDialogBodyProps<Input extends FieldValues, Output, Data> = EntityFormOptions<Input, Output, Data> & {
  guard: { current: DialogGuard };
  requestClose: () => void;
  onOpenChange: (open: boolean) => void;
  submitLabel?: ReactNode;
  failureTitle?: string | undefined;
  enterSaves?: boolean;
  destructive?: boolean;
  footer?: ReactNode;
  children: ReactNode;
};

export function FormDialogBody<Input extends FieldValues, Output, Data>(
  props: FormDialogBodyProps<Input, Output, Data>,
) {
  const { guard, requestClose, onOpenChange, submitLabel, enterSaves, destructive, footer, children } = props;
  const t = useTranslations("common");
  const { form, element, failure, save } = useEntityForm({
    ...props,
    startsFocused: true,
    onSaved: (data: Data) => {
      guard.current = { dirty: false, saving: false };
      onOpenChange(false);
      props.onSaved?.(data);
    },
  });
  const { isDirty, isSubmitting } = form.formState;

  useEffect(() => {
    guard.current = { dirty: isDirty, saving: isSubmitting };
  }, [guard, isDirty, isSubmitting]);
  useEffect(
    () => () => {
      guard.current = { dirty: false, saving: false };
    },
    [guard],
  );

  return (
    <FormProvider {...form}>
      <FormFrame
        element={element}
        save={save}
        saving={isSubmitting}
        enterSaves={enterSaves}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody className="flex flex-col gap-4">
          <FormFailure failure={failure} title={props.failureTitle} />
          {children}
        </DialogBody>
        <DialogFooter>
          {footer && <div className="mr-auto min-w-0">{footer}</div>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={requestClose}>{t("cancel")}</Button>
            <Button type="submit" variant={destructive ? "destructive" : "primary"} loading={isSubmitting}>
              {submitLabel ?? t("save")}
            </Button>
          </div>
        </DialogFooter>
      </FormFrame>
      <LeaveGuard unsaved={isDirty && !isSubmitting} />
    </FormProvider>
  );
}
