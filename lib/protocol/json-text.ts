/** What a JSON text holds; undefined if it is no JSON. The parser's message is dropped, because it may quote a secret. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Every caller says in its own words what is wrong with the text.
    return undefined;
  }
}
