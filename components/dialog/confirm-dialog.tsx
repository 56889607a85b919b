import { useTranslations } from "next-intl";
import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { Alert } from "@/components/ui/alert";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { ActionResult } from "@/lib/operation/result";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  question: ReactNode;
  confirmLabel?: ReactNode;
  cancelLabel?: ReactNode;
  destructive?: boolean;
  /** Has to be typed first, since the action cannot be undone. */
  typed?: string;
  /** Pixels. */
  width?: number;
  confirm: () => Promise<ActionResult<unknown>>;
  /** Called after the action succeeded and the dialog closed. */
  onDone?: () => void;
};

/** Asks for confirmation, then runs the action; stays open with the server's message if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, question, confirmLabel, cancelLabel, destructive, typed, width } = props;
  const t = useTranslations("common");
  const { pending, failure, act, reset } = useConfirm(props);
  const [text, setText] = useState("");

  function change(next: boolean) {
    if (pending) return;
    reset();
    setText("");
    onOpenChange(next);
  }

  return (
    <AlertDialog open={open} onOpenChange={change}>
      <AlertDialogContent width={width} onOpenAutoFocus={typed === undefined ? undefined : focusField}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription asChild>
          <div>{question}</div>
        </AlertDialogDescription>
        {typed !== undefined && <TypedField typed={typed} text={text} onChange={setText} onEnter={act} />}
        {failure && <Alert variant="error">{failure}</Alert>}
        <AlertDialogFooter>
          <AlertDialogCancel asChild>
            <Button disabled={pending}>{cancelLabel ?? t("cancel")}</Button>
          </AlertDialogCancel>
          <Button
            variant={destructive ? "destructive" : "primary"}
            loading={pending}
            disabled={typed !== undefined && !isSameText(text, typed)}
            onClick={act}
          >
            {confirmLabel ?? t("yes")}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** Whether they look the same: a page shows white space as one space, and keyboards compose accents. */
export const isSameText = (typed: string, wanted: string): boolean => asShown(typed) === asShown(wanted);

const asShown = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim();

/** Instead of Cancel: the first thing to do is to type. */
function focusField(event: Event) {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector("input")?.focus();
}

type TypedFieldProps = { typed: string; text: string; onChange: (text: string) => void; onEnter: () => void };

function TypedField({ typed, text, onChange, onEnter }: TypedFieldProps) {
  const t = useTranslations("common");
  const id = useId();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React passes it on to a form around the dialog.
    event.stopPropagation();
    if (isSameText(text, typed)) onEnter();
  }

  return (
    <form onSubmit={submit} className="grid gap-1.5">
      <Label htmlFor={id} className="wrap-anywhere whitespace-normal">
        {t("typeToConfirm", { text: typed })}
      </Label>
      <Input
        id={id}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  );
}

function useConfirm({ confirm, onDone, onOpenChange }: ConfirmDialogProps) {
  const problemText = useProblemText();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function act() {
    if (pending) return;
    setPending(true);
    setFailure(null);
    const problem = await confirm().then(problemOf, problemText);
    setPending(false);
    if (problem !== null) return setFailure(problem);
    onOpenChange(false);
    onDone?.();
  }

  return { pending, failure, act, reset: () => setFailure(null) };
}
