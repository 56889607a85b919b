import type { Messages } from "next-intl";

type Group = { [name: string]: unknown };

/** The texts at the paths: keys such as "runner.name", or whole groups of them. */
export function pickTexts(messages: Messages, paths: readonly string[]): Messages {
  const picked: Group = {};
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() ?? path;
    let from: Group = messages;
    let to = picked;
    for (const name of names) {
      from = from[name] as Group;
      to[name] ??= {};
      to = to[name] as Group;
    }
    to[last] = from[last];
  }
  return picked as Messages;
}
