import { linter, lintGutter } from "@codemirror/lint";
import type { EditorState, Extension } from "@codemirror/state";
import type { CodeProblem, Language, Marks, ShownProblem } from "@/components/form/code/language/language";

const DELAY_MS = 300;
/** A longer text would delay typing. */
const MAX_LENGTH = 200_000;

type Check = {
  language: Language;
  t: (key: `problems.${CodeProblem["kind"]}`) => string;
  marks: () => Marks | undefined;
  report: (problems: ShownProblem[]) => void;
};

/** Shows what the language and the server find wrong, in the text and beside it. */
export function check({ language, t, marks, report }: Check): Extension {
  let shown: Marks | undefined;

  function problemsIn(state: EditorState): ShownProblem[] {
    shown = marks();
    const own = state.doc.length > MAX_LENGTH ? [] : language.problemsIn(state);
    const found = [
      ...own.map(({ kind, ...place }) => ({ ...place, message: t(`problems.${kind}`) })),
      ...markedIn(state, language, shown).filter(({ path, from }) => !isKnown(state, own, path, from)),
    ];
    return found.map((problem) => ({ ...problem, line: state.doc.lineAt(problem.from).number }));
  }

  const source = ({ state }: { state: EditorState }) => {
    const problems = problemsIn(state);
    report(problems);
    return problems;
  };
  return [linter(source, { delay: DELAY_MS, needsRefresh: () => marks() !== shown }), lintGutter()];
}

/** None once the text has changed. */
function markedIn(state: EditorState, { placeOf }: Language, marks: Marks | undefined) {
  const text = state.doc.toString();
  if (!placeOf || marks?.text !== text) return [];
  return marks.places.map(({ path, message }) => ({
    ...placeOf(text, path),
    path,
    severity: "error" as const,
    message: path === "" ? message : `${path}: ${message}`,
  }));
}

/** The editor has found it itself: in the same line, or what the server says of the whole text. */
const isKnown = (state: EditorState, own: CodeProblem[], path: string, from: number): boolean =>
  path === ""
    ? own.some(({ severity }) => severity === "error")
    : own.some((problem) => state.doc.lineAt(problem.from).number === state.doc.lineAt(from).number);
