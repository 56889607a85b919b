import { z } from "zod";
import type { DriftAction, DriftItem } from "@/lib/protocol/drift";
import type { Fact } from "@/runner/apps/adapter";

/** Only what names a change in a preview: its values are dropped as it is read. */
const Preview = z.object({
  steps: z.array(z.object({ op: z.string(), urn: z.string() })).default([]),
  diagnostics: z.array(z.object({ message: z.string(), severity: z.string().default("") })).default([]),
});

const ACTIONS: ReadonlyMap<string, DriftAction> = new Map([
  ["create", "create"],
  ["import", "create"],
  ["update", "update"],
  ["delete", "delete"],
  ["replace", "replace"],
  ["create-replacement", "replace"],
  ["delete-replaced", "replace"],
]);

/** Facts in the output of `preview --json`. Throws if it is none. */
export function readPreviewedDrift(text: string): Fact[] {
  const items = Preview.parse(JSON.parse(text)).steps.flatMap(({ op, urn }): DriftItem[] => {
    const action = ACTIONS.get(op);
    const place = placeOf(urn);
    return action && !isDefaultProvider(place) ? [{ ...place, action, outside: false }] : [];
  });
  return [{ drift: { drifted: items.length > 0, items } }];
}

/** `urn:pulumi:<stack>::<project>::<parents>$<type>::<name>` */
export function placeOf(urn: string): { address: string; type: string } {
  const [, , types = "", ...name] = urn.split("::");
  return { address: name.join("::") || urn, type: types.split("$").at(-1) ?? "" };
}

/** One that Pulumi adds for resources that name none, and shows nowhere. */
export const isDefaultProvider = ({ address, type }: { address: string; type: string }): boolean =>
  type.startsWith("pulumi:providers:") && address.startsWith("default");

/** Why a preview failed, which it says in the same output. */
export function readDiagnostics(text: string): string[] {
  try {
    const { diagnostics } = Preview.parse(JSON.parse(text));
    return diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trim());
  } catch {
    // Not even JSON: then it is the message.
    return text.split("\n").filter((line) => line.trim() !== "");
  }
}
