import { type ClassValue, clsx } from "clsx";

/** Joins class names; later ones override conflicting earlier ones. */
export const cn = (...inputs: ClassValue[]): string => merge(clsx(inputs));

/** What sets the same property: the values that belong to it, or any that belong to none before it. */
type Group = [name: string, values?: RegExp];

const DISPLAY: Group[] = [["display", /^$/]];

/**
 * By the beginning of a class name, only what components override: tailwind-merge's own table and parser are most of its
 * size. A test compares this to it, for everything that the sources combine.
 */
const GROUPS: Record<string, Group[]> = {
  bg: [["bg"]],
  block: DISPLAY,
  border: [
    ["border-w", /^([02]|\[.*)?$/],
    ["border-t", /^t$/],
    ["border-side", /^[rbl]$/],
    ["border-style", /^(solid|dashed)$/],
    ["border-color"],
  ],
  contents: DISPLAY,
  flex: DISPLAY,
  font: [["font-weight", /^(normal|medium|semibold|bold)$/]],
  gap: [["gap"]],
  "gap-x": [["gap-x"]],
  "gap-y": [["gap-y"]],
  grid: DISPLAY,
  h: [["h"]],
  hidden: DISPLAY,
  inline: DISPLAY,
  "inline-block": DISPLAY,
  "inline-flex": DISPLAY,
  items: [["items"]],
  justify: [["justify"]],
  "line-clamp": [["line-clamp"]],
  "max-h": [["max-h"]],
  "max-w": [["max-w"]],
  "min-h": [["min-h"]],
  outline: [["outline", /^none$/]],
  p: [["p"]],
  pt: [["pt"]],
  px: [["px"]],
  py: [["py"]],
  resize: [["resize", /^(none|x|y)$/]],
  ring: [["ring", /^[0-3]$/]],
  rounded: [["rounded"]],
  shadow: [["shadow"]],
  size: [["size"]],
  text: [
    ["font-size", /^(xs|sm|base|lg|xl|\[.*)$/],
    ["text-align", /^(left|center|right)$/],
    ["text-wrap", /^(balance|nowrap|pretty|wrap)$/],
    ["text-color"],
  ],
  top: [["top"]],
  "translate-y": [["translate-y"]],
  w: [["w"]],
};

/** What a group overrides besides itself. */
const ALSO: Record<string, string[]> = {
  "border-w": ["border-t"],
  gap: ["gap-x", "gap-y"],
  "line-clamp": ["display"],
  p: ["px", "py", "pt"],
  py: ["pt"],
  size: ["w", "h"],
};

const MOST_KEPT = 1000;
const known = new Map<string, string>();

function merge(classes: string): string {
  const found = known.get(classes);
  if (found !== undefined) return found;
  if (known.size >= MOST_KEPT) known.clear();
  const merged = withoutOverridden(classes);
  known.set(classes, merged);
  return merged;
}

function withoutOverridden(classes: string): string {
  const overridden = new Set<string>();
  return classes
    .split(" ")
    .reverse()
    .filter((name) => {
      const [modifiers, group] = read(name);
      if (!group) return true;
      if (overridden.has(modifiers + group)) return false;
      for (const each of [group, ...(ALSO[group] ?? [])]) overridden.add(modifiers + each);
      return true;
    })
    .reverse()
    .join(" ");
}

/** `hover:bg-muted`: when it holds, and the group it belongs to. A colon in brackets separates nothing. */
function read(name: string): [modifiers: string, group: string | undefined] {
  const [modifiers = ""] = /^(?:(?:\[[^\]]*\]|\([^)]*\)|[^:[(])*:)*/.exec(name) ?? [];
  return [modifiers, groupOf(name.slice(modifiers.length).replace(/^-/, ""))];
}

function groupOf(name: string): string | undefined {
  for (let end = name.length; end > 0; end = name.lastIndexOf("-", end - 1)) {
    const values = name.slice(end + 1);
    const found = GROUPS[name.slice(0, end)]?.find(([, fits]) => (fits ? fits.test(values) : values !== ""));
    if (found) return found[0];
  }
}
