import * as RadioGroup from "radix-ui/radio-group";
import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";

type RadioTabsProps = FieldProps & {
  options: { value: string; label: ReactNode; icon?: ReactNode }[];
  onPick?: (value: string) => void;
};

/** A segmented control. */
export function RadioTabs({ options, onPick, disabled, ...props }: RadioTabsProps) {
  const { field } = useController({ name: props.name });
  return (
    <Field {...props}>
      {(control, labelId) => (
        <RadioGroup.Root
          {...control}
          aria-labelledby={labelId}
          orientation="horizontal"
          disabled={disabled}
          value={field.value ?? ""}
          onValueChange={(value) => {
            field.onChange(value);
            onPick?.(value);
          }}
          className="flex w-full gap-0.5 rounded-md border border-border bg-muted p-0.5"
        >
          {options.map((option) => (
            <RadioGroup.Item
              key={option.value}
              value={option.value}
              className="inline-flex h-7 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-sm px-2 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground disabled:opacity-50 data-[state=checked]:bg-card data-[state=checked]:text-foreground data-[state=checked]:shadow-xs dark:data-[state=checked]:bg-input [&_svg]:size-4"
            >
              {option.icon}
              <span className="truncate">{option.label}</span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
    </Field>
  );
}
