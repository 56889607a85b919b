/** `#L118` is the line numbered 118, which is line 117 counting from 0. */
export function parseLineHash(hash: string): number | null {
  const number = /^#L(\d{1,9})$/.exec(hash)?.[1];
  return number && Number(number) > 0 ? Number(number) - 1 : null;
}

export const lineHash = (line: number): string => `#L${line + 1}`;
