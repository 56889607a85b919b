import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { SearchSelect } from "@/components/form/choice/search-select";
import { cn } from "@/components/ui/cn";
import { PanelField } from "@/components/workflow/editor/panel/panel-field";

type Choice<Value> = { value: Value; label: string };

type PickListProps<Value extends string | number> = {
  path: string;
  label: string;
  help?: string;
  options: readonly Choice<Value>[];
  /** Instead of a chosen value that is no longer among the options. */
  missing?: string;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** Some of many: the chosen ones as chips, the others in a select. */
export function PickList<Value extends string | number>(props: PickListProps<Value>) {
  const { path, label, help, options, missing, chosen, onChange } = props;
  const t = useTranslations("form");
  const optionOf = (value: Value) => options.find((option) => option.value === value);
  const labelOf = (value: Value) => optionOf(value)?.label ?? missing ?? String(value);
  const others = options.filter(({ value }) => !chosen.includes(value));
  return (
    <PanelField path={path} label={label} help={help}>
      {(control) => (
        <div className="flex min-w-0 flex-col gap-1.5">
          {chosen.length > 0 && (
            <ul className="flex flex-wrap gap-1">
              {chosen.map((value) => (
                <li key={value} className="flex max-w-full items-center gap-1 rounded-md bg-accent pl-2 text-xs">
                  <span className={cn("truncate", !optionOf(value) && "text-error-text")}>{labelOf(value)}</span>
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
