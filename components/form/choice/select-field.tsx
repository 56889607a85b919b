import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import type { CreateEntry, Option } from "@/components/form/choice/option";
import { PlainSelect } from "@/components/form/choice/plain-select";
import { SearchSelect } from "@/components/form/choice/search-select";
import { Field, type FieldProps } from "@/components/form/field/field";

/** Show a search box above this number of options. */
const MANY = 8;

type SelectFieldProps = FieldProps & {
  options: Option[];
  placeholder?: string;
  clearable?: boolean;
  /** The value when nothing is selected. */
  emptyValue?: null | "" | undefined;
  searchable?: boolean;
  onPick?: (value: string | number | null | undefined) => void;
  create?: CreateEntry;
};

export function SelectField({
  options,
  clearable,
  searchable,
  onPick,
  create,
  placeholder,
  disabled,
  ...props
}: SelectFieldProps) {
  const { emptyValue = null, ...fieldProps } = props;
  const t = useTranslations();
  const { field } = useController({ name: props.name });
  const chosen = options.find((option) => option.value === field.value);
  const canClear = clearable && !disabled && field.value !== emptyValue && chosen !== undefined;
  const Picker = (searchable ?? options.length > MANY) ? SearchSelect : PlainSelect;

  function pick(value: Option["value"] | null | undefined) {
    field.onChange(value);
    onPick?.(value);
  }

  return (
    <Field {...fieldProps}>
      {(control) => (
        <div className="relative min-w-0">
          <Picker
            ref={field.ref}
            control={control}
            options={options}
            chosen={chosen}
            onPick={(option) => pick(option.value)}
            create={create && { label: create.label, onPick: () => create.open(pick) }}
            placeholder={placeholder ?? t("form.choose")}
            disabled={disabled}
            className={canClear ? "pr-14 [&>svg]:absolute [&>svg]:right-2.5" : undefined}
          />
          {canClear && (
            <button
              type="button"
              aria-label={t("common.clear")}
              onClick={() => pick(emptyValue)}
              className="absolute top-1 right-8 grid size-6 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground"
            >
              <X className="size-3.5" />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
