import { parseSync, Visitor } from "oxc-parser";
import { type Source, sources } from "./sources";

/** Next makes these client components itself, so none of our files imports them. */
const FAILURE_PAGE = /^app\/.*error\.tsx$/;

/** Hooks that server components may use from packages whose other hooks are client-only. */
const ANYWHERE = /^(useTranslations|useFormatter|useLocale|useMessages|useTimeZone|useId|useMemo|useCallback)$/;

/** A context is client-only, like a hook. */
const HOOK = /^(use[A-Z]|createContext$)/;
const HANDLER = /^(on[A-Z]|ref$)/;

const withoutEnding = (path: string): string => path.replace(/\.tsx?$/, "");

const byPath = () => new Map(sources().map((source) => [withoutEnding(source.path), source]));

export const hasDirective = ({ text }: Source): boolean => text.startsWith('"use client"');

/** Server-rendered files: everything reachable from a page without crossing a client directive. */
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

/** Files with the directive that no server component imports: it marks no boundary there. */
export function idleDirectives(): Source[] {
  const targets = new Set([...serverRendered()].flatMap(({ imports }) => imports.map(({ target }) => target)));
  return sources().filter(
    (source) => hasDirective(source) && !FAILURE_PAGE.test(source.path) && !targets.has(withoutEnding(source.path)),
  );
}

/**
 * Client-only hooks, contexts and handlers in the file, including those inside its own hooks. And `undefined` as a
 * property's value, which can't be serialized by the server.
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

const CLIENT_IMPORT = /^import \{([^}]*)\} from "@\/([^"]+)"/gm;

/** What a server-rendered file imports from client modules although it is no component: it gets a reference instead. */
export function clientValues({ text }: Source, files = byPath()): string[] {
  return [...text.matchAll(CLIENT_IMPORT)].flatMap(([, names = "", target = ""]) => {
    const module = files.get(target);
    if (!module || !hasDirective(module)) return [];
    return names.split(",").flatMap((name) => /^\s*([a-z]\w*|[A-Z][A-Z\d_]+)\s*$/.exec(name)?.[1] ?? []);
  });
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
