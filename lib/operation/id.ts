/** The maximum of Postgres's integer type. */
export const MAX_INT = 2_147_483_647;

const NUMBER_TEXT = /^(0|[1-9]\d{0,14})$/;

/** The number in a text, otherwise null. Only canonical decimals count: not `0x1`, `1e0`, `01` or `1.0`. */
export const parseNumber = (text: string): number | null => (NUMBER_TEXT.test(text) ? Number(text) : null);

/** The id in a text, otherwise null. */
export function parseId(text: string): number | null {
  const id = parseNumber(text) ?? 0;
  return id > 0 && id <= MAX_INT ? id : null;
}
