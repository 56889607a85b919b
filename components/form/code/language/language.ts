import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState, Extension } from "@codemirror/state";

/** Where a text is wrong. `kind` is a key of messages.form.code.problems. */
export type CodeProblem = {
  from: number;
  to: number;
  severity: "error" | "warning";
  kind:
    | "colon"
    | "duplicate"
    | "unknown"
    | "group"
    | "indent"
    | "invalid"
    | "mapping"
    | "pair"
    | "section"
    | "tab"
    | "unclosed";
};

/** As shown; lines count from 1. */
export type ShownProblem = Omit<CodeProblem, "kind"> & { line: number; message: string };

/** Where a server found a text wrong, as long as it is that text. `path` is dotted, as in the errors of a form. */
export type Marks = { text: string; places: { path: string; message: string }[] };

/** Loads the names that a form suggests. Called for each completion. */
export type Names = () => Promise<readonly string[]>;

/** What the editor knows of a language. */
export type Language = {
  /** Highlighting, indentation and completion. */
  extension: Extension;
  /** In the order of the text. */
  problemsIn: (state: EditorState) => CodeProblem[];
  /** Completes the form's names where they have a place. */
  completeNames?: (context: CompletionContext, names: Names) => Promise<CompletionResult | null>;
  /** The characters at a path; of the nearest thing above it, where it is missing. */
  placeOf?: (text: string, path: string) => { from: number; to: number };
};
