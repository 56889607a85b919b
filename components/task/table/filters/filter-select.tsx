import { useTranslations } from "next-intl";
import type { Option } from "@/components/form/choice/option";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { SearchSelect } from "@/components/form/choice/search-select";
import { FilterField, setFilter } from "@/components/task/table/filters/filter-field";

/** From here on a list is searched rather than looked through. */
const MANY = 15;

type FilterSelectProps = { name: string; label: string; options: Option[]; value: string | undefined };

/** One value of a filter, or any. */
export function FilterSelect({ name, label, options, value }: FilterSelectProps) {
  const t = useTranslations("task.filters");
  const any: Option = { value: "", label: t("any") };
  const all = [any, ...options];
  const Picker = options.length > MANY ? SearchSelect : PlainSelect;
  return (
    <FilterField label={label}>
      {(id) => (
        <Picker
          control={{ id }}
          options={all}
          chosen={all.find((option) => option.value === (value ?? ""))}
          onPick={(option) => setFilter({ [name]: String(option.value) || null })}
          placeholder={value ?? ""}
          className="w-full"
        />
      )}
    </FilterField>
  );
}
