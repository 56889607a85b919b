import { basename } from "node:path";
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { parseJson } from "@/lib/protocol/json-text";
import { CommandProblem } from "../../problem";
import { nameOf, readText } from "../../text-file";

/** An export to read, and its name for messages. */
export type ForeignFile = { origin: string; text: string };

/** Reads a file, or stdin for `-`. */
export async function readForeign(file: string): Promise<ForeignFile> {
  const text = await readText(file);
  const origin = basename(nameOf(file));
  if (text.trim() === "") throw new CommandProblem(`${origin} is empty`);
  return { origin, text };
}

/** Parses JSON or YAML. Throws CommandProblem with the line, and the field if the content does not fit the schema. */
export function parseForeign<Schema extends z.ZodType>(file: ForeignFile, schema: Schema): z.output<Schema> {
  // YAML reads JSON too, and finds the line of an error, but a large file takes much longer.
  const read = schema.safeParse(parseJson(file.text) ?? parseYaml(file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path ?? [];
  const where = path.length === 0 ? "" : `, line ${lineOf(file.text, path)}: ${path.map(String).join(".")}`;
  throw new CommandProblem(`${file.origin}${where}: ${issue?.message ?? "invalid"}`);
}

function parseYaml({ origin, text }: ForeignFile): unknown {
  const document = parseDocument(text, YAML_OPTIONS);
  const [error] = document.errors;
  if (!error) return document.toJS();
  const [at] = error.linePos ?? [];
  const [message = ""] = error.message.split("\n");
  throw new CommandProblem(`${origin}${at ? `, line ${at.line}` : ""}: ${message.replace(/ at line \d+.*$/, "")}`);
}

/** AWX, Ansible and Rundeck read YAML 1.1. A date stays the text that it is. */
export const YAML_OPTIONS = {
  version: "1.1",
  logLevel: "silent",
  customTags: (tags: Tags) => tags.filter((tag) => typeof tag === "string" || !tag.tag.endsWith(":timestamp")),
} as const;
type Tags = Parameters<
  Extract<NonNullable<Parameters<typeof parseDocument>[1]>["customTags"], (...args: never) => unknown>
>[0];

/** The line of the nearest node on the way to the field, which itself may be missing. */
function lineOf(text: string, path: readonly PropertyKey[]): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { ...YAML_OPTIONS, lineCounter: lines });
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (node !== null && typeof node === "object" && "range" in node && Array.isArray(node.range))
      return lines.linePos(Number(node.range[0])).line;
  }
  return 1;
}
