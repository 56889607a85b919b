import type { ReactNode } from "react";
import type { FormRequest } from "@/components/create/create-context";
import { mayHaveTypo, withOneTypo } from "@/lib/system/rules";
import type { Found } from "@/lib/system/schema";

/** A template that the user may run. */
export type Startable = InProject & Required<Pick<Found, "start">>;

export type InProject = Found & { project_id: number };

export const isInProject = (item: Found): item is InProject => item.project_id !== null;

export const isStartable = (item: InProject): item is Startable => item.start !== undefined;

/** What the palette opens a form for. */
export type PaletteCommand =
  | { kind: "start"; template: Startable }
  | { kind: "create"; projectId: number; request: FormRequest };

export const GROUPS = ["recent", "screens", "global", "projects", "create", "actions", "language"] as const;

/** One line of the palette. */
export type Entry = {
  id: string;
  group: (typeof GROUPS)[number];
  icon: ReactNode;
  label: string;
  /** After the label, in grey: a task's name or number. */
  name?: string;
  /** Other words to find it by, which are not shown. */
  words?: string;
  /** It acts on what was found: names with typos are not meant. */
  exact?: boolean;
  /** At the right: what it is, and where. */
  place?: string;
  /** Only listed when it is searched for. */
  quiet?: boolean;
  /** The server compared it with the text, also with typos that only it sees. */
  found?: boolean;
  /** Opened lately. */
  recent?: boolean;
  /** In the open project. */
  near?: boolean;
  run: () => void;
};

const MOST = 40;
const EXACT = 3;
const PREFIX = 2.5;
const PART = 2;
const TYPO = 1;
const FOUND = 0.5;
/** Before its equals. */
const PREFERRED = 0.25;

/** What fits the text, best first: all its words occur, each with at most one typo. */
export function ranked(entries: Entry[], query: string): Entry[] {
  const sought = fold(query);
  const words = wordsOf(sought);
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, sought, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

function scoreOf(entry: Entry, sought: string, words: string[]): number {
  const { label, name = "", words: others = "", exact = false, found, recent, near } = entry;
  const text = fold(`${label} ${name} ${others}`);
  const parts = wordsOf(text);
  const scores = words.map((word) => scoreOfWord(parts, text, word, exact));
  const preferred = (recent ? PREFERRED : 0) + (near ? PREFERRED : 0);
  if (words.length === 0 || scores.includes(0)) return found ? FOUND + preferred : 0;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const whole = fold(label) === sought ? 2 : text.startsWith(sought) ? 1 : 0;
  return mean + whole + preferred;
}

function scoreOfWord(parts: string[], text: string, word: string, exact: boolean): number {
  if (parts.includes(word)) return EXACT;
  if (parts.some((part) => part.startsWith(word))) return PREFIX;
  if (text.includes(word)) return PART;
  return !exact && resembles(parts, word) ? TYPO : 0;
}

/** From the beginning of a word, as the server does. */
function resembles(parts: string[], word: string): boolean {
  if (!mayHaveTypo(word)) return false;
  const pattern = new RegExp(`^(${withOneTypo(word)})`);
  return parts.some((part) => pattern.test(part));
}

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** How the texts of the palette say it. */
export type Verbs = { start: string[]; stop: string[]; decide: string[] };

/** What the server is asked; `verb`: the text begins with one, which no name contains. */
export type Question = { text: string; active: boolean; verb: keyof Verbs | null };

/** "run deploy" looks for a template "deploy"; "stop" lists all tasks that can be stopped, "confirm" those that wait for it. */
export function questionOf(query: string, { start, stop, decide }: Verbs): Question {
  const [first = "", ...rest] = query.trim().split(/\s+/);
  const isVerb = (verb: string) => first.length > 1 && (fold(verb).startsWith(fold(first)) || isTypoOf(verb, first));
  if (rest.length === 0) return { text: first, active: [...stop, ...decide].some(isVerb), verb: null };
  const verb = stop.some(isVerb) ? "stop" : start.some(isVerb) ? "start" : decide.some(isVerb) ? "decide" : null;
  return { text: (verb ? rest : [first, ...rest]).join(" "), active: false, verb };
}

const isTypoOf = (verb: string, word: string): boolean =>
  mayHaveTypo(word) && new RegExp(`^(${withOneTypo(fold(word))})$`).test(fold(verb));
