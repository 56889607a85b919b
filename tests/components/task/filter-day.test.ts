import { expect, test } from "vitest";
import { dayOf, momentOf } from "@/components/task/table/filters/day";

// The early years are what an input has while the year is being typed.
test.each(["2026-11-22", "2024-02-29", "2026-03-29", "2026-12-31", "0002-05-10", "0020-05-10", "0202-05-10"])(
  "%s is kept in the address as its limits",
  (day) => {
    for (const end of ["since", "until"] as const) expect(dayOf(end, momentOf(end, day))).toBe(day);
    const [since, until] = [momentOf("since", day), momentOf("until", day)].map((moment) => Date.parse(moment ?? ""));
    const hours = ((until ?? 0) - (since ?? 0)) / 3_600_000;
    expect(Math.abs(hours - 24)).toBeLessThanOrEqual(1);
  },
);

test("an unfinished input and an unreadable address name no day", () => {
  expect(momentOf("since", "")).toBeNull();
  expect(dayOf("until", "yesterday")).toBe("");
  expect(dayOf("since", null)).toBe("");
});
