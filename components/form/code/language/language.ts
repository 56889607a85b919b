import type { EditorState, Extension } from "@codemirror/state";

/** Where a text is wrong. `kind` is a key of messages.form.code.problems. */
export type CodeProblem = {
  from: number;
  to: number;
  severity: "error" | "warning";
  kind: "duplicate" | "group" | "indent" | "invalid" | "mapping" | "pair" | "section" | "tab" | "unclosed";
};

/** Lines count from 1. */
export type PlacedProblem = CodeProblem & { line: number };

/** What the editor knows of a language. */
export type Language = {
  /** Highlighting, indentation and completion. */
  extension: Extension;
  /** In the order of the text. */
  problemsIn: (state: EditorState) => CodeProblem[];
};
