import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/form/form-dialog";
import { templatesHref } from "@/components/template/template-href";
import { ViewRows } from "@/components/view/view-rows";
import { saveViews } from "@/lib/view/actions";
import { type View, ViewList } from "@/lib/view/schema";

type ViewsDialogProps = {
  projectId: number;
  views: View[];
  /** The open view. */
  current: number | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Add, rename, reorder and delete views. */
export function ViewsDialog({ projectId, views, current, open, onOpenChange }: ViewsDialogProps) {
  const t = useTranslations("view");
  const router = useRouter();

  function saved(stored: View[]) {
    if (current !== null && !stored.some(({ id }) => id === current)) router.push(templatesHref(projectId, null));
    router.refresh();
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("edit")}
      description={t("editHelp")}
      width={480}
      schema={ViewList}
      defaults={{ views: views.map(({ id, title }) => ({ view_id: id, title })), shown: views }}
      submit={(list) => saveViews({ projectId }, list)}
      onSaved={saved}
      enterSaves={false}
    >
      <ViewRows />
    </FormDialog>
  );
}
