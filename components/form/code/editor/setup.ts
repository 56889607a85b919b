import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { nextDiagnostic } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { editorTheme, highlightStyle } from "@/components/form/code/editor/theme";

/** Ctrl-Enter saves the form. */
const editingKeys = defaultKeymap.filter(({ key }) => key !== "Mod-Enter");

/** What all languages have in common. */
export const baseSetup = (host: HTMLElement, t: (key: "completions") => string): Extension => [
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  highlightActiveLine(),
  syntaxHighlighting(highlightStyle),
  editorTheme,
  EditorState.phrases.of({ Completions: t("completions") }),
  EditorView.contentAttributes.of({ tabindex: "0", autocapitalize: "off" }),
  // A modal dialog hides everything outside from the pointer and from screen readers.
  tooltips({ parent: host.closest<HTMLElement>("[role=dialog]") ?? document.body }),
  keymap.of([
    { key: "Tab", run: acceptCompletion },
    { key: "F8", run: nextDiagnostic },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...historyKeymap,
    ...editingKeys,
    indentWithTab,
  ]),
];
