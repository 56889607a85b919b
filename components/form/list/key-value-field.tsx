import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import type { FieldProps } from "@/components/form/field/field";
import { GroupField } from "@/components/form/list/group-field";
import { KeyValueCell } from "@/components/form/list/key-value-cell";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

type KeyValueFieldProps = FieldProps & {
  nameLabel?: string;
  valueLabel?: string;
  addLabel?: ReactNode;
  /** Masks the values. */
  secret?: boolean;
};

/** Rows of name and value; the form's value is `{ name, value }[]`. */
export function KeyValueField({ nameLabel, valueLabel, addLabel, secret, disabled, ...props }: KeyValueFieldProps) {
  const t = useTranslations("form");
  const { control } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: props.name });
  const names = nameLabel ?? t("name");
  const values = valueLabel ?? t("value");
  return (
    <GroupField {...props} itemErrors>
      {fields.length > 0 && (
        <div className="overflow-hidden rounded-md border border-input">
          <div
            aria-hidden="true"
            className="grid grid-cols-[2fr_3fr_2rem] border-border border-b bg-muted px-2.5 py-1 font-medium text-muted-foreground text-xs"
          >
            <span>{names}</span>
            <span className="pl-2.5">{values}</span>
          </div>
          {fields.map((row, index) => (
            <div key={row.id} className="grid grid-cols-[2fr_3fr_2rem] border-border border-b last:border-b-0">
              <KeyValueCell name={`${props.name}.${index}.name`} label={names} disabled={disabled} />
              <KeyValueCell
                name={`${props.name}.${index}.value`}
                label={values}
                disabled={disabled}
                secret={secret}
                className="border-border border-l"
              />
              <IconButton
                label={t("removeRow", { number: index + 1 })}
                disabled={disabled}
                onClick={() => remove(index)}
                className="m-0.5 text-muted-foreground"
              >
                <Trash2 />
              </IconButton>
            </div>
          ))}
        </div>
      )}
      <Button
        size="sm"
        disabled={disabled}
        onClick={() => append({ name: "", value: "" }, { focusName: `${props.name}.${fields.length}.name` })}
        className="self-start"
      >
        <Plus />
        {addLabel ?? t("addRow")}
      </Button>
    </GroupField>
  );
}
