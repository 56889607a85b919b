import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type DialogGuard, FormDialogBody } from "@/components/form/form-dialog-body";
import { FormDialogPending } from "@/components/form/form-dialog-pending";
import { FormPanel } from "@/components/form/form-panel";
import { LeaveDialog } from "@/components/form/leave-guard";
import { useDefaults } from "@/components/form/use-defaults";
import type { EntityFormOptions } from "@/components/form/use-entity-form";
import { useProblemText } from "@/components/problem/use-problem-text";
import { Dialog, DialogDescription, DialogHeader, DialogTitle, keepOpen } from "@/components/ui/dialog";

export type FormDialogProps<Input extends FieldValues, Output, Data> = Omit<
  EntityFormOptions<Input, Output, Data>,
  "defaults" | "stays"
> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  icon?: ReactNode;
  description?: ReactNode;
  /** Pixels. */
  width?: number;
  /** A function is called at every opening. */
  defaults: Input | (() => Promise<Input>);
  submitLabel?: ReactNode;
  /** Title of the error message, for a form that does not save anything. */
  failureTitle?: string;
  enterSaves?: boolean;
  /** The action can't be undone. */
  destructive?: boolean;
  /** At the left of the buttons. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A dialog that edits one thing; it closes itself after saving and asks before losing changes. */
export function FormDialog<Input extends FieldValues, Output, Data>(props: FormDialogProps<Input, Output, Data>) {
  const { open, onOpenChange, title, icon, description, width } = props;
  const t = useTranslations("common");
  const guard = useRef<DialogGuard>({ dirty: false, saving: false });
  const [asking, setAsking] = useState(false);

  function requestChange(next: boolean) {
    if (next) return onOpenChange(true);
    if (guard.current.saving) return;
    if (guard.current.dirty) setAsking(true);
    else onOpenChange(false);
  }

  function leave() {
    setAsking(false);
    onOpenChange(false);
  }

  return (
    <Dialog open={open} onOpenChange={requestChange}>
      <FormPanel
        width={width}
        closeLabel={t("close")}
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={keepOpen}
        {...(description ? {} : { "aria-describedby": undefined })}
      >
        <DialogHeader>
          <DialogTitle>
            {icon}
            <span className="truncate">{title}</span>
          </DialogTitle>
          {description && <DialogDescription>{description}</DialogDescription>}
        </DialogHeader>
        <FormDialogContent {...props} guard={guard} requestClose={() => requestChange(false)} />
        <LeaveDialog open={asking} onOpenChange={setAsking} onLeave={leave} />
      </FormPanel>
    </Dialog>
  );
}

type ContentProps<Input extends FieldValues, Output, Data> = FormDialogProps<Input, Output, Data> & {
  guard: { current: DialogGuard };
  requestClose: () => void;
};

/** Remounted at every opening, so that it starts with fresh values. */
function FormDialogContent<Input extends FieldValues, Output, Data>(props: ContentProps<Input, Output, Data>) {
  const problemText = useProblemText();
  const { loaded, retry } = useDefaults(props.defaults, problemText);
  if (loaded.state !== "loaded") {
    const problem = loaded.state === "failed" ? loaded.problem : null;
    return <FormDialogPending problem={problem} retry={retry} requestClose={props.requestClose} />;
  }
  return <FormDialogBody {...props} defaults={loaded.defaults} />;
}
