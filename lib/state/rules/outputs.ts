import type { Output } from "@/lib/state/rules/parts";

/** As they are kept in plaintext: a sensitive one without its value, and so is one that the database could not hold. */
export type KeptOutput = { name: string; sensitive: boolean; value?: unknown };

const MAX_OUTPUTS = 1000;
const MAX_VALUES = 256 * 1024;
/** NUL and halves of characters, as JSON writes them. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;

export function keptOutputs(outputs: readonly Output[]): KeptOutput[] {
  let room = MAX_VALUES;
  const storable = outputs.filter(({ name }) => !UNSTORABLE.test(JSON.stringify(name))).slice(0, MAX_OUTPUTS);
  return storable.map(({ name, sensitive, value }) => {
    const text = JSON.stringify(value ?? null);
    if (sensitive || text.length > room || UNSTORABLE.test(text)) return { name, sensitive };
    room -= text.length;
    return { name, sensitive, value };
  });
}
