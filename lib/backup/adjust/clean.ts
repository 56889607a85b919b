import type { Draft } from "@/lib/backup/adjust/draft";
import type { Lines } from "@/lib/backup/adjust/lines";
import { quiet } from "@/lib/backup/adjust/quiet";
import type { Entry } from "@/lib/backup/rules/kinds";
import type { NumberedName } from "@/lib/backup/rules/names";
import { UNSTORABLE, withoutUnstorable } from "@/lib/protocol/storable";

type Cleaned = { file: Entry; characters: string[]; depths: string[] };

/** A copy without characters that cannot be stored and without what is nested too deeply, and where those were. */
export function cleaned(file: Entry, maxDepth: number): Cleaned {
  const characters: string[] = [];
  const depths: string[] = [];
  const clean = (value: unknown, path: string[], left: number): unknown => {
    if (typeof value === "string" && UNSTORABLE.test(value)) {
      characters.push(path.join("."));
      return withoutUnstorable(value);
    }
    if (typeof value !== "object" || value === null) return value;
    if (left === 0) {
      depths.push(path.join("."));
      return null;
    }
    if (Array.isArray(value)) return value.map((item, at) => clean(item, [...path, String(at)], left - 1));
    return fieldsOf(value, path, left);
  };
  const fieldsOf = (value: object, path: string[], left: number): Entry =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        if (UNSTORABLE.test(key)) {
          characters.push(path.join("."));
          return [];
        }
        return [[key, clean(inner, [...path, key], left - 1)]];
      }),
    );
  return { file: fieldsOf(file, [], maxDepth), characters, depths };
}

export function reportCleaned(draft: Draft, lines: Lines, { characters, depths }: Omit<Cleaned, "file">): void {
  for (const path of characters) report(draft, lines, path, "characterInvalid");
  for (const path of depths) report(draft, lines, path, "backupTooDeep");
}

export function reportNumbered(draft: Draft, lines: Lines, numbered: readonly NumberedName[]): void {
  for (const { path, was } of numbered) {
    const spot = draft.at(path);
    const name = was.trim();
    const issue = { path, key: "backupNameRepeated", params: { name } } as const;
    if (spot)
      lines.add({ ...spot, name, value: was }, issue, { how: "changed", params: { value: String(spot.value) } });
  }
}

function report(draft: Draft, lines: Lines, path: string, key: "characterInvalid" | "backupTooDeep"): void {
  const spot = draft.at(path);
  if (!spot) return;
  const issue = { path, key };
  lines.add(spot, issue, { how: key === "backupTooDeep" ? "cleared" : "converted" });
  quiet(draft, lines, spot, issue);
}
