import { expect, test } from "vitest";
import { randomPassword } from "@/components/session/example-password";

test("an example password has ten letters and digits, and differs each time", () => {
  const passwords = Array.from({ length: 1000 }, randomPassword);
  for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9]{10}$/);
  expect(new Set(passwords).size).toBe(passwords.length);
  expect(new Set(passwords.join("")).size).toBe(62);
});
