import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { SearchSelect } from "@/components/form/choice/search-select";
import { PanelField } from "@/components/workflow/editor/panel/panel-field";

type Choice<Value> = { value: Value; label: string };

type PickListProps<Value extends string | number> = {
  path: string;
  label: string;
  help?: string;
  options: readonly Choice<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** Some of many: the chosen ones as chips, the others in a select. */
export function PickList<Value extends string | number>(props: PickListProps<Value>) {
  const { path, label, help, options, chosen, onChange } = props;
  const t = useTranslations("form");
  const labelOf = (value: Value) => options.find((option) => option.value === value)?.label ?? String(value);
  const others = options.filter(({ value }) => !chosen.includes(value));
  return (
    <PanelField path={path} label={label} help={help}>
      {(control) => (
        <div className="flex min-w-0 flex-col gap-1.5">
          {chosen.length > 0 && (
            <ul className="flex flex-wrap gap-1">
              {chosen.map((value) => (
                <li key={value} className="flex max-w-full items-center gap-1 rounded-md bg-accent pl-2 text-xs">
                  <span className="truncate">{labelOf(value)}</span>
                  <button
                    type="button"
                    aria-label={t("removeItem", { item: labelOf(value) })}
                    onClick={() => onChange(chosen.filter((one) => one !== value))}
                    className="touch-target grid size-6 place-items-center rounded-md hover:bg-border"
                  >
                    <X className="size-3.5" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <SearchSelect
            control={control}
            options={others}
            chosen={undefined}
            onPick={(option) => {
              const picked = others.find(({ value }) => value === option.value);
              if (picked) onChange([...chosen, picked.value]);
            }}
            placeholder={t("choose")}
            disabled={others.length === 0}
          />
        </div>
      )}
    </PanelField>
  );
}
