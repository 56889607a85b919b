import type { EditorState } from "@codemirror/state";

const indentOf = (text: string): number => text.search(/\S|$/);

/** The keys that a line is below, the outermost first, by indentation alone: the text may not be valid yet. */
export function keysAbove(state: EditorState, number: number): string[] {
  const path: string[] = [];
  let indent = indentOf(state.doc.line(number).text);
  for (let above = number - 1; above > 0 && indent > 0; above--) {
    const { text } = state.doc.line(above);
    const key = /^\s*([^\s#][^:]*):/.exec(text)?.[1];
    if (key === undefined || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    path.unshift(key);
  }
  return path;
}
