import type { ReactNode } from "react";
import type { FormRequest } from "@/components/create/create-context";
import { mayHaveTypo, withOneTypo } from "@/lib/system/rules";
import type { Found } from "@/lib/system/schema";

/** A template that the user may run. */
export type Startable = Found & Required<Pick<Found, "start">>;

export const isStartable = (item: Found): item is Startable => item.start !== undefined;

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

function scoreOf({ label, name = "", found, recent, near }: Entry, sought: string, words: string[]): number {
  const text = fold(`${label} ${name}`);
  const parts = wordsOf(text);
  const scores = words.map((word) => scoreOfWord(parts, text, word));
  const preferred = (recent ? PREFERRED : 0) + (near ? PREFERRED : 0);
  if (words.length === 0 || scores.includes(0)) return found ? FOUND + preferred : 0;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const whole = fold(label) === sought ? 2 : text.startsWith(sought) ? 1 : 0;
  return mean + whole + preferred;
}

function scoreOfWord(parts: string[], text: string, word: string): number {
  if (parts.includes(word)) return EXACT;
  if (parts.some((part) => part.startsWith(word))) return PREFIX;
  if (text.includes(word)) return PART;
  return resembles(text, word) ? TYPO : 0;
}

const resembles = (text: string, word: string): boolean =>
  mayHaveTypo(word) && new RegExp(withOneTypo(word)).test(text);

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** How the texts of the palette say it. */
export type Verbs = { start: string[]; stop: string };

/** What the server is asked; `verb`: the text begins with one, which no name contains. */
export type Question = { text: string; active: boolean; verb: keyof Verbs | null };

/** "run deploy" looks for a template "deploy"; "stop" lists all tasks that can be stopped. */
export function questionOf(query: string, { start, stop }: Verbs): Question {
  const [first = "", ...rest] = query.trim().split(/\s+/);
  const isVerb = (verb: string) => first.length > 1 && (fold(verb).startsWith(fold(first)) || isTypoOf(verb, first));
  if (rest.length === 0) return { text: first, active: isVerb(stop), verb: null };
  const verb = isVerb(stop) ? "stop" : start.some(isVerb) ? "start" : null;
  return { text: (verb ? rest : [first, ...rest]).join(" "), active: false, verb };
}

const isTypoOf = (verb: string, word: string): boolean =>
  mayHaveTypo(word) && new RegExp(`^(${withOneTypo(fold(word))})$`).test(fold(verb));
