import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Sealed } from "@/db/columns";
import { parseKeyRing } from "@/lib/secret/key-ring";
import { hashPassword, verifyPassword } from "@/lib/secret/password";
import { open, seal } from "@/lib/secret/seal";

const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [first, second] = [key("a"), key("b")];
const ring = parseKeyRing(first);
const rotated = parseKeyRing(`${second},${first}`);

describe("sealing", () => {
  const sealed = seal("top secret — ключ", "access_keys/7/secret", ring);

  test("opens only where it was sealed", () => {
    expect(open(sealed, "access_keys/7/secret", ring)).toBe("top secret — ключ");
    expect(() => open(sealed, "access_keys/8/secret", ring)).toThrow("belongs to another row");
  });

  test("never twice the same", () => {
    expect(seal("x", "a/1/b", ring)).not.toBe(seal("x", "a/1/b", ring));
  });

  test("after a rotation old values open and new ones use the new key", () => {
    expect(open(sealed, "access_keys/7/secret", rotated)).toBe("top secret — ключ");
    expect(seal("x", "a/1/b", rotated).split(".")[1]).toBe("b");
    expect(() => open(sealed, "access_keys/7/secret", parseKeyRing(second))).toThrow('its key "a" is not in');
  });

  test.each([
    ["cut short", (text: string) => text.slice(0, -4)],
    ["one letter changed", (text: string) => `${text.slice(0, -6)}${text.at(-6) === "A" ? "B" : "A"}${text.slice(-5)}`],
    ["another version", (text: string) => text.replace(/^s1/, "s9")],
    ["nothing", () => ""],
  ])("%s: an error, never a part of the text", (_, damage) => {
    expect(() => open(damage(sealed) as Sealed, "access_keys/7/secret", ring)).toThrow("cannot be opened");
  });
});

test.each([
  ["", "holds no key"],
  ["a:c2hvcnQ=", "has a key of 5 bytes"],
  [`a:${Buffer.alloc(32).toString("base64")}`, "placeholder"],
  [`${first},${first}`, "same key id twice"],
])("the key ring %j is refused", (text, why) => {
  expect(() => parseKeyRing(text)).toThrow(why);
});

describe("passwords", () => {
  test("verify against their own hash only, with all of their bytes", async () => {
    const long = "x".repeat(80);
    const stored = await hashPassword(`${long}1`);
    expect(await verifyPassword(`${long}1`, stored)).toBe(true);
    expect(await verifyPassword(`${long}2`, stored)).toBe(false);
    expect(stored).not.toContain(long);
  });

  test("nobody gets in without a stored hash", async () => {
    expect(await verifyPassword("", null)).toBe(false);
  });
});
