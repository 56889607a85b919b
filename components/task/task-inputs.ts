/** The survey answers in a task's JSON text; "" has none. */
export function answersOf(environment: string): [name: string, value: string][] {
  if (environment === "") return [];
  const answers: unknown = JSON.parse(environment);
  if (typeof answers !== "object" || answers === null) return [];
  return Object.entries(answers).map(([name, value]) => [name, textOf(value)]);
}

/** The arguments in a task's JSON text; null has none. */
export function argumentsOf(json: string | null): string[] {
  if (json === null) return [];
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.map(textOf) : [];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
