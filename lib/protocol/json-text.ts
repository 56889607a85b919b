/** What a JSON text holds; undefined if it is no JSON. The parser's message is dropped, because it may quote a secret. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Every caller says in its own words what is wrong with the text.
    return undefined;
  }
}

/** NUL and halves of characters, as JSON writes them. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;

/** Whether Postgres can store a value as JSON. */
export const isStorable = (value: unknown): boolean => !UNSTORABLE.test(JSON.stringify(value) ?? "");
