import { expect, test } from "vitest";
import { Reported } from "@/components/form/code/editor/reported";

test("a value that the form sets is taken over, once", () => {
  const reported = new Reported("one");
  expect(reported.isFromForm("one")).toBe(false);
  expect(reported.isFromForm("two")).toBe(true);
  expect(reported.isFromForm("two")).toBe(false);
});

test("a late render doesn't undo what was typed since", () => {
  const reported = new Reported("");
  reported.add("a");
  expect(reported.isFromForm("")).toBe(false);
  reported.add("ab");
  expect(reported.isFromForm("a")).toBe(false);
  expect(reported.isFromForm("ab")).toBe(false);
});

test("reports that React renders as one are no news either, nor is a letter that was removed again", () => {
  const reported = new Reported("");
  for (const text of ["a", "ab", "a", "ac"]) reported.add(text);
  expect(reported.isFromForm("a")).toBe(false);
  expect(reported.isFromForm("ab")).toBe(false);
  expect(reported.isFromForm("a")).toBe(false);
  reported.add("acd");
  expect(reported.isFromForm("acd")).toBe(false);
  expect(reported.isFromForm("ab")).toBe(true);
});

test("the form may set an earlier value again", () => {
  const reported = new Reported("one");
  reported.add("typed");
  expect(reported.isFromForm("typed")).toBe(false);
  expect(reported.isFromForm("one")).toBe(true);
});
