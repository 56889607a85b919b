import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useLeaveWarning } from "@/components/form/unsaved";

/** The input of a list of texts: its text, and the index of the edited item (null: a new one). */
export function useStringList(items: string[], onChange: (items: string[]) => void) {
  const [text, setText] = useState("");
  const [editing, setEditing] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const untouched = text === "" && editing === null;
  useLeaveWarning(text.trim() !== (editing === null ? "" : items[editing]));
  useBeforeEscape(input, () => !untouched && flushSync(commit));

  function commit() {
    if (editing !== null) onChange(replaceItem(items, editing, text));
    else if (text.trim() !== "") onChange([...items, text.trim()]);
    setText("");
    setEditing(null);
  }

  function edit(index: number) {
    input.current?.focus();
    setText(items[index] ?? "");
    setEditing(index);
  }

  function remove(index: number) {
    onChange(items.filter((_, position) => position !== index));
    input.current?.focus();
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // While an input method composes, its keys choose a word.
    if (event.nativeEvent.isComposing) return;
    // Also with Ctrl, before the form saves.
    if (event.key === "Enter" && !untouched) {
      event.preventDefault();
      commit();
    } else if (event.key === "Backspace" && untouched && items.length > 0) {
      event.preventDefault();
      edit(items.length - 1);
    }
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const lines = splitPaste(event.clipboardData.getData("text"));
    if (lines.length < 2 || editing !== null) return;
    event.preventDefault();
    onChange([...items, ...lines]);
  }

  return { text, setText, editing, input, commit, edit, remove, press, paste };
}

/** Calls `act` before a dialog around the input hears the key, which asks only if its form has changed. */
function useBeforeEscape(input: RefObject<HTMLInputElement | null>, act: () => void): void {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === "Escape" && !event.isComposing && event.target === input.current) act();
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => press(event);
    // On window, because dialogs capture keys on the document.
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
}

/** Splits pasted text into lines, without empty ones. */
export const splitPaste = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Replaces one item of the list; an empty text removes it. */
export function replaceItem(items: string[], index: number, text: string): string[] {
  const value = text.trim();
  return value === "" ? items.filter((_, position) => position !== index) : items.with(index, value);
}
