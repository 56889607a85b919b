const LONG_NUMBER = /\d{16}/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Whether it is an integer beyond 2^53 that a program that reads JSON as we do takes for another number. */
const losesDigits = (token: string): boolean => /^-?\d{16,}$/.test(token) && String(Number(token)) !== token;

/** The JSON text with such integers as texts, which keep their digits. */
export const quoteLongNumbers = (json: string): string =>
  LONG_NUMBER.test(json) ? json.replace(TOKENS, (token) => (losesDigits(token) ? `"${token}"` : token)) : json;

export const hasLongNumbers = (json: string): boolean => quoteLongNumbers(json) !== json;

/** Whether such a program writes all numbers as they are, which 1.0 and 1e400 are not. */
export const keepsNumbers = (json: string): boolean =>
  (json.match(TOKENS) ?? []).every((token) => token.startsWith('"') || String(Number(token)) === token);
