import { type ChangeEvent, useState } from "react";

/** How a value is written, and read; null: the text stands for none. */
export type DraftOf<Value> = { write: (value: Value) => string; read: (text: string) => { value: Value } | null };

/** Text that stands for a value. What is typed stays as it is, unless the value changes elsewhere, as by an undo. */
export function useDraft<Value>(value: Value, onChange: (value: Value) => void, { write, read }: DraftOf<Value>) {
  const [text, setText] = useState(() => write(value));
  const [seen, setSeen] = useState(value);
  const same = (one: Value, other: Value) => JSON.stringify(one) === JSON.stringify(other);
  if (!same(seen, value)) {
    setSeen(value);
    const typed = read(text);
    if (!typed || !same(typed.value, value)) setText(write(value));
  }

  function change(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    setText(event.target.value);
    const typed = read(event.target.value);
    if (typed) onChange(typed.value);
  }

  return { props: { value: text, onChange: change }, invalid: read(text) === null || undefined };
}
