import { z } from "zod";

/** What Postgres cannot store: NUL in any text, and halves of characters in JSON. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;
const ALL_UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** With a replacement character for each of these. */
export const storable = (text: string): string => text.replace(ALL_UNSTORABLE, "\ufffd");

export const withoutUnstorable = (text: string): string => text.replace(ALL_UNSTORABLE, "");

/** At most so many characters of a text (UTF-16 units); the last one is not halved. */
export const beginning = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).replace(/\p{Surrogate}$/u, "") : text;

/** Text that the database can hold; other text is refused. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !UNSTORABLE.test(text), "characterInvalid");
