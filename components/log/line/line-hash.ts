/** Lines counted from 0, both ends inclusive. */
export type LineRange = { first: number; last: number };

/** `#L118` is the line numbered 118, index 117; `#L118-L120` are three lines. */
export function parseLines(hash: string): LineRange | null {
  const [, from, to = from] = /^#L([1-9]\d{0,8})(?:-L([1-9]\d{0,8}))?$/.exec(hash) ?? [];
  if (!from || !to) return null;
  const ends = [Number(from) - 1, Number(to) - 1];
  return { first: Math.min(...ends), last: Math.max(...ends) };
}

export const lineHash = ({ first, last }: LineRange): string =>
  first === last ? `#L${first + 1}` : `#L${first + 1}-L${last + 1}`;

export const oneLine = (line: number): LineRange => ({ first: line, last: line });

/** The lines between two clicked ones, in either order. */
export const linesBetween = (one: number, other: number): LineRange => ({
  first: Math.min(one, other),
  last: Math.max(one, other),
});
