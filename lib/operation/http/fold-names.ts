import { z } from "zod";

/** A schema's field names, recursively; `each` for the elements of an array or the values of a record. */
type Names = { fields: Map<string, { name: string; names: Names | null }>; each: Names | null };
type JsonSchema = z.core.JSONSchema.BaseSchema;

const known = new WeakMap<z.ZodType, Names | null>();

/** Renames fields that differ from the schema's only in case. An exact match wins. */
export function foldNames(schema: z.ZodType, value: unknown): unknown {
  if (!known.has(schema)) known.set(schema, namesOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })));
  return fold(known.get(schema) ?? null, value);
}

function fold(names: Names | null, value: unknown): unknown {
  if (names === null || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return names.each ? value.map((element) => fold(names.each, element)) : value;
  const entries = Object.entries(value).map(([key, field]) => {
    const known = names.fields.get(key.toLowerCase());
    const name = known && (key === known.name || !Object.hasOwn(value, known.name)) ? known.name : key;
    return [name, fold(known ? known.names : names.each, field)];
  });
  return Object.fromEntries(entries);
}

/** Null if nothing can be renamed, so that long arrays of numbers are not walked. */
function namesOf(schema: JsonSchema): Names | null {
  const shapes = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema);
  const fields: Names["fields"] = new Map();
  let each: Names | null = null;
  for (const shape of shapes) {
    for (const [name, field] of Object.entries(shape.properties ?? {}))
      fields.set(name.toLowerCase(), { name, names: isSchema(field) ? namesOf(field) : null });
    for (const inner of [shape.items, shape.additionalProperties]) if (isSchema(inner)) each ??= namesOf(inner);
  }
  return fields.size > 0 || each ? { fields, each } : null;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
