import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";
import { Segment, Segments } from "@/components/ui/segments";

type RadioTabsProps = FieldProps & {
  options: { value: string; label: ReactNode }[];
  onPick?: (value: string) => void;
};

export function RadioTabs({ options, onPick, disabled, ...props }: RadioTabsProps) {
  const { field } = useController({ name: props.name });
  return (
    <Field {...props}>
      {(control, labelId) => (
        <Segments
          {...control}
          aria-labelledby={labelId}
          disabled={disabled}
          value={field.value ?? ""}
          onValueChange={(value) => {
            field.onChange(value);
            onPick?.(value);
          }}
          className="w-full"
        >
          {options.map((option) => (
            <Segment
              key={option.value}
              value={option.value}
              className="inline-flex h-7 min-w-0 flex-1 items-center justify-center text-sm"
            >
              <span className="truncate">{option.label}</span>
            </Segment>
          ))}
        </Segments>
      )}
    </Field>
  );
}
