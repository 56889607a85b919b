import { expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "@/components/api-client";
import { kindOfProblem } from "@/components/problem/kind-of-problem";

test("only a request without a response counts as unreachable", () => {
  expect(kindOfProblem(new TypeError("Failed to fetch"))).toEqual({ kind: "unreachable" });
  expect(kindOfProblem(new Error("a digest"))).toEqual({ kind: "broken" });
});

test("the server's error message is shown", () => {
  expect(kindOfProblem(new ApiError(409, "Somebody was quicker"))).toEqual({
    kind: "refused",
    status: 409,
    text: "Somebody was quicker",
  });
});

test("a response that the page can't parse means that the page is outdated", () => {
  expect(kindOfProblem(z.string().safeParse(1).error)).toEqual({ kind: "outdated" });
});

test("code that could not be loaded says nothing about an update", () => {
  const failed = Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });
  expect(kindOfProblem(failed)).toEqual({ kind: "unreachable" });
});
