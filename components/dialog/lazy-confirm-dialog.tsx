import dynamic from "next/dynamic";
import type { ConfirmDialogProps } from "@/components/dialog/confirm-dialog";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";

const load = () => import("@/components/dialog/confirm-dialog");
const ConfirmDialog = dynamic(() => load().then((module) => module.ConfirmDialog));

/** A ConfirmDialog on a page, which is shown before the dialog's code is there. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  return (
    <PrefetchOnInteraction open={props.open} load={load}>
      <ConfirmDialog {...props} />
    </PrefetchOnInteraction>
  );
}
