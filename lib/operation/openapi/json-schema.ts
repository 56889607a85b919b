import { z } from "zod";

export type JsonSchema = Readonly<z.core.JSONSchema.BaseSchema>;

/** A schema for a place in the document. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
    override: ({ zodSchema, jsonSchema }) => {
      withoutObvious(jsonSchema);
      if (io === "input" && zodSchema instanceof z.ZodObject) markRequired(zodSchema, jsonSchema);
    },
  });
  return withoutReferences(made);
}

/** Drops JavaScript's own bounds of whole numbers, which tell a reader nothing. */
function withoutObvious(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Those that can't be absent whatever else is there, and those that the schema's metadata names: an operation checks them. */
function markRequired({ shape }: z.ZodObject, schema: z.core.JSONSchema.BaseSchema): void {
  const refused = Object.keys(shape).filter((name) => !z.safeParse(shape[name], undefined).success);
  const required = [...new Set([...(schema.required ?? []), ...refused])];
  if (required.length > 0) schema.required = required;
}

/**
 * Only z.json() contains itself, so what a reference leads to may be anything. It would mean a place in the whole document,
 * not in the schema.
 */
const withoutReferences = ({ $defs, ...schema }: JsonSchema): JsonSchema =>
  $defs ? JSON.parse(JSON.stringify(schema), (_, value) => (typeof value?.$ref === "string" ? {} : value)) : schema;
