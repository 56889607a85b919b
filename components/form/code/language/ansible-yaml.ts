import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { LanguageSupport } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { isMap, isNode, isScalar, isSeq, type Pair } from "yaml";
import { suggest, suggestValue, variableWords } from "@/components/form/code/language/ansible-words";
import type { CodeProblem, Language } from "@/components/form/code/language/language";
import { keysAbove } from "@/components/form/code/language/yaml-keys";
import { readYaml } from "@/components/form/code/language/yaml-problems";

const GROUP_KEYS = ["hosts", "vars", "children"];

function problemsIn(state: EditorState): CodeProblem[] {
  const { document, problems } = readYaml(state.doc.toString());
  // The tree of a broken text is a guess.
  if (problems.some(({ severity }) => severity === "error")) return problems;
  return [...problems, ...groupProblems(document.contents)].toSorted((a, b) => a.from - b.from);
}

/** Problems of a mapping whose keys are names of groups. Aliases are not followed. */
function groupProblems(groups: unknown): CodeProblem[] {
  if (isBlank(groups)) return [];
  if (!isMap(groups)) return problemAt(groups, "mapping");
  return groups.items.flatMap(({ key, value }) => {
    if (isMap(value)) return value.items.flatMap(groupKeyProblems);
    return isBlank(value) || !isNode(value) ? [] : problemAt(key, "mapping");
  });
}

function groupKeyProblems({ key, value }: Pair): CodeProblem[] {
  if (!isScalar(key) || key.value === "<<") return [];
  if (!GROUP_KEYS.includes(String(key.value))) return problemAt(key, "group", "warning");
  if (isSeq(value)) return problemAt(value, "mapping");
  return key.value === "children" && isMap(value) ? groupProblems(value) : [];
}

const isBlank = (node: unknown): boolean => node === null || (isScalar(node) && node.value === null);

function problemAt(
  node: unknown,
  kind: CodeProblem["kind"],
  severity: CodeProblem["severity"] = "error",
): CodeProblem[] {
  const [from, to] = (isNode(node) && node.range) || [0, 0];
  return [{ from, to, severity, kind }];
}

const keyword = (label: string): Completion => ({ label, type: "keyword", apply: `${label}:` });

const TOP_WORDS = ["all", "ungrouped"].map(keyword);
const GROUP_WORDS = GROUP_KEYS.map(keyword);
const VARIABLE_WORDS = variableWords(": ");

function complete(context: CompletionContext): CompletionResult | null {
  const value = suggestValue(context);
  if (value) return value;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  return /^\s*[\w.-]*$/.test(before)
    ? suggest(context, /[\w.-]*/, wordsBelow(keysAbove(context.state, line.number)))
    : null;
}

function wordsBelow(path: string[]): Completion[] {
  const parent = path.at(-1);
  if (parent === undefined) return TOP_WORDS;
  if (parent === "vars" || path.at(-2) === "hosts") return VARIABLE_WORDS;
  return parent === "hosts" || parent === "children" ? [] : GROUP_WORDS;
}

/** An inventory of Ansible in YAML. */
export const ansibleYaml: Language = {
  extension: new LanguageSupport(yamlLanguage, yamlLanguage.data.of({ autocomplete: complete })),
  problemsIn,
};
