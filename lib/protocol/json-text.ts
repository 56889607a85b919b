/** What a JSON text holds; undefined if it is no JSON. The parser's message is dropped, because it may quote a secret. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Every caller says in its own words what is wrong with the text.
    return undefined;
  }
}

/** NUL and halves of characters, as JSON writes them. After a backslash that is itself escaped, the same letters are plain text. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/gi;

/** Whether Postgres can store a value as JSON. */
export const isStorable = (value: unknown): boolean => (JSON.stringify(value) ?? "").search(UNSTORABLE) < 0;

/** The JSON text that `JSON.stringify` made, with another text for each of these. */
export const storableJson = (json: string, instead = "\ufffd"): string => json.replace(UNSTORABLE, `$1${instead}`);
