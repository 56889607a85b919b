import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** From the tokens of the theme, light and dark. */
export const editorTheme = EditorView.theme({
  "&": { flex: "1", minWidth: "0", color: "var(--foreground)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "inherit" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--foreground)" },
  ".cm-line": { padding: "0 10px" },
  ".cm-gutters": { color: "var(--muted-foreground)", backgroundColor: "var(--muted)", border: "none" },
  ".cm-gutter-lint": { width: "1rem" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 2px" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in oklch, var(--accent) 60%, transparent)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--primary-soft)", color: "var(--primary-text)" },
  ".cm-tooltip": {
    color: "var(--foreground)",
    backgroundColor: "var(--popover)",
    border: "1px solid var(--border)",
    borderRadius: "6px",
    overflow: "hidden",
    zIndex: "60",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", fontSize: "0.75rem", lineHeight: "1.25rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--foreground)",
    backgroundColor: "var(--accent)",
  },
  ".cm-completionMatchedText": { color: "var(--primary-text)", textDecoration: "none", fontWeight: "600" },
  ".cm-diagnostic": { padding: "4px 8px", fontSize: "0.75rem" },
});

export const highlightStyle = HighlightStyle.define([
  { tag: [tags.comment, tags.lineComment, tags.meta], color: "var(--muted-foreground)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--primary-text)" },
  { tag: [tags.heading, tags.typeName, tags.labelName], color: "var(--foreground)", fontWeight: "600" },
  { tag: [tags.string, tags.content, tags.attributeValue], color: "var(--success-text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--amber-text)" },
]);
