import { BookmarkPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FilterField } from "@/components/task/table/filters/filter-field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

type SaveFilterProps = { onSave: (name: string) => Promise<boolean> };

/** Saves the current filter under a name. */
export function SaveFilter({ onSave }: SaveFilterProps) {
  const t = useTranslations("task.filters");
  const [name, setName] = useState("");

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await onSave(name.trim())) setName("");
  }

  return (
    <FilterField label={t("name")}>
      {(id) => (
        <form onSubmit={submit} className="flex items-center gap-1">
          <Input id={id} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          <IconButton type="submit" size="icon" variant="secondary" label={t("save")} disabled={name.trim() === ""}>
            <BookmarkPlus />
          </IconButton>
        </form>
      )}
    </FilterField>
  );
}
