import type { Failure } from "@/lib/operation/result";

/** Converts `templates.3.name` to the file's notation `templates[3].name`. */
const placeInFile = (path: string): string => path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");

/** The form's own fields by their path in the request. */
const OWN_FIELDS = new Map([
  ["meta.name", "name"],
  ["states_passphrase", "states_passphrase"],
]);

/** Lists a rejected file's errors with their place in it, below `summary`. */
export function failureByPlace(failure: Failure, summary: string): Failure {
  const entries = Object.entries(failure.fields).map(([path, text]) => {
    const own = OWN_FIELDS.get(path);
    return own ? [own, text] : [path, path === "" ? text : `${placeInFile(path)}: ${text}`];
  });
  const inFile = Object.keys(failure.fields).some((path) => !OWN_FIELDS.has(path));
  return { ...failure, message: inFile ? summary : failure.message, fields: Object.fromEntries(entries) };
}
