import { useRef } from "react";
import type { ControlProps } from "@/components/form/field/field";

/** What the plain text field and the editor have in common. */
export type CodeInputProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Pixels. */
  height: number;
  control: ControlProps;
};

export const frameClasses =
  "flex overflow-hidden rounded-md border border-input bg-card font-mono text-xs leading-5 focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/25 has-aria-invalid:border-error dark:bg-background";

type PlainCodeProps = CodeInputProps & {
  disabled?: boolean;
  /** Whether somebody types: then it isn't replaced. */
  onTyping: (typing: boolean) => void;
  /** Where the cursor is; null without the focus. */
  onCursor: (position: number | null) => void;
};

/** Multi-line text in a monospace font, with line numbers. */
export function PlainCode({ value, onChange, onBlur, height, control, disabled, onTyping, onCursor }: PlainCodeProps) {
  const gutter = useRef<HTMLPreElement>(null);
  const numbers = Array.from({ length: value.split("\n").length }, (_, index) => index + 1).join("\n");
  return (
    <div className={frameClasses} style={{ height }}>
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
        value={value}
        disabled={disabled}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => {
          onTyping(true);
          onChange(event.target.value);
        }}
        onFocus={(event) => onCursor(event.currentTarget.selectionEnd)}
        onSelect={(event) => onCursor(event.currentTarget.selectionEnd)}
        onBlur={(event) => {
          onBlur();
          // The window lost the focus, and gives it back to this field.
          if (document.activeElement === event.currentTarget) return;
          onTyping(false);
          onCursor(null);
        }}
        onScroll={(event) => {
          if (gutter.current) gutter.current.style.transform = `translateY(${-event.currentTarget.scrollTop}px)`;
        }}
        className="min-w-0 flex-1 resize-none bg-transparent px-2.5 py-2 outline-none placeholder:text-muted-foreground"
      />
    </div>
  );
}
