import { isEntry } from "@/lib/backup/rules/kinds";
import { parseJson } from "@/lib/protocol/json-text";
import { beginning } from "@/lib/protocol/storable";
import { parseArguments } from "@/lib/template/rules";

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;

// The nearest value of the type that is expected; undefined if there is none.

export function toText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : undefined;
}

export function toNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : undefined;
}

export function toFlag(value: unknown): boolean | undefined {
  if (value === 1 || (typeof value === "string" && /^(?:true|yes|on|1)$/i.test(value))) return true;
  return value === 0 || (typeof value === "string" && /^(?:false|no|off|0|)$/i.test(value)) ? false : undefined;
}

export function toObject(value: unknown): Record<string, unknown> | undefined {
  const parsed = typeof value === "string" ? parseJson(value) : undefined;
  return isEntry(parsed) ? parsed : undefined;
}

export function toList(value: unknown): unknown[] | undefined {
  const parsed = typeof value === "string" ? (parseJson(value) ?? value) : value;
  if (Array.isArray(parsed)) return parsed;
  return typeof parsed === "string" && parsed !== "" ? [parsed] : undefined;
}

/** Arguments as the JSON text of a list. Words in quotes are not split: only a shell knows what they mean. */
export function toArguments(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const parsed = parseJson(text ?? "");
  const words = parsed === undefined ? wordsOf(text ?? "") : (Array.isArray(parsed) ? parsed : [parsed]).map(wordOf);
  if (!words?.every((word) => word !== undefined)) return undefined;
  const list = JSON.stringify(words);
  return parseArguments(list) ? list : undefined;
}

const wordsOf = (text: string): string[] | undefined =>
  /["'\\$`]/.test(text) || text.trim() === "" ? undefined : text.trim().split(/\s+/);

const wordOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : isEntry(value) || value === null ? undefined : toText(value);

/** A path inside the repository, without what leads out of it. */
export function toRepositoryPath(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const parts = value.replace(/\p{Cc}/gu, "").split(/[\\/]+/);
  const inside = parts.filter((part) => !["", ".", "..", "~"].includes(part) && !/^[A-Za-z]:$/.test(part));
  return inside.join("/").replace(/^[-~]+/, "") || undefined;
}

/** A name of letters, digits and `_`. */
export const toIdentifier = (value: unknown): string | undefined =>
  typeof value === "string"
    ? beginning(
        value
          .trim()
          .replace(/[^\p{L}\p{N}_.-]+/gu, "_")
          .replace(/^[.-]+|_+$/g, ""),
        100,
      ) || undefined
    : undefined;
