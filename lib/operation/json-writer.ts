import type { z } from "zod";

/** The JSON of a value that its schema allows; null if only the schema itself can say. */
type JsonWriter = (value: unknown) => string | null;

const writers = new WeakMap<z.ZodType, JsonWriter>();

/**
 * Checks a value and writes it, in one pass over its fields: the same text as JSON.stringify writes of what the schema
 * makes of it, and the same failure. Undefined if there is nothing to write.
 */
export function toJson(schema: z.ZodType, value: unknown): string | undefined {
  return writerOf(schema)(value) ?? JSON.stringify(schema.parse(value));
}

/** Compiled at the first use, because most of hundreds of schemas are rarely used. */
export function writerOf(schema: z.ZodType): JsonWriter {
  const known = writers.get(schema);
  if (known) return known;
  const writer = new Compiler().compile(schema);
  writers.set(schema, writer);
  return writer;
}

/** All that JSON writes as it is. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;

/** For what the compiler has no code for. */
function bySchema(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value);
  return result.success ? JSON.stringify(result.data) : undefined;
}

const isPlain = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  !def.checks?.length && !("coerce" in def) && (!("format" in def) || def.format === "safeint");

/**
 * Turns a schema into a function. The code for a value adds its JSON to `out`, or returns false: then the value is refused, or
 * only the schema can say what becomes of it. Each addition takes what stands `before` the value along: a reply is as expensive
 * as the number of its pieces.
 */
class Compiler {
  private readonly constants: unknown[] = [];
  private readonly functions: string[] = [];
  /** Names of the functions for objects. */
  private readonly known = new Map<z.core.$ZodType, string>();
  private names = 0;

  /** All names in the code are ours; those of the schema are in quotes, and its values among the constants. */
  compile(schema: z.core.$ZodType): JsonWriter {
    const code = this.codeOf(schema, "value", "");
    const source = `
      let out = "";
      ${this.functions.join("\n")}
      function write(value) { ${code} return true; }
      return (value) => {
        out = "";
        const json = write(value) ? out : null;
        out = "";
        return json;
      };`;
    return new Function("constants", "plain", "bySchema", source)(this.constants, PLAIN, bySchema);
  }

  private codeOf(schema: z.core.$ZodType, value: string, before: string): string {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (!isPlain(schema)) return this.codeOfOther(schema, value, before);
    switch (def.type) {
      case "string":
        return `
          if (typeof ${value} !== "string") return false;
          out += plain.test(${value})
            ? ${quoted(`${before}"`)} + ${value} + '"'
            : ${quoted(before)} + JSON.stringify(${value});`;
      case "number":
        return `
          if (!Number.${"format" in def ? "isSafeInteger" : "isFinite"}(${value})) return false;
          out += ${quoted(before)} + ${value};`;
      case "boolean":
        return `
          if (${value} === true) out += ${quoted(`${before}true`)};
          else if (${value} === false) out += ${quoted(`${before}false`)};
          else return false;`;
      case "nullable":
        return `
          if (${value} === null) out += ${quoted(`${before}null`)};
          else { ${this.codeOf(def.innerType, value, before)} }`;
      case "enum":
      case "literal":
        return this.codeOfValues(schema, value, before);
      case "array":
        return this.codeOfArray(def.element, value, before);
      case "object":
        return def.catchall
          ? this.codeOfOther(schema, value, before)
          : `
            out += ${quoted(`${before}{`)};
            if (!${this.functionFor(schema, def.shape)}(${value})) return false;`;
      default:
        return this.codeOfOther(schema, value, before);
    }
  }

  private codeOfOther(schema: z.core.$ZodType, value: string, before: string): string {
    const text = this.name();
    return `
      const ${text} = bySchema(${this.constant(schema)}, ${value});
      if (${text} === undefined) return false;
      out += ${quoted(before)} + ${text};`;
  }

  private codeOfValues(schema: z.core.$ZodType, value: string, before: string): string {
    const texts = new Map([...(schema._zod.values ?? [])].map((one) => [one, before + JSON.stringify(one)]));
    const text = this.name();
    return `
      const ${text} = ${this.constant(texts)}.get(${value});
      if (${text} === undefined) return false;
      out += ${text};`;
  }

  private codeOfArray(element: z.core.$ZodType, value: string, before: string): string {
    const [index, item] = [this.name(), this.name()];
    return `
      if (!Array.isArray(${value})) return false;
      out += ${quoted(`${before}[`)};
      for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {
        if (${index} > 0) out += ",";
        const ${item} = ${value}[${index}];
        ${this.codeOf(element, item, "")}
      }
      out += "]";`;
  }

  /** Writes what stands between the braces, and the second of them. */
  private functionFor(schema: z.core.$ZodType, shape: z.core.$ZodShape): string {
    const known = this.known.get(schema);
    if (known) return known;
    const name = this.name();
    this.known.set(schema, name);
    const fields = Object.entries(shape);
    const always = fields.findIndex(([, field]) => !isOptional(field));
    const code = fields.map(([key, field], at) => this.codeOfField(key, field, always !== -1 && at > always));
    this.functions.push(`
      function ${name}(object) {
        if (typeof object !== "object" || object === null || Array.isArray(object)) return false;
        let comma = "";
        ${code.join("\n")}
        out += "}";
        return true;
      }`);
    return name;
  }

  /** `follows` a field that is always there; else it depends on the object whether a comma comes before it. */
  private codeOfField(key: string, field: z.core.$ZodType, follows: boolean): string {
    const value = this.name();
    const { def } = (field as z.core.$ZodTypes)._zod;
    const inner = def.type === "optional" && isOptional(field) ? def.innerType : field;
    const name = `${JSON.stringify(key)}:`;
    return `
      const ${value} = object[${JSON.stringify(key)}];
      ${inner === field ? "" : `if (${value} !== undefined)`} {
        ${follows ? "" : 'out += comma; comma = ",";'}
        ${this.codeOf(inner, value, follows ? `,${name}` : name)}
      }`;
  }

  private constant(value: unknown): string {
    return `constants[${this.constants.push(value) - 1}]`;
  }

  private name(): string {
    return `name${this.names++}`;
  }
}

const quoted = (text: string): string => JSON.stringify(text);

/** Whether it may be left out, without a default or a transform for that case. */
function isOptional(field: z.core.$ZodType): boolean {
  const { def } = (field as z.core.$ZodTypes)._zod;
  return def.type === "optional" && def.innerType._zod.optin === undefined;
}
