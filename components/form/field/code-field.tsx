import { useRef } from "react";
import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";

const LINE_HEIGHT = 20;

type CodeFieldProps = FieldProps & {
  /** Lines shown before it scrolls. */
  rows?: number;
  placeholder?: string;
};

/** Multi-line text in a monospace font, with line numbers. */
export function CodeField({ rows = 8, placeholder, disabled, ...props }: CodeFieldProps) {
  const { field } = useController({ name: props.name });
  const gutter = useRef<HTMLPreElement>(null);
  const value: string = field.value ?? "";
  const numbers = Array.from({ length: value.split("\n").length }, (_, index) => index + 1).join("\n");
  return (
    <Field {...props}>
      {(control) => (
        <div
          className="flex overflow-hidden rounded-md border border-input bg-card font-mono text-xs leading-5 focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/25 has-aria-invalid:border-error dark:bg-background"
          style={{ height: rows * LINE_HEIGHT + 18 }}
        >
          <div
            aria-hidden="true"
            className="select-none overflow-hidden bg-muted px-2 py-2 text-right text-muted-foreground"
          >
            <pre ref={gutter} className="m-0 font-mono">
              {numbers}
            </pre>
          </div>
          <textarea
            {...control}
            {...field}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onScroll={(event) => {
              if (gutter.current) gutter.current.style.transform = `translateY(${-event.currentTarget.scrollTop}px)`;
            }}
            className="min-w-0 flex-1 resize-none bg-transparent px-2.5 py-2 outline-none placeholder:text-muted-foreground"
          />
        </div>
      )}
    </Field>
  );
}
