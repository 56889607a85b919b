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

describe("encryption", () => {
  const sealed = seal("top secret — ключ", "access_keys/7/secret", ring);

  test("can be decrypted only for the place it was encrypted for", () => {
    expect(open(sealed, "access_keys/7/secret", ring)).toBe("top secret — ключ");
    expect(() => open(sealed, "access_keys/8/secret", ring)).toThrow("belongs to another row");
  });

  test("never gives the same result twice", () => {
    expect(seal("x", "a/1/b", ring)).not.toBe(seal("x", "a/1/b", ring));
  });

  test("decrypts old values after a rotation, and uses the new key for new ones", () => {
    expect(open(sealed, "access_keys/7/secret", rotated)).toBe("top secret — ключ");
    expect(seal("x", "a/1/b", rotated).split(".")[1]).toBe("b");
    expect(() => open(sealed, "access_keys/7/secret", parseKeyRing(second))).toThrow('its key "a" is not in');
  });

  test.each([
    ["cut short", (text: string) => text.slice(0, -4)],
    [
      "one character changed",
      (text: string) => `${text.slice(0, -6)}${text.at(-6) === "A" ? "B" : "A"}${text.slice(-5)}`,
    ],
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
  [`${first}${second}`, "has a key that is not base64"],
  [`${first}?`, "has a key that is not base64"],
])("rejects the key ring %j", (text, why) => {
  expect(() => parseKeyRing(text)).toThrow(why);
});

test.each([",", " , ", "\n", "\r\n", " "])("reads keys that are separated by %j, the first one first", (separator) => {
  const { active, keys } = parseKeyRing(`\n${second}${separator}${first}\n`);
  expect([active, ...keys.keys()]).toEqual(["b", "b", "a"]);
});

describe("passwords", () => {
  test("verify only against their own hash, with all of their bytes", async () => {
    const long = "x".repeat(80);
    const stored = await hashPassword(`${long}1`);
    expect(await verifyPassword(`${long}1`, stored)).toBe(true);
    expect(await verifyPassword(`${long}2`, stored)).toBe(false);
    expect(stored).not.toContain(long);
  });

  test("never verify without a stored hash", async () => {
    expect(await verifyPassword("", null)).toBe(false);
  });
});
