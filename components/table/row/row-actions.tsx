import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

type RowActionsProps = {
  onEdit?: () => void;
  onDelete?: () => void;
  /** The item's references are loading. */
  deleting?: boolean;
  /** Why it can't be deleted; shown as a tooltip. */
  keptBecause?: string;
};

/** The edit and delete buttons of a row; a button without a handler is not rendered. */
export function RowActions({ onEdit, onDelete, deleting, keptBecause }: RowActionsProps) {
  const t = useTranslations("common");
  return (
    <>
      {onEdit && (
        <IconButton label={t("edit")} onClick={onEdit}>
          <Pencil />
        </IconButton>
      )}
      {onDelete && (
        <IconButton
          label={keptBecause ?? t("delete")}
          disabled={keptBecause !== undefined}
          loading={deleting}
          onClick={onDelete}
        >
          <Trash2 />
        </IconButton>
      )}
    </>
  );
}
