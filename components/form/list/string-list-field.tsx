import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";
import { StringChip } from "@/components/form/list/string-chip";
import { useStringList } from "@/components/form/list/use-string-list";
import { cn } from "@/components/ui/cn";

type StringListFieldProps = FieldProps & { placeholder?: string; mono?: boolean };

/** A list of texts as chips: Enter adds, a click edits, Backspace in the empty input edits the last one. */
export function StringListField({ placeholder, mono = true, disabled, ...props }: StringListFieldProps) {
  const { field } = useController({ name: props.name });
  const items: string[] = field.value ?? [];
  const list = useStringList(items, field.onChange);
  return (
    <Field {...props}>
      {(control) => (
        <div
          className={cn(
            "flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-input bg-card p-1 focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/25 has-aria-invalid:border-error dark:bg-background",
            mono && "font-mono text-xs",
          )}
        >
          {items.map((item, index) => (
            <StringChip
              // biome-ignore lint/suspicious/noArrayIndexKey: equal texts may repeat; their place is their identity
              key={index}
              text={item}
              editing={list.editing === index}
              disabled={disabled}
              onEdit={() => list.edit(index)}
              onRemove={() => list.remove(index)}
            />
          ))}
          <input
            {...control}
            ref={(element) => {
              field.ref(element);
              list.input.current = element;
            }}
            value={list.text}
            onChange={(event) => list.setText(event.target.value)}
            onKeyDown={list.press}
            onPaste={list.paste}
            onBlur={list.commit}
            disabled={disabled}
            placeholder={items.length === 0 ? placeholder : undefined}
            autoComplete="off"
            spellCheck={false}
            className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-muted-foreground"
          />
        </div>
      )}
    </Field>
  );
}
