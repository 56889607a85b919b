import { isStorable } from "@/lib/protocol/json-text";
import type { Output } from "@/lib/state/rules/parts";

/**
 * As they are kept in plaintext: a sensitive one without its value, and so is one that the database could not hold. One that
 * contains a secret of the run is sensitive, whatever its tool says.
 */
export type KeptOutput = { name: string; sensitive: boolean; value?: unknown };

const MAX_OUTPUTS = 1000;
const MAX_VALUES = 256 * 1024;

export function keptOutputs(outputs: readonly Output[]): KeptOutput[] {
  let room = MAX_VALUES;
  const storable = outputs.filter(({ name }) => isStorable(name)).slice(0, MAX_OUTPUTS);
  return storable.map(({ name, sensitive, value }) => {
    const text = JSON.stringify(value ?? null);
    if (sensitive || text.length > room || !isStorable(value)) return { name, sensitive };
    room -= text.length;
    return { name, sensitive, value };
  });
}

/** Makes those sensitive whose value is a secret. */
export const hideOutputs = (outputs: readonly KeptOutput[], isSecret: (output: KeptOutput) => boolean): KeptOutput[] =>
  outputs.map((output) =>
    output.value !== undefined && isSecret(output) ? { name: output.name, sensitive: true } : output,
  );
