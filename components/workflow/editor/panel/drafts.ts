import { z } from "zod";
import type { DraftOf } from "@/components/workflow/editor/panel/use-draft";

/** The value of a constant. */
export type Json = z.infer<ReturnType<typeof z.json>>;

/** A number that is not negative; NaN: none. */
export const NUMBER: DraftOf<number> = {
  write: (value) => (Number.isNaN(value) ? "" : String(value)),
  read: (text) => (/^\s*\d{1,9}(\.\d{1,3})?\s*$/.test(text) ? Number(text) : Number.NaN),
};

const UNITS = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;
const UNIT_NAMES = ["d", "h", "m", "s"] as const;

/** Seconds, as `1h 30m`; "" is 0, and NaN, written as `?`, is none. */
export const DURATION: DraftOf<number> = {
  write: (seconds) => {
    if (Number.isNaN(seconds)) return "?";
    let rest = seconds;
    const parts = UNIT_NAMES.flatMap((unit) => {
      const count = Math.floor(rest / UNITS[unit]);
      rest -= count * UNITS[unit];
      return count > 0 ? [`${count}${unit}`] : [];
    });
    return parts.join(" ");
  },
  read: (text) => {
    const plain = text.trim().toLowerCase();
    if (/^\d{1,9}$/.test(plain)) return Number(plain);
    if (!/^(\d{1,9}\s*[dhms]\s*)*$/.test(plain)) return Number.NaN;
    const parts = [...plain.matchAll(/(\d+)\s*([dhms])/g)];
    const secondsOf = (unit = "") => UNIT_NAMES.filter((name) => name === unit).map((name) => UNITS[name])[0] ?? 0;
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * secondsOf(unit), 0);
  },
};

/** A list of texts, one in a line; anything else as JSON, and unfinished JSON as the text that it is. */
export const ITEMS: DraftOf<Json> = {
  write: (value) => {
    if (typeof value === "string") return value;
    if (!Array.isArray(value)) return JSON.stringify(value);
    const plain = value.every((item) => typeof item === "string" && /^[^\s[{][^\n]*$/.test(item));
    return plain ? value.join("\n") : JSON.stringify(value);
  },
  read: (text) => {
    if (!/^\s*[[{]/.test(text)) return text.split("\n").filter((line) => line.trim() !== "");
    return readJson(text);
  },
};

/** A constant of a field that holds text; what is stored as anything else is shown as JSON until it is changed. */
export const TEXT: DraftOf<Json> = {
  write: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  read: (text) => text,
};

export const WHOLE_NUMBER: DraftOf<Json> = {
  write: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  read: (text) => (/^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : text),
};

function readJson(text: string): Json {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return text;
  }
}
