import type { Failure } from "@/lib/operation/result";

/** Converts `templates.3.name` to the file's notation `templates[3].name`. */
const placeInFile = (path: string): string => path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");

/** Lists a rejected file's errors with their place in it, below `summary`; the name has a field of its own. */
export function failureByPlace(failure: Failure, summary: string): Failure {
  const entries = Object.entries(failure.fields).map(([path, text]) =>
    path === "meta.name" ? ["name", text] : [path, path === "" ? text : `${placeInFile(path)}: ${text}`],
  );
  const inFile = entries.some(([path]) => path !== "name");
  return { ...failure, message: inFile ? summary : failure.message, fields: Object.fromEntries(entries) };
}
