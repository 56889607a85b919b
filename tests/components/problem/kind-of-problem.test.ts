import { expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "@/components/api-client";
import { kindOfProblem } from "@/components/problem/kind-of-problem";

test("only a request without an answer is called unreachable", () => {
  expect(kindOfProblem(new TypeError("Failed to fetch"))).toEqual({ kind: "unreachable" });
  expect(kindOfProblem(new Error("a digest"))).toEqual({ kind: "broken" });
});

test("what the server said is told", () => {
  expect(kindOfProblem(new ApiError(409, "Somebody was quicker"))).toEqual({
    kind: "refused",
    status: 409,
    text: "Somebody was quicker",
  });
});

test("an answer that the page does not understand means that the page is old", () => {
  expect(kindOfProblem(z.string().safeParse(1).error)).toEqual({ kind: "outdated" });
});
