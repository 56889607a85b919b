import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { StreamLanguage, type StreamParser } from "@codemirror/language";
import type { EditorState, Line } from "@codemirror/state";
import { suggest, suggestValue, variableWords } from "@/components/form/code/language/ansible-words";
import type { CodeProblem, Language } from "@/components/form/code/language/language";

/** The rules of Ansible's own reader of inventories. */
const SECTION = /^\[([^:\]\s]+)(?::(\w+))?\]\s*(?:#.*)?$/;
const KINDS = ["hosts", "vars", "children"];
const IPV6_HOST = /^\[[\da-fA-F:]+\]:\d+/;
const WORD = /(?:[^\s"'\\]|\\.|"(?:\\.|[^"\\])*"|'[^']*')+/y;

type Place = { kind: string; start: boolean };

/** What a line is depends on its section: hosts with their variables, variables alone, or groups. */
const parser: StreamParser<Place> = {
  startState: () => ({ kind: "hosts", start: true }),
  token(stream, place) {
    if (stream.sol()) place.start = true;
    if (stream.eatSpace()) return null;
    if (stream.sol() && stream.match(/^[#;].*/)) return "comment";
    const section = stream.sol() && stream.match(SECTION, false);
    if (Array.isArray(section)) {
      place.kind = section[2] ?? "hosts";
      stream.match(/^\[[^\]]*\]/);
      return "heading";
    }
    if (stream.match(/^#.*/)) return "comment";
    const first = place.start;
    place.start = false;
    if (first && place.kind !== "vars") {
      stream.match(/^\S+/);
      return "typeName";
    }
    if (stream.match(/^[^\s=]+(?=\s*=)/)) return "propertyName";
    if (stream.match(/^\s*=\s*/)) return "operator";
    stream.match(place.kind === "vars" ? /^[^#]+/ : /^(?:"(?:\\.|[^"\\])*"|'[^']*'|\S)+/);
    return "string";
  },
};

/** The section of each line, from the first to the last one given. */
function* linesOf(state: EditorState, last = state.doc.lines): Generator<{ line: Line; kind: string }> {
  let kind = "hosts";
  for (let number = 1; number <= last; number++) {
    const line = state.doc.line(number);
    const section = SECTION.exec(line.text.trim());
    if (section) kind = section[2] ?? "hosts";
    yield { line, kind };
  }
}

function problemsIn(state: EditorState): CodeProblem[] {
  return [...linesOf(state)].flatMap(({ line, kind }) => {
    const text = line.text.trim();
    const problem = text === "" || /^[#;]/.test(text) ? null : problemOf(text, kind);
    const from = line.from + line.text.indexOf(text);
    return problem ? [{ from, to: from + text.length, severity: "error", kind: problem }] : [];
  });
}

function problemOf(text: string, kind: string): CodeProblem["kind"] | null {
  if (text.startsWith("[") && !IPV6_HOST.test(text)) {
    const section = SECTION.exec(text);
    return section && KINDS.includes(section[2] ?? "hosts") ? null : "section";
  }
  if (kind === "vars") return text.includes("=") ? null : "pair";
  const words = wordsOf(text);
  if (words === null) return "unclosed";
  return words.slice(1).every((word) => word.includes("=") && kind === "hosts") ? null : "pair";
}

/** The words of a line, without its comment; null if a quotation mark is not closed. */
function wordsOf(text: string): string[] | null {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at] ?? "")) at++;
    else if (text[at] === "#") break;
    else {
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0];
      if (!word) return null;
      words.push(word);
      at += word.length;
    }
  }
  return words;
}

const VARIABLE_WORDS = variableWords("=");

function complete(context: CompletionContext): CompletionResult | null {
  const value = suggestValue(context);
  if (value) return value;
  const { state, pos } = context;
  const before = state.doc.lineAt(pos).text.slice(0, pos - state.doc.lineAt(pos).from);
  if (/^\s*[#;]/.test(before)) return null;
  if (/^\s*\[/.test(before)) return suggest(context, /\[[^\]]*/, sectionWords(state));
  const kind = [...linesOf(state, state.doc.lineAt(pos).number)].at(-1)?.kind;
  if (kind === "children") return suggest(context, /[\w.-]*/, groupsIn(state).map(groupWord));
  return kind === "vars" || /\S\s/.test(before) ? suggest(context, /[\w.-]*/, VARIABLE_WORDS) : null;
}

const groupWord = (label: string): Completion => ({ label, type: "class" });

const sectionWords = (state: EditorState): Completion[] =>
  ["all", ...groupsIn(state)].flatMap((group) =>
    [`[${group}:vars]`, `[${group}:children]`].map((label) => ({ label, type: "keyword" })),
  );

const groupsIn = (state: EditorState): string[] => [
  ...new Set([...linesOf(state)].flatMap(({ line }) => SECTION.exec(line.text.trim())?.[1] ?? [])),
];

const language = StreamLanguage.define(parser);

/** A static inventory of Ansible. */
export const ansibleIni: Language = {
  extension: [language, language.data.of({ autocomplete: complete, commentTokens: { line: "#" } })],
  problemsIn,
};
