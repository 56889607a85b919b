import { type ChangeEvent, useState } from "react";

/** How a value is written, and read; a text that stands for none is read as one that can't be saved. */
export type DraftOf<Value> = { write: (value: Value) => string; read: (text: string) => Value };

/** Text that stands for a value. What is typed stays as it is, unless the value changes elsewhere, as by an undo. */
export function useDraft<Value>(value: Value, onChange: (value: Value) => void, { write, read }: DraftOf<Value>) {
  const [text, setText] = useState(() => write(value));
  const [seen, setSeen] = useState(value);
  const same = (one: Value, other: Value) => JSON.stringify(one) === JSON.stringify(other);
  if (!same(seen, value)) {
    setSeen(value);
    if (!same(read(text), value)) setText(write(value));
  }

  function change(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    setText(event.target.value);
    onChange(read(event.target.value));
  }

  return { value: text, onChange: change };
}
