import { expect, test } from "vitest";
import { exampleOf, schemaText } from "@/app/api/docs/schema-text";

const text = { type: "string" };
const optional = { anyOf: [{ type: "integer" }, { type: "null" }] };

test.each([
  [text, "string"],
  [optional, "integer | null"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ type: "string", enum: ["asc", "desc"] }, '"asc" | "desc"'],
  [{ const: "" }, '""'],
  [{ type: "array", items: optional }, "(integer | null)[]"],
  [{ type: "string", format: "date-time" }, "time"],
  [{ $ref: "#/components/schemas/Error" }, "Error"],
  [{ type: "object", additionalProperties: text }, "{\n  [name]: string\n}"],
  [{ type: "object", properties: {} }, "{}"],
  [{}, "any"],
])("%j is printed as %s", (schema, expected) => {
  expect(schemaText(schema)).toBe(expected);
});

const nested = {
  type: "object",
  properties: {
    id: { type: "integer" },
    vaults: { type: "array", items: { type: "object", properties: { name: text }, required: ["name"] } },
    kind: { enum: ["", "ssh"] },
  },
  required: ["id", "kind"],
};

test("an object has one line per field and marks optional ones", () => {
  expect(schemaText(nested)).toBe('{\n  id: integer\n  vaults?: {\n    name: string\n  }[]\n  kind: "" | "ssh"\n}');
});

test("an example contains only the required fields", () => {
  expect(exampleOf(nested)).toEqual({ id: 1, kind: "ssh" });
});
