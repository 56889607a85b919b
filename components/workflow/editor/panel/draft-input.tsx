import { type ComponentProps, useState } from "react";
import type { ControlProps } from "@/components/form/field/field";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { PanelField } from "@/components/workflow/editor/panel/panel-field";
import { type DraftOf, useDraft } from "@/components/workflow/editor/panel/use-draft";

type DraftProps<Value> = { control: ControlProps; value: Value; onChange: (value: Value) => void; of: DraftOf<Value> };

type DraftInputProps<Value> = DraftProps<Value> & Pick<ComponentProps<"input">, "placeholder" | "inputMode">;

/** A line that stands for a value. */
export function DraftInput<Value>({ control, value, onChange, of, ...input }: DraftInputProps<Value>) {
  const draft = useDraft(value, onChange, of);
  return <Input {...control} {...input} {...draft} autoComplete="off" className="tabular-nums" />;
}

type DraftFieldProps<Value> = Omit<DraftInputProps<Value>, "control"> &
  Pick<ComponentProps<typeof PanelField>, "path" | "label" | "help">;

/** A `DraftInput` with its label. */
export const DraftField = <Value,>({ path, label, help, ...input }: DraftFieldProps<Value>) => (
  <PanelField {...{ path, label, help }}>{(control) => <DraftInput control={control} {...input} />}</PanelField>
);

/** A draft of several lines. */
export function DraftTextarea<Value>({ control, value, onChange, of, placeholder }: DraftInputProps<Value>) {
  const draft = useDraft(value, onChange, of);
  return (
    <Textarea {...control} {...draft} placeholder={placeholder} spellCheck={false} className="font-mono text-xs" />
  );
}

type CodeInputProps = {
  control: ControlProps;
  value: string;
  onChange: (text: string) => void;
  placeholder?: string;
  /** Suggested while typing. */
  suggestions?: readonly string[];
};

/** An expression, or the path of a secret. */
export function CodeInput({ control, value, onChange, placeholder, suggestions = [] }: CodeInputProps) {
  const list = suggestions.length > 0 ? `${control.id}-list` : undefined;
  return (
    <>
      <Input
        {...control}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder}
        list={list}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        className={cn("font-mono text-xs")}
      />
      {list && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}

type KeyInputProps = {
  control: ControlProps;
  value: string;
  allows: (key: string) => boolean;
  onKeep: (key: string) => void;
};

/** Another key is kept when the field is left; one that is not allowed falls back. */
export function KeyInput({ control, value, allows, onKeep }: KeyInputProps) {
  const [text, setText] = useState(value);
  const keep = () => (allows(text) ? onKeep(text) : setText(value));
  return (
    <Input
      {...control}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={({ key, nativeEvent }) => key === "Enter" && !nativeEvent.isComposing && keep()}
      aria-invalid={(text !== value && !allows(text)) || control["aria-invalid"]}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      className="font-mono text-xs"
    />
  );
}
