import { expect, test } from "vitest";
import { returnPath, signInPath, wantedPath } from "@/lib/access/sign-in-path";

test.each([
  ["/project/1/history?t=5", "/project/1/history?t=5"],
  ["/users?_rsc=1x2&page=2", "/users?page=2"],
  ["//evil.example/x", "/"],
  ["/\\\\evil.example", "/"],
  ["/.//evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/api/user", "/"],
  ["", "/"],
])("%s redirects to %s", (wanted, path) => {
  expect(returnPath(wanted)).toBe(path);
});

test("signing in returns to the page that required it", () => {
  expect(signInPath("/")).toBe("/auth/login");
  expect(signInPath(null)).toBe("/auth/login");
  const path = signInPath("/project/1/templates/2?t=5");
  expect(path).toBe("/auth/login?redirect=%2Fproject%2F1%2Ftemplates%2F2%3Ft%3D5");
  expect(wantedPath(new URL(path, "http://signalbox.test").searchParams)).toBe("/project/1/templates/2?t=5");
});

test("without a target, the query string is kept on the home page", () => {
  expect(wantedPath(new URLSearchParams("t=5&error=oidcFailed"))).toBe("/?t=5");
  expect(wantedPath(new URLSearchParams("redirect=//evil.example"))).toBe("/");
});

test("the hash of a link is kept, unless the target names one", () => {
  expect(wantedPath(new URLSearchParams("redirect=/project/1/tasks/5"), "#L118")).toBe("/project/1/tasks/5#L118");
  expect(wantedPath(new URLSearchParams("redirect=/project/1/tasks/5%23L2"), "#L118")).toBe("/project/1/tasks/5#L2");
  expect(wantedPath(new URLSearchParams("t=5"), "#L118")).toBe("/?t=5#L118");
  expect(wantedPath(new URLSearchParams("redirect=//evil.example"), "#L1")).toBe("/#L1");
});
