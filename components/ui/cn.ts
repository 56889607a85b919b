import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

/** Joins class names; later ones override conflicting earlier ones. */
export const cn = (...inputs: ClassValue[]): string => merge(clsx(inputs));

const any = () => true;
const isLength = (value: string) => value.startsWith("[");

/**
 * Only what components override: tailwind-merge's own table is most of its size. A test compares this one to it, for
 * everything that the sources combine.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  // The first group that fits: widths before colours.
  classGroups: {
    bg: [{ bg: [any] }],
    "border-w": [{ border: ["", "0", "2", isLength] }],
    "border-color": [{ border: [any] }],
    "border-style": [{ border: ["solid", "dashed"] }],
    "border-t": [{ border: ["t"] }],
    "border-side": [{ border: ["r", "b", "l"] }],
    display: ["block", "flex", "grid", "hidden", "inline", "inline-block", "inline-flex", "contents"],
    "font-size": [{ text: ["xs", "sm", "base", "lg", "xl", isLength] }],
    "font-weight": [{ font: ["normal", "medium", "semibold", "bold"] }],
    gap: [{ gap: [any] }],
    "gap-x": [{ "gap-x": [any] }],
    "gap-y": [{ "gap-y": [any] }],
    h: [{ h: [any] }],
    items: [{ items: [any] }],
    justify: [{ justify: [any] }],
    "line-clamp": [{ "line-clamp": [any] }],
    "max-h": [{ "max-h": [any] }],
    "max-w": [{ "max-w": [any] }],
    "min-h": [{ "min-h": [any] }],
    outline: [{ outline: ["none"] }],
    p: [{ p: [any] }],
    px: [{ px: [any] }],
    py: [{ py: [any] }],
    pt: [{ pt: [any] }],
    resize: [{ resize: ["none", "x", "y"] }],
    ring: [{ ring: ["0", "1", "2", "3"] }],
    rounded: [{ rounded: [any] }],
    shadow: [{ shadow: [any] }],
    size: [{ size: [any] }],
    "text-align": [{ text: ["left", "center", "right"] }],
    "text-color": [{ text: [any] }],
    "text-wrap": [{ text: ["balance", "nowrap", "pretty", "wrap"] }],
    top: [{ top: [any] }],
    "translate-y": [{ "translate-y": [any] }],
    w: [{ w: [any] }],
  },
  conflictingClassGroups: {
    "border-w": ["border-t"],
    gap: ["gap-x", "gap-y"],
    "line-clamp": ["display"],
    p: ["px", "py", "pt"],
    py: ["pt"],
    size: ["w", "h"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["*"],
}));
