import { describe, expect, test } from "vitest";
import { hashToken, matchesSecret, newToken } from "@/lib/secret/token";

describe("matchesSecret", () => {
  test.each([
    ["s3cret", "s3cret", true],
    ["s3cret", "s3creT", false],
    ["", "s3cret", false],
    ["s3cret and more", "s3cret", false],
    ["ü", "u\u0308", false],
  ])("%j sent for %j: %s", (sent, secret, matches) => {
    expect(matchesSecret(sent, secret)).toBe(matches);
  });
});

test("a token is stored as its hash, and recognized by its beginning", () => {
  const { token, prefix, secret_hash } = newToken();
  expect(token).toMatch(/^[\da-f]{64}$/);
  expect(token.startsWith(prefix)).toBe(true);
  expect(secret_hash).toBe(hashToken(token));
  expect(hashToken("token")).toBe("3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0");
});
