/** What is typed becomes a number where it is a whole one; other text stays, so that the schema can object. */
export function parseNumber<Empty>(text: string, empty: Empty): number | string | Empty {
  const trimmed = text.trim();
  if (trimmed === "") return empty;
  return /^-?\d{1,15}$/.test(trimmed) ? Number(trimmed) : text;
}
