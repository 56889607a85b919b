import { expect, test } from "vitest";
import { claimText } from "@/lib/oidc/claims";

const claims = { email: "ada@example.com", id: 7, blank: " ", list: ["a"], nested: { login: "ada" } };

test.each([
  ["email", "ada@example.com"],
  ["missing", ""],
  ["missing | email", "ada@example.com"],
  ["blank|id", "7"],
  ["list", ""],
  ["{{ .id }}@example.com", "7@example.com"],
  ["{{.nested.login}}-{{ .id }}", "ada-7"],
  ["{{ .missing }}@example.com", ""],
  ["{{ .missing }}@example.com | email", "ada@example.com"],
  ["{{ .constructor }}", ""],
])("%s yields %j", (setting, text) => {
  expect(claimText(setting, claims)).toBe(text);
});
