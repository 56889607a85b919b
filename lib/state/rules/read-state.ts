import { parseJson } from "@/lib/protocol/json-text";
import type { StateKind } from "@/lib/protocol/state";
import { NoState, type StateFacts } from "@/lib/state/rules/parts";
import { readPulumi } from "@/lib/state/rules/pulumi";
import { readTerraform } from "@/lib/state/rules/terraform";

const READERS: Record<StateKind, (json: unknown) => StateFacts> = { terraform: readTerraform, pulumi: readPulumi };

/** What a state says. Throws NoState when the text is none of that kind. */
export function readState(kind: StateKind, text: string): StateFacts {
  const json = parseJson(text);
  if (json === undefined) throw new NoState("not JSON");
  return READERS[kind](json);
}
