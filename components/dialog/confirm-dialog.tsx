import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
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
import type { ActionResult } from "@/lib/operation/result";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  question: ReactNode;
  confirmLabel?: ReactNode;
  cancelLabel?: ReactNode;
  destructive?: boolean;
  /** Pixels. */
  width?: number;
  confirm: () => Promise<ActionResult<unknown>>;
  /** Called after the action succeeded and the dialog closed. */
  onDone?: () => void;
};

/** Asks for confirmation, then runs the action; stays open with the server's message if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, question, confirmLabel, cancelLabel, destructive, width } = props;
  const t = useTranslations("common");
  const { pending, failure, act, reset } = useConfirm(props);

  function change(next: boolean) {
    if (pending) return;
    reset();
    onOpenChange(next);
  }

  return (
    <AlertDialog open={open} onOpenChange={change}>
      <AlertDialogContent width={width}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription asChild>
          <div>{question}</div>
        </AlertDialogDescription>
        {failure && <Alert variant="error">{failure}</Alert>}
        <AlertDialogFooter>
          <AlertDialogCancel asChild>
            <Button disabled={pending}>{cancelLabel ?? t("cancel")}</Button>
          </AlertDialogCancel>
          <Button variant={destructive ? "destructive" : "primary"} loading={pending} onClick={act}>
            {confirmLabel ?? t("yes")}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

function useConfirm({ confirm, onDone, onOpenChange }: ConfirmDialogProps) {
  const problemText = useProblemText();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function act() {
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
