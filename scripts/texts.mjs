import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../lib/i18n/first-texts.json", import.meta.url));

/** A loader of the build: the part of a language's messages that an import names, `?first` or `?more`. */
export default function loadPart(source) {
  this.addDependency(file);
  const { first, more } = splitTexts(JSON.parse(source), JSON.parse(readFileSync(file, "utf8")));
  return JSON.stringify(this.resourceQuery === "?first" ? first : more);
}

/** `paths`: keys, or whole groups of them, that belong to the first part. */
export function splitTexts(messages, paths) {
  const wanted = new Set(paths);
  const split = (group, path) => {
    const first = {};
    const more = {};
    for (const [name, value] of Object.entries(group)) {
      if (wanted.has(path + name)) first[name] = value;
      else if (typeof value === "string") more[name] = value;
      else {
        const parts = split(value, `${path}${name}.`);
        if (Object.keys(parts.first).length > 0) first[name] = parts.first;
        if (Object.keys(parts.more).length > 0) more[name] = parts.more;
      }
    }
    return { first, more };
  };
  return split(messages, "");
}
