import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray } from "react-hook-form";
import { TextField } from "@/components/form/field/text-field";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { ViewList } from "@/lib/view/schema";

/** One row per view, in the order of the tabs. */
export function ViewRows() {
  const t = useTranslations();
  const { fields, append, remove, move } = useFieldArray<ViewList, "views">({ name: "views" });
  return (
    <div className="flex flex-col gap-2">
      {fields.length === 0 && <p className="text-muted-foreground text-sm">{t("view.none")}</p>}
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-start gap-0.5">
          <TextField
            name={`views.${index}.title`}
            label={<span className="sr-only">{t("view.title")}</span>}
            placeholder={t("view.title")}
            className="min-w-0 flex-1 gap-0 pr-1.5"
          />
          <IconButton label={t("view.up")} disabled={index === 0} onClick={() => move(index, index - 1)}>
            <ArrowUp />
          </IconButton>
          <IconButton
            label={t("view.down")}
            disabled={index === fields.length - 1}
            onClick={() => move(index, index + 1)}
          >
            <ArrowDown />
          </IconButton>
          <IconButton label={t("common.delete")} onClick={() => remove(index)}>
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <Button className="self-start" onClick={() => append({ view_id: null, title: "" })}>
        <Plus />
        {t("view.add")}
      </Button>
    </div>
  );
}
