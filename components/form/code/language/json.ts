import { jsonLanguage } from "@codemirror/lang-json";
import { ensureSyntaxTree, LanguageSupport } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { completeNames } from "@/components/form/code/language/json-names";
import type { CodeProblem, Language } from "@/components/form/code/language/language";
import { parseJson } from "@/lib/protocol/json-text";

const PARSE_MS = 500;

type SyntaxNode = NonNullable<ReturnType<typeof ensureSyntaxTree>>["topNode"];

function problemsIn(state: EditorState): CodeProblem[] {
  const text = state.doc.toString();
  const tree = text.trim() === "" ? null : ensureSyntaxTree(state, text.length, PARSE_MS);
  if (!tree) return [];
  if (parseJson(text) === undefined) return [firstError(tree.topNode, text)];
  const found: CodeProblem[] = [];
  tree.iterate({
    enter: ({ name, node }) => {
      if (name === "Object") found.push(...repeatedKeys(node, text));
    },
  });
  return found;
}

/** The parser's own message is in English, and differs from browser to browser. */
function firstError(top: SyntaxNode, text: string): CodeProblem {
  let place = { from: text.trimEnd().length, to: text.length };
  top.cursor().iterate(({ type, from, to }) => {
    if (type.isError && from < place.from) place = { from, to: Math.max(to, from + 1) };
  });
  return { from: place.from, to: Math.min(place.to, text.length), severity: "error", kind: "invalid" };
}

function repeatedKeys(object: SyntaxNode, text: string): CodeProblem[] {
  const seen = new Set<string>();
  return object.getChildren("Property").flatMap((property) => {
    const name = property.getChild("PropertyName");
    if (!name) return [];
    const known = seen.has(text.slice(name.from, name.to));
    seen.add(text.slice(name.from, name.to));
    return known ? [{ from: name.from, to: name.to, severity: "warning", kind: "duplicate" }] : [];
  });
}

export const json: Language = { extension: new LanguageSupport(jsonLanguage), problemsIn, completeNames };
