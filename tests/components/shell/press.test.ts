import { expect, test } from "vitest";
import { pressOf } from "@/components/shell/keys/press";

const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

function press(key: string, code: string, held: Partial<typeof NONE & { altGr: boolean }> = {}) {
  return pressOf({ ...NONE, ...held, key, code, getModifierState: () => held.altGr ?? false });
}

test.each([
  ["Cyrillic", "л", "KeyK", "k"],
  ["Greek", "κ", "KeyK", "k"],
  ["Hebrew", "ל", "KeyK", "k"],
  ["Arabic", "ن", "KeyK", "k"],
  ["Korean", "ㅏ", "KeyK", "k"],
  ["Cyrillic, which has no bracket,", "х", "BracketLeft", "["],
  ["French, where a is elsewhere,", "a", "KeyQ", "a"],
  ["German, whose letter is Latin,", "ü", "BracketLeft", "ü"],
  ["any", "Escape", "Escape", "Escape"],
])("a %s keyboard: %s of %s is %s", (_, key, code, pressed) => {
  expect(press(key, code)).toEqual({ key: pressed, mod: false, alt: false });
  expect(press(key, code, { ctrlKey: true })).toEqual({ key: pressed, mod: true, alt: false });
});

test("a letter is a capital one with Shift, whatever Caps Lock says", () => {
  expect(press("G", "KeyG").key).toBe("g");
  expect(press("g", "KeyG", { shiftKey: true }).key).toBe("G");
  expect(press("G", "KeyG", { shiftKey: true }).key).toBe("G");
  expect(press("П", "KeyG", { shiftKey: true }).key).toBe("G");
});

test("AltGr is no modifier, and the character it writes counts", () => {
  const held = { ctrlKey: true, altKey: true, altGr: true };
  expect(press("[", "Digit8", held)).toEqual({ key: "[", mod: false, alt: false });
  expect(press("\u02da", "KeyK", held).key).toBe("\u02da");
  expect(press("k", "KeyK", { ctrlKey: true, altKey: true })).toEqual({ key: "k", mod: true, alt: true });
});
