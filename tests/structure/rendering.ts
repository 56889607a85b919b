import { parseSync, Visitor } from "oxc-parser";
import { type Source, sources } from "./sources";

/** Next takes these for client components itself, so nothing of ours imports them. */
const FAILURE_PAGE = /^app\/.*error\.tsx$/;

/** What server components may call of the packages whose other hooks belong to the browser. */
const ANYWHERE = /^(useTranslations|useFormatter|useLocale|useMessages|useTimeZone|useId|useMemo|useCallback)$/;

/** A context is as much the browser's as a hook. */
const HOOK = /^(use[A-Z]|createContext$)/;
const HANDLER = /^(on[A-Z]|ref$)/;

const withoutEnding = (path: string): string => path.replace(/\.tsx?$/, "");

const byPath = () => new Map(sources().map((source) => [withoutEnding(source.path), source]));

export const hasDirective = ({ text }: Source): boolean => text.startsWith('"use client"');

/** What the server renders itself: all that a page reaches without passing a file with the directive. */
export function serverRendered(): Set<Source> {
  const files = byPath();
  const reached = new Set<Source>();
  const walk = (source: Source | undefined) => {
    if (!source || hasDirective(source) || reached.has(source)) return;
    reached.add(source);
    for (const { target, typeOnly } of source.imports) if (!typeOnly) walk(files.get(target));
  };
  for (const source of sources()) if (/^app\/.*\.tsx$/.test(source.path)) walk(source);
  return reached;
}

/** Files with the directive that no server component imports: there it marks no boundary. */
export function idleDirectives(): Source[] {
  const targets = new Set([...serverRendered()].flatMap(({ imports }) => imports.map(({ target }) => target)));
  return sources().filter(
    (source) => hasDirective(source) && !FAILURE_PAGE.test(source.path) && !targets.has(withoutEnding(source.path)),
  );
}

/**
 * Hooks, contexts and handlers of the file that only the browser has; of its own hooks, what is in them counts. And
 * `undefined`, by which a property is set to nothing: it does not travel from the server.
 */
export function browserUses(source: Source, files = byPath()): string[] {
  const { hooks, handlers } = usesOf(source);
  const found = hooks.filter(({ name, from }) => {
    const own = files.get(from.replace(/^@\//, ""));
    if (!own) return !ANYWHERE.test(name);
    return hasDirective(own) || browserUses(own, files).length > 0;
  });
  return [...found.map(({ name }) => name), ...handlers];
}

type Hook = { name: string; from: string };

function usesOf({ path, text }: Source): { hooks: Hook[]; handlers: string[] } {
  const { program } = parseSync(path, text);
  const hooks: Hook[] = [];
  const handlers: string[] = [];
  new Visitor({
    ImportDeclaration: ({ importKind, specifiers, source: { value: from } }) => {
      if (importKind === "type") return;
      const names = specifiers.map(({ local }) => local.name);
      hooks.push(...names.filter((name) => HOOK.test(name)).map((name) => ({ name, from })));
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== "JSXIdentifier" || value?.type !== "JSXExpressionContainer") return;
      const { expression } = value;
      const isUndefined = expression.type === "Identifier" && expression.name === "undefined";
      if (HANDLER.test(name.name) || isUndefined) handlers.push(name.name);
    },
  }).visit(program);
  return { hooks, handlers };
}
