import { structuredPatch } from "diff";
import { beginning } from "@/lib/protocol/storable";
import { isSameSecret } from "@/lib/secret/digest";
import { type Fields, fieldsOf } from "@/lib/task/compare/fields";
import type { Names } from "@/lib/task/compare/names";
import type { Run } from "@/lib/task/compare/run";
import { FIELD_SECTIONS, type FieldChange, type FieldSection } from "@/lib/task/schema/compare";

const MAX_VALUE = 1_000;
const MAX_DIFF_LINES = 200;
/** Beyond, comparing two texts takes too long. */
const LIMITS = { context: 2, maxEditLength: 1_000, timeout: 100 };

/** The fields in which two runs differ, by section and name. */
export function compareFields(before: Run, after: Run, names: Names): FieldChange[] {
  const [one, other] = [fieldsOf(before, names), fieldsOf(after, names)];
  const secrets = secretChanges(before, after);
  return FIELD_SECTIONS.flatMap((section) => [
    ...plainChanges(section, one, other),
    ...secrets.filter((change) => change.section === section),
  ]);
}

/**
 * As members see them who can't manage resources: texts of inventories and values of environments are hidden from them
 * everywhere.
 */
export const withoutValues = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.map((change) => (isForManagers(change) ? { ...change, secret: true, ...NO_VALUES } : change));

const isForManagers = ({ section, name }: FieldChange): boolean =>
  section === "environment" || (section === "inventory" && name === "inventory");

const NO_VALUES = { before: null, after: null, diff: null };

function plainChanges(section: FieldSection, one: Fields, other: Fields): FieldChange[] {
  return namesIn(one[section], other[section]).flatMap((name) => {
    const before = one[section][name] ?? null;
    const after = other[section][name] ?? null;
    return before === after ? [] : [changeOf(section, name, before, after)];
  });
}

function changeOf(section: FieldSection, name: string, before: string | null, after: string | null): FieldChange {
  const change = before === null ? "added" : after === null ? "removed" : "changed";
  const diff = before?.includes("\n") || after?.includes("\n") ? unified(before ?? "", after ?? "") : null;
  const shown = (text: string | null) => (text === null || diff !== null ? null : shortened(text));
  return { section, name, change, secret: false, before: shown(before), after: shown(after), diff };
}

const shortened = (text: string): string => (text.length > MAX_VALUE ? `${beginning(text, MAX_VALUE)}…` : text);

/** Null: they differ too much. */
function unified(before: string, after: string): string | null {
  const patch = structuredPatch("", "", before, after, "", "", LIMITS);
  if (!patch) return null;
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines.map((line) => shortened(line)),
  ]);
  return [...lines.slice(0, MAX_DIFF_LINES), ...(lines.length > MAX_DIFF_LINES ? ["…"] : [])].join("\n");
}

/** Where the kinds of secrets belong that lib/task/compare/secrets.ts names. */
const SECTIONS: Record<string, FieldSection> = {
  answer: "parameters",
  variable: "environment",
  repository: "repository",
  inventory: "inventory",
  vault: "template",
};

function secretChanges(before: Run, after: Run): FieldChange[] {
  // Without digests a run had no secrets, or it is of a version that kept none.
  const isKnown = before.secrets !== null && after.secrets !== null;
  const [one, other] = [before.secrets ?? {}, after.secrets ?? {}];
  return namesIn(one, other).flatMap((key) => {
    const section = SECTIONS[key.slice(0, key.indexOf(":"))];
    const change = isKnown ? secretChange(one[key], other[key]) : "unknown";
    const name = key.slice(key.indexOf(":") + 1);
    return change && section ? [{ section, name, change, secret: true, ...NO_VALUES }] : [];
  });
}

function secretChange(before: string | undefined, after: string | undefined): FieldChange["change"] | null {
  if (before === undefined) return "added";
  if (after === undefined) return "removed";
  const same = isSameSecret(before, after);
  if (same) return null;
  return same === null ? "unknown" : "changed";
}

const namesIn = (one: object, other: object): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
