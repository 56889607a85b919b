import { linter, lintGutter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import type { CodeProblem, Language, PlacedProblem } from "@/components/form/code/language/language";

const DELAY_MS = 300;
/** A longer text would delay typing. */
const MAX_LENGTH = 200_000;

type Texts = (key: `problems.${CodeProblem["kind"]}`) => string;

/** Marks what the language finds wrong, in the text and beside it. */
export const checkWith = (
  { problemsIn }: Language,
  t: Texts,
  report: (problems: PlacedProblem[]) => void,
): Extension => [
  linter(
    ({ state }) => {
      const problems = state.doc.length > MAX_LENGTH ? [] : problemsIn(state);
      report(problems.map((problem) => ({ ...problem, line: state.doc.lineAt(problem.from).number })));
      return problems.map(({ kind, ...place }) => ({ ...place, message: t(`problems.${kind}`) }));
    },
    { delay: DELAY_MS },
  ),
  lintGutter(),
];
