type Version = { prefix: string; number: number; suffix: string };

/** The last group of digits counts; null when there is none. */
function takeApart(version: string): Version | null {
  const match = /^(.*?)(\d+)(\D*)$/.exec(version);
  if (!match) return null;
  const [, prefix = "", digits = "", suffix = ""] = match;
  return { prefix, number: Number(digits), suffix };
}

/** The version of a build template's next task. `current` is that of its newest task, null when that had none. */
export function nextVersion(start: string, current: string | null): string {
  const first = takeApart(start);
  if (!first || current === null) return start;
  const { prefix, suffix } = first;
  if (!current.startsWith(prefix) || !current.endsWith(suffix)) return start;
  const middle = current.slice(prefix.length, current.length - suffix.length);
  if (!/^\d+$/.test(middle)) return start;
  return `${prefix}${Math.max(first.number, Number(middle) + 1)}${suffix}`;
}
