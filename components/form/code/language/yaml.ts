import { yamlLanguage } from "@codemirror/lang-yaml";
import { LanguageSupport } from "@codemirror/language";
import { isNode, parseDocument } from "yaml";
import type { Language } from "@/components/form/code/language/language";
import { readYaml } from "@/components/form/code/language/yaml-problems";

export function placeOf(text: string, path: string): { from: number; to: number } {
  const document = parseDocument(text);
  const keys = path.split(".");
  for (let length = keys.length; length > 0; length--) {
    const node = document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return { from: node.range[0], to: node.range[1] };
  }
  const lineEnd = text.search(/\n|$/);
  return { from: 0, to: lineEnd };
}

export const yaml: Language = {
  extension: new LanguageSupport(yamlLanguage),
  problemsIn: (state) => readYaml(state.doc.toString()).problems,
  placeOf,
};
