import { type Document, type ErrorCode, parseDocument } from "yaml";
import type { CodeProblem } from "@/components/form/code/language/language";

const KINDS: Partial<Record<ErrorCode, CodeProblem["kind"]>> = {
  BAD_INDENT: "indent",
  DUPLICATE_KEY: "duplicate",
  TAB_AS_INDENT: "tab",
};

/** The parser has the same code for many characters that are missing. */
function kindOf(message: string): CodeProblem["kind"] | undefined {
  if (message.startsWith("Implicit map keys")) return "colon";
  return /closing|end with a/.test(message) ? "unclosed" : undefined;
}

/** Reads YAML as PyYAML does, and says what is wrong with it. Tags like !vault are no mistake. */
export function readYaml(text: string): { document: Document.Parsed; problems: CodeProblem[] } {
  const document = parseDocument(text, { version: "1.1", prettyErrors: false });
  const problems = document.errors.map(({ code, message, pos: [from, to] }): CodeProblem => {
    const kind = kindOf(message) ?? KINDS[code] ?? "invalid";
    return {
      from: Math.min(from, text.length),
      to: Math.min(Math.max(to, from), text.length),
      // The later of two equal keys wins.
      severity: kind === "duplicate" ? "warning" : "error",
      kind,
    };
  });
  return { document, problems };
}
