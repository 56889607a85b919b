import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "@/components/ui/cn";
import { combinations } from "./class-names";

const asSet = (classes: string): string => [...new Set(classes.split(/\s+/).filter(Boolean))].sort().join(" ");

test("class names that sources combine are merged as by tailwind-merge's whole table", () => {
  const all = combinations();
  expect(all.length).toBeGreaterThan(500);
  const different = all
    .map(({ before, after, where }) => ({ where, own: cn(before, after), whole: twMerge(before, after) }))
    .filter(({ own, whole }) => asSet(own) !== asSet(whole));
  expect(different).toEqual([]);
});

test("a class name overrides what it replaces, and nothing else", () => {
  expect(cn("h-8 w-full px-2.5 text-base text-foreground", "h-7 text-xs")).toBe(
    "w-full px-2.5 text-foreground h-7 text-xs",
  );
  expect(cn("size-7 max-sm:w-full", "w-8")).toBe("size-7 max-sm:w-full w-8");
});
