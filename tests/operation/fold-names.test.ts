import { expect, test } from "vitest";
import { z } from "zod";
import { foldNames } from "@/lib/operation/http/fold-names";
import { NewTaskInput } from "@/lib/task/schema";

const Vault = z.object({ vault_key_id: z.int() });
const Input = z
  .object({
    name: z.string(),
    vaults: z.array(Vault).nullish(),
    answers: z.record(z.string(), z.json()),
    sealed: z.union([z.string(), z.object({ login: z.string() })]),
  })
  .transform((value) => value);

test.each([
  ["names in another case", { NAME: "a", Sealed: { LOGIN: "b" } }, { name: "a", sealed: { login: "b" } }],
  ["the exact name first", { Name: "wrong", name: "right", NAME: "wrong too" }, { name: "right" }],
  ["names inside lists", { Vaults: [{ Vault_Key_ID: 1 }] }, { vaults: [{ vault_key_id: 1 }] }],
  ["names chosen by users", { answers: { Region: "x", REGION: "y" } }, { answers: { Region: "x", REGION: "y" } }],
  ["unknown fields", { other: 1 }, { other: 1 }],
])("%s", (_what, given, expected) => {
  expect(foldNames(Input, given)).toMatchObject(expected);
});

test.each([[null], [undefined], ["text"], [1], [[1, 2]]])("%j stays unchanged", (value) => {
  expect(foldNames(Input, value)).toEqual(value);
});

test("a field named __proto__ is plain data", () => {
  const folded = foldNames(NewTaskInput, JSON.parse('{"__proto__":{"admin":true},"Template_ID":3}'));
  expect(Object.getPrototypeOf(folded)).toBe(Object.prototype);
  expect(NewTaskInput.parse(folded).template_id).toBe(3);
});
