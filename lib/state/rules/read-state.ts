import type { StateKind } from "@/lib/protocol/state";
import { NoState, type StateFacts } from "@/lib/state/rules/parts";
import { readPulumi } from "@/lib/state/rules/pulumi";
import { readTerraform } from "@/lib/state/rules/terraform";

const READERS: Record<StateKind, (json: unknown) => StateFacts> = { terraform: readTerraform, pulumi: readPulumi };

/** What a state says. Throws NoState when the text is none of that kind. */
export const readState = (kind: StateKind, text: string): StateFacts => READERS[kind](parse(text));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own text may quote the state.
    throw new NoState("not JSON");
  }
}
