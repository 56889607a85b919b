import type { Stage } from "@/lib/protocol/runner";
import type { SectionMark } from "@/lib/task/schema/log-sections";

/** A part of a log that can be folded. Lines count from 0. */
export type Section = {
  /** The line of its heading. */
  first: number;
  /** Null until it has ended. */
  last: number | null;
  /** Its last line only says that it ends. */
  hasEndLine: boolean;
  title: string;
  kind: keyof typeof RANKS;
  start: string;
  end: string | null;
  parent: Section | null;
};

type Mark = Omit<SectionMark, "kind"> & { kind: SectionMark["kind"] | "stage" };

/** Ansible's tasks lie in plays, plays in stages; groups lie anywhere. */
const RANKS = { stage: 0, play: 1, task: 2, group: 3 } as const;

/** The sections of a log, in order of their first lines. `end` is when the task ended. */
export function sectionsOf(stages: readonly Stage[], found: readonly SectionMark[], end: string | null): Section[] {
  const sections: Section[] = [];
  const open: { section: Section; rank: number }[] = [];
  const close = (rank: number, last: number | null, time: string | null) => {
    for (let top = open.at(-1); top && top.rank >= rank; top = open.at(-1)) {
      top.section.last = last;
      top.section.end = earlier(endOfStage(stages, top.section.first), time);
      open.pop();
    }
  };
  const closeGroup = (last: number, time: string) => {
    const top = open.at(-1);
    if (top?.rank !== RANKS.group) return;
    Object.assign(top.section, { last, end: time, hasEndLine: true });
    open.pop();
  };
  for (const { line, time, kind, title } of merged(stages, found)) {
    if (kind === "end") {
      closeGroup(line, time);
      continue;
    }
    if (kind !== "group") close(RANKS[kind], line - 1, time);
    const parent = open.at(-1)?.section ?? null;
    const section: Section = {
      first: line,
      last: null,
      hasEndLine: false,
      title,
      kind,
      start: time,
      end: null,
      parent,
    };
    sections.push(section);
    open.push({ section, rank: RANKS[kind] });
  }
  close(0, null, end);
  return sections.filter(({ first, last }) => last === null || last > first);
}

/** When a line's stage ended. The next may begin later: between a plan and its apply, a task may wait for a person. */
const endOfStage = (stages: readonly Stage[], line: number): string | null =>
  stages.findLast(({ first_line }) => first_line <= line)?.end ?? null;

/** The earlier of two moments; null comes after all others. */
const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Date.parse(other) < Date.parse(one)) ? other : one;

/** What to fold so that an outline is left: not the stages and plays with other sections inside. */
export function detailsOf(sections: readonly Section[]): Section[] {
  const parents = new Set(sections.map(({ parent }) => parent));
  return sections.filter((section) => !(parents.has(section) && (section.kind === "stage" || section.kind === "play")));
}

/** In order. Of several that begin at one line, the innermost, because a line can be the heading of one section only. */
function merged(stages: readonly Stage[], found: readonly SectionMark[]): Mark[] {
  const ofStages = stages.map(({ name, first_line, start }): Mark => {
    return { line: first_line, time: start, kind: "stage", title: name };
  });
  const marks = [...ofStages, ...found].toSorted((one, other) => one.line - other.line);
  return marks.filter(({ line }, index) => marks[index + 1]?.line !== line);
}

/** The sections that a line lies in, from the outermost; `sections` are in order. */
export function pathTo(sections: readonly Section[], line: number): Section[] {
  const path: Section[] = [];
  for (let section = lastFrom(sections, line); section; section = section.parent)
    if (section.last === null || section.last >= line) path.unshift(section);
  return path;
}

/** The last section that begins at or before the line. */
function lastFrom(sections: readonly Section[], line: number): Section | null {
  let [low, high] = [0, sections.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.first ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return sections[low - 1] ?? null;
}
