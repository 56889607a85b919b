/** Keys of alphabets without Latin letters write characters after it. */
const LAST_LATIN = "\u024f";

type Pressed = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey"> & {
  getModifierState: (key: "AltGraph") => boolean;
};

/**
 * What was pressed, as shortcuts name it: by its place on the keyboard if that has no Latin letters, and in lower case unless
 * with Shift, whatever Caps Lock says. `mod`: with Ctrl or ⌘.
 */
export function pressOf(event: Pressed): { key: string; mod: boolean; alt: boolean } {
  // Windows takes AltGr, which some keyboards need for "[", for Ctrl and Alt.
  const isAltGr = event.getModifierState("AltGraph");
  const key = event.key > LAST_LATIN && !isAltGr ? latinKey(event.code) : event.key;
  const letter = event.shiftKey ? key.toUpperCase() : key.toLowerCase();
  return {
    key: key.length === 1 ? letter : key,
    mod: (event.ctrlKey || event.metaKey) && !isAltGr,
    alt: event.altKey && !isAltGr,
  };
}

const latinKey = (code: string): string => (code === "BracketLeft" ? "[" : code.replace("Key", ""));
