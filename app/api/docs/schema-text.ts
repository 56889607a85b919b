type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
const schemaIn = (value: unknown): Schema => (isSchema(value) ? value : {});

/** Renders a JSON Schema like a type: `{ name: string, ssh_key_id: integer | null }`, one line per field. */
export function schemaText(schema: Schema, indent = ""): string {
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return [...new Set(choices.map((choice) => schemaText(choice, indent)))].join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (schema.type === "array") return arrayText(schema, indent);
  if (schema.type === "object") return objectText(schema, indent);
  if (schema.format === "date-time") return "time";
  return typeof schema.type === "string" ? schema.type : "any";
}

function arrayText({ items }: Schema, indent: string): string {
  const item = schemaText(schemaIn(items), indent);
  return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function objectText({ properties, additionalProperties, required }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(schemaIn(properties)).map(
    ([name, field]) => `${inner}${name}${needed.has(name) ? "" : "?"}: ${schemaText(schemaIn(field), inner)}`,
  );
  if (isSchema(additionalProperties)) fields.push(`${inner}[name]: ${schemaText(additionalProperties, inner)}`);
  return fields.length > 0 ? `{\n${fields.join("\n")}\n${indent}}` : "{}";
}

/** A minimal value with everything that the schema requires. */
export function exampleOf(schema: Schema): unknown {
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== "") ?? "";
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return exampleOf(choices[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (type === "string") return "…";
  if (type === "array") return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = schemaIn(schema.properties);
  return Object.fromEntries(required.map((name: string) => [name, exampleOf(schemaIn(properties[name]))]));
}
