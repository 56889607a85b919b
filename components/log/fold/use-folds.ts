import { useCallback, useMemo, useState } from "react";
import { detailsOf, pathTo, type Section } from "@/components/log/fold/outline";
import { allBut, Rows } from "@/components/log/fold/rows";
import type { LineRange } from "@/components/log/line/line-hash";

export type Folds = ReturnType<typeof useFolds>;

/**
 * Which sections are folded, named by the lines of their headings, and which lines that leaves. `only` are the lines of
 * a filter, which `showAll` ends; null shows all.
 */
export function useFolds(sections: readonly Section[], only: readonly LineRange[] | null, showAll: () => void) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const byLine = useMemo(() => new Map(sections.map((section) => [section.first, section])), [sections]);
  const endLines = useMemo(
    () => new Set(sections.filter(({ hasEndLine }) => hasEndLine).map(({ last }) => last)),
    [sections],
  );
  const rows = useMemo(() => {
    if (folded.size === 0 && !only) return ALL;
    const inFolds = sections.filter(({ first }) => folded.has(first)).map(bodyOf);
    return new Rows([...inFolds, ...(only ? allBut(only) : [])]);
  }, [sections, folded, only]);

  const toggle = useCallback((line: number) => {
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(line)) after.add(line);
      return after;
    });
  }, []);

  /** Folds or unfolds the innermost section around a line. */
  function toggleAt(line: number) {
    const section = pathTo(sections, line).at(-1);
    if (section) toggle(section.first);
  }

  /** Folds all but what makes the outline, or unfolds all if any is folded. */
  const toggleAll = () => setFolded(new Set(folded.size > 0 ? [] : detailsOf(sections).map(({ first }) => first)));

  /** Unfolds what hides a line, and ends a filter that does; false if the line is shown. */
  function reveal(line: number): boolean {
    const isFiltered = only?.every(({ first, last }) => line < first || last < line) ?? false;
    if (isFiltered) showAll();
    const around = pathTo(sections, line).filter(({ first }) => first !== line && folded.has(first));
    if (around.length === 0) return isFiltered;
    setFolded(new Set([...folded].filter((first) => around.every((section) => section.first !== first))));
    return true;
  }

  return {
    sections,
    byLine,
    endLines,
    folded,
    rows,
    toggle,
    toggleAt,
    toggleAll,
    reveal,
    isFolded: (line: number) => folded.has(line),
  };
}

const ALL = new Rows();

/** A section without its heading. */
const bodyOf = ({ first, last }: Section): LineRange => ({
  first: first + 1,
  last: last ?? Number.MAX_SAFE_INTEGER,
});
