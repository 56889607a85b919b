/** Shorter words resemble too many others. */
const TYPO_LENGTH = 4;
/** How many letters of a word are compared with typos in mind. */
const MAX_TYPO_LENGTH = 16;

export const mayHaveTypo = (word: string): boolean => [...word].length >= TYPO_LENGTH;

/** A regular expression for a word with one letter wrong, missing, too many, or swapped with the next. */
export function withOneTypo(word: string): string {
  const letters = [...word].slice(0, MAX_TYPO_LENGTH).map((letter) => letter.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  const upTo = (end: number) => letters.slice(0, end).join("");
  const from = (start: number) => letters.slice(start).join("");
  return letters
    .flatMap((letter, at) => [
      `${upTo(at)}.${from(at + 1)}`,
      `${upTo(at)}${from(at + 1)}`,
      ...(at > 0 ? [`${upTo(at)}.${from(at)}`, `${upTo(at - 1)}${letter}${letters[at - 1]}${from(at + 1)}`] : []),
    ])
    .join("|");
}
