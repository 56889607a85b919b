import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

type RowActionsProps = {
  onEdit?: () => void;
  onDelete?: () => void;
  /** What uses it is being looked up. */
  deleting?: boolean;
  /** Why it cannot be deleted, for the tooltip. */
  keptBecause?: string;
};

/** The buttons of a row that can be edited and deleted; what is not given is not offered. */
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
