import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { DeleteKind } from "@/components/dialog/delete-kind";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { type RefKind, type Refs, splitRefs } from "@/components/dialog/refs";
import { withTexts } from "@/components/language/loaded-texts";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/operation/result";

const load = () => withTexts(import("@/components/dialog/delete-dialog"));
const DeleteDialog = dynamic(() => load().then((module) => module.DeleteDialog));

type DeleteFlowOptions<Item> = {
  kind: DeleteKind;
  /** For links to referencing items; required together with `refs`. */
  projectId?: number;
  name: (item: Item) => string;
  /** What uses the item. If loading fails, the question appears anyway, because the server checks again. */
  refs?: (item: Item) => Promise<Refs | null>;
  /** Kinds of `refs` that don't block: they are deleted with the item, and the question names them. */
  cascades?: readonly RefKind[];
  remove: (item: Item) => Promise<ActionResult<unknown>>;
  /** Default: refreshes the page. */
  onDeleted?: (item: Item) => void;
  /** Text of the toast; default: "<name> deleted." */
  deletedText?: (item: Item) => string;
};

type Step<Item> = { item: Item } & ReturnType<typeof splitRefs>;

/** Deletes in steps: check references, confirm, delete, show a toast. Pass the result to DeleteFlow. */
export function useDeleteFlow<Item>(options: DeleteFlowOptions<Item>) {
  const t = useTranslations("common");
  const router = useRouter();
  const [step, setStep] = useState<Step<Item> | null>(null);
  const [open, setOpen] = useState(false);
  const [loadingRefs, setLoadingRefs] = useState<Item | null>(null);
  const asked = useRef<Item | null>(null);

  async function ask(item: Item) {
    asked.current = item;
    setLoadingRefs(item);
    const refs = options.refs ? await options.refs(item).catch(() => null) : null;
    // Another one was asked for meanwhile.
    if (asked.current !== item) return;
    setLoadingRefs(null);
    setStep({ item, ...splitRefs(refs, options.cascades ?? []) });
    setOpen(true);
  }

  function done(item: Item) {
    toast.success(options.deletedText?.(item) ?? t("deleted", { name: options.name(item) }));
    if (options.onDeleted) options.onDeleted(item);
    else router.refresh();
  }

  return {
    ask,
    /** The item whose references are loading, so that its button can show progress. */
    loadingRefs,
    dialog: step && {
      open,
      setOpen,
      kind: options.kind,
      projectId: options.projectId ?? 0,
      name: options.name(step.item),
      keeps: step.keeps,
      goes: step.goes,
      confirm: () => options.remove(step.item),
      done: () => done(step.item),
    },
  };
}

type DeleteFlowState = Pick<ReturnType<typeof useDeleteFlow>, "dialog">;

/** The dialogs of useDeleteFlow; render it once, outside of any table row. */
export function DeleteFlow({ flow: { dialog } }: { flow: DeleteFlowState }) {
  return (
    <PrefetchOnInteraction open={dialog !== null} load={load}>
      {dialog && <DeleteDialog {...dialog} />}
    </PrefetchOnInteraction>
  );
}
