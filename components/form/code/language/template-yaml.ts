import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { LanguageSupport } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { isMap, isScalar } from "yaml";
import { suggest } from "@/components/form/code/language/ansible-words";
import type { CodeProblem, Language } from "@/components/form/code/language/language";
import { placeOf } from "@/components/form/code/language/yaml";
import { keysAbove } from "@/components/form/code/language/yaml-keys";
import { readYaml } from "@/components/form/code/language/yaml-problems";
import { DOCUMENT_FIELDS, isDocumentField } from "@/lib/template/rules/document-fields";
import { LAUNCH_FIELDS } from "@/lib/template/rules/launch";

function problemsIn(state: EditorState): CodeProblem[] {
  const { document, problems } = readYaml(state.doc.toString());
  // The tree of a broken text is a guess.
  if (problems.some(({ severity }) => severity === "error") || !isMap(document.contents)) return problems;
  const unknown = document.contents.items.flatMap(({ key }): CodeProblem[] => {
    if (!isScalar(key) || !key.range || isDocumentField(String(key.value))) return [];
    return [{ from: key.range[0], to: key.range[1], severity: "error", kind: "unknown" }];
  });
  return [...problems, ...unknown].toSorted((a, b) => a.from - b.from);
}

function complete(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  if (!/^\s*\w*$/.test(before)) return null;
  const [parent, ...deeper] = keysAbove(context.state, line.number);
  const words =
    parent === undefined ? DOCUMENT_FIELDS : parent === "launch" && deeper.length === 0 ? LAUNCH_FIELDS : [];
  return suggest(
    context,
    /\w*/,
    words.map((label) => ({ label, type: "keyword", apply: `${label}: ` })),
  );
}

/** A template as text. */
export const templateYaml: Language = {
  extension: new LanguageSupport(yamlLanguage, yamlLanguage.data.of({ autocomplete: complete })),
  problemsIn,
  placeOf,
};
