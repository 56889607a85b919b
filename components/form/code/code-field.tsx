import { useRef, useState } from "react";
import { useController, useFormState } from "react-hook-form";
import type { Marks, Names } from "@/components/form/code/language/language";
import { PlainCode } from "@/components/form/code/plain-code";
import { type LanguageName, useEditor } from "@/components/form/code/use-editor";
import { Field, type FieldProps } from "@/components/form/field/field";

const LINE_HEIGHT = 20;

type CodeFieldProps = FieldProps & {
  language: LanguageName;
  /** Lines shown before it scrolls. */
  rows?: number;
  marks?: Marks;
  names?: Names;
};

/** Text in a language, in an editor that is loaded when the field is shown; a plain text field until then. */
export function CodeField({ language, rows = 8, marks, names, disabled, ...props }: CodeFieldProps) {
  const { field } = useController({ name: props.name });
  const { isSubmitting } = useFormState();
  const [typing, setTyping] = useState(false);
  const cursor = useRef<number | null>(null);
  const editor = useEditor(language);
  const text = {
    value: String(field.value ?? ""),
    onChange: (value: string) => field.onChange(value),
    onBlur: field.onBlur,
    height: rows * LINE_HEIGHT + 18,
  };
  return (
    <Field {...props}>
      {(control, labelId) =>
        editor && !typing ? (
          <editor.CodeEditor
            key={editor.name}
            {...text}
            control={control}
            labelId={labelId}
            startsAt={cursor.current}
            language={editor.language}
            marks={marks}
            names={names}
            readOnly={Boolean(disabled) || isSubmitting}
          />
        ) : (
          <PlainCode
            {...text}
            control={control}
            disabled={disabled}
            onTyping={setTyping}
            onCursor={(position) => {
              cursor.current = position;
            }}
          />
        )
      }
    </Field>
  );
}
