/** Returns errors of a JSON value with their paths; empty if it matches the shape. */
export type Shape = (value: unknown, path?: string) => string[];

const kind =
  (name: string, fits: (value: unknown) => boolean): Shape =>
  (value, path = "") =>
    fits(value) ? [] : [`${path || "the reply"}: ${JSON.stringify(value)} is not ${name}`];

const isText = (value: unknown): value is string => typeof value === "string";

export const int = kind("an integer", Number.isInteger);
export const text = kind("a string", isText);
export const flag = kind("a boolean", (value) => typeof value === "boolean");
export const nothing = kind("null", (value) => value === null);
/** RFC 3339 in UTC. */
export const time = kind(
  "a time",
  (value) => isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value),
);
export const anything = kind("a value", (value) => value !== undefined);
export const exactly = (...options: (string | number | boolean)[]) =>
  kind(`one of ${JSON.stringify(options)}`, (value) => options.some((option) => option === value));
export const like = (pattern: RegExp) => kind(`like ${pattern}`, (value) => isText(value) && pattern.test(value));

export const nullable =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? [] : shape(value, path);

export const listOf =
  (shape: Shape): Shape =>
  (value, path = "") =>
    Array.isArray(value)
      ? value.flatMap((item, index) => shape(item, `${path}[${index}]`))
      : [`${path || "the reply"} is no list`];

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Exactly these fields; a name ending with `?` is optional. */
export const object =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, path = "") => {
    if (!isObject(value)) return [`${path || "the reply"} is no object`];
    const expected = Object.entries(fields).map(([name, shape]) => ({
      name: name.replace(/\?$/, ""),
      optional: name.endsWith("?"),
      shape,
    }));
    const strange = Object.keys(value).filter((name) => !expected.some((field) => field.name === name));
    return [
      ...strange.map((name) => `${path}.${name} is unknown`),
      ...expected.flatMap(({ name, optional, shape }) => {
        if (Object.hasOwn(value, name)) return shape(value[name], `${path}.${name}`);
        return optional ? [] : [`${path}.${name} is missing`];
      }),
    ];
  };

/** An object with arbitrary names, whose values all have the shape. */
export const mapOf =
  (shape: Shape): Shape =>
  (value, path = "") =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, field]) => shape(field, `${path}.${name}`))
      : [`${path || "the reply"} is no object`];
