import { refuse } from "@/runner/write/values";

/** JSON values that Ansible must take literally, never as templates. */
export class Unsafe {
  constructor(readonly value: unknown) {}
}

/**
 * Values as YAML flow text, which is JSON with `!unsafe` before the strings inside Unsafe. Non-ASCII characters are
 * escaped, because the YAML reader rejects some that JSON may contain. Throws TaskProblem.
 */
export function toYaml(value: unknown, tag: "" | "!unsafe " = ""): string {
  if (value instanceof Unsafe) return toYaml(value.value, "!unsafe ");
  if (typeof value === "string") return `${tag}${quote(value)}`;
  if (Array.isArray(value)) return `[${value.map((item) => toYaml(item, tag)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([name, item]) => `${quote(name)}: ${toYaml(item, tag)}`);
    return `{${pairs.join(", ")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

const quote = (text: string): string => `"${[...text].map(escapeCharacter).join("")}"`;

function escapeCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (char === '"' || char === "\\") return `\\${char}`;
  if (code >= 0x20 && code < 0x7f) return char;
  if (code >= 0xd800 && code <= 0xdfff) refuse("a variable", "YAML");
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
