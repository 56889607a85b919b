import { type Comment, parseSync, Visitor } from "oxc-parser";
import { type Source, sources } from "./sources";

/** Measures of one file's syntax tree. */
export type Syntax = {
  path: string;
  /** Number of lines of each function, from its head to its closing brace. */
  functions: number[];
  casts: number;
  nonNull: number;
  any: number;
  /** Lines that hold a comment. */
  commentLines: number;
  /** Completely empty, without even a comment. */
  emptyCatches: number;
};

let cached: Syntax[] | undefined;

/** The syntax of every production source. */
export function syntax(): Syntax[] {
  cached ??= sources().map(readSyntax);
  return cached;
}

type Span = { start: number; end: number };

function readSyntax({ path, text }: Source): Syntax {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const lineAt = lineCounter(text);
  const found: Syntax = { path, functions: [], casts: 0, nonNull: 0, any: 0, commentLines: 0, emptyCatches: 0 };
  const addFunction = ({ start, end }: Span) => void found.functions.push(lineAt(end) - lineAt(start) + 1);
  new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    TSAsExpression: ({ typeAnnotation }) => {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== "const") found.casts++;
    },
    TSTypeAssertion: () => void found.casts++,
    TSNonNullExpression: () => void found.nonNull++,
    TSAnyKeyword: () => void found.any++,
    CatchClause: ({ body }) => {
      const isExplained = comments.some((comment) => isWithin(comment, body));
      if (body.body.length === 0 && !isExplained) found.emptyCatches++;
    },
  }).visit(program);
  const lines = comments.flatMap(({ start, end }) => range(lineAt(start), lineAt(end)));
  return { ...found, commentLines: new Set(lines).size };
}

const isWithin = (comment: Comment, { start, end }: Span): boolean => comment.start >= start && comment.end <= end;

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The line, from 1, of a text position. */
function lineCounter(text: string): (at: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (at) => {
    const next = starts.findIndex((start) => start > at);
    return next === -1 ? starts.length : next;
  };
}
