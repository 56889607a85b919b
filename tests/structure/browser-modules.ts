import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Node, parseSync, Visitor } from "oxc-parser";
import messages from "@/messages/en.json";
import { ROOT } from "./sources";

type Import = { path: string /** Loaded together with its texts. */; withTexts: boolean };
type Module = {
  path: string;
  isClient: boolean;
  /** Our own. */
  imports: string[];
  packages: string[];
  loads: Import[];
  texts: Set<string>;
};

/** Every key of messages. */
export const KEYS = keysOf(messages);

export function keysOf(node: object, path = ""): string[] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === "string" ? [path + name] : keysOf(value, `${path}${name}.`),
  );
}

/** What a page, layout or error.tsx brings to the browser at once: its modules below "use client". */
export function browserModules(entry: string): Set<Module> {
  const found = new Set<Module>();
  const onServer = new Set<Module>();
  const walk = (path: string, inBrowser: boolean) => {
    const module = readModule(path);
    const reached = inBrowser || module.isClient ? found : onServer;
    if (reached.has(module)) return;
    reached.add(module);
    for (const target of module.imports) walk(target, reached === found);
    // On the server they are rendered at once.
    if (reached === onServer) for (const { path: target } of module.loads) walk(target, false);
  };
  walk(entry, false);
  return found;
}

/** A module, what it imports, and what it may load later: all of it, or what `follows` chooses. */
export function everythingBelow(path: string, follows = (_: Import) => true, found = new Set<Module>()): Set<Module> {
  const module = readModule(path);
  if (found.has(module)) return found;
  found.add(module);
  const loads = module.loads.filter(follows).map((each) => each.path);
  for (const target of [...module.imports, ...loads]) everythingBelow(target, follows, found);
  return found;
}

export const textsOf = (modules: Iterable<Module>): string[] => [
  ...new Set([...modules].flatMap(({ texts }) => [...texts])),
];

const read = new Map<string, Module>();

function readModule(path: string): Module {
  const known = read.get(path);
  if (known) return known;
  const text = readFileSync(join(ROOT, path), "utf8");
  const { program } = parseSync(path, text);
  const isClient = text.startsWith('"use client"');
  // The browser only calls an action.
  const isAction = text.startsWith('"use server"');
  const imports = isAction ? { imports: [], packages: [], loads: [] } : importsOf(path, program as never);
  const module: Module = { path, isClient, ...imports, texts: textsIn(program as never) };
  read.set(path, module);
  return module;
}

function importsOf(path: string, program: Node): Pick<Module, "imports" | "packages" | "loads"> {
  const imports: string[] = [];
  const packages: string[] = [];
  const loads: Import[] = [];
  const withTexts = new Set<Node>();
  const add = (target: string) => {
    imports.push(...resolve(path, target));
    if (!/^[@.]\//.test(target)) packages.push(target);
  };
  new Visitor({
    ImportDeclaration: ({ importKind, specifiers, source }) => {
      const typesOnly =
        specifiers.length > 0 && specifiers.every((each) => "importKind" in each && each.importKind === "type");
      if (importKind !== "type" && !typesOnly) add(source.value);
    },
    ExportNamedDeclaration: ({ exportKind, source }) => {
      if (source && exportKind !== "type") add(source.value);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === "Identifier" && callee.name === "withTexts" && first) withTexts.add(first);
    },
    ImportExpression: (node) => {
      if (node.source.type !== "Literal" || typeof node.source.value !== "string") return;
      for (const target of resolve(path, node.source.value))
        loads.push({ path: target, withTexts: withTexts.has(node) });
    },
  }).visit(program as never);
  return { imports, packages, loads };
}

/** Our own file that an import names; nothing for a package. */
function resolve(from: string, target: string): string[] {
  if (!/^[@.]\//.test(target)) return [];
  const base = target.startsWith("@/") ? target.slice(2) : relative(ROOT, join(ROOT, dirname(from), target));
  return [`${base}.ts`, `${base}.tsx`].filter((path) => existsSync(join(ROOT, path)));
}

/** Keys that a module's translators may be called with: exact, by the form of a template, or its whole namespace. */
function textsIn(program: Node): Set<string> {
  const namespaces = new Map<string, string[]>();
  const texts: string[] = [];
  const patterns: string[] = [];
  /** Read as they are: `useMessages().project.role`. */
  const groups: string[] = [];
  new Visitor({
    MemberExpression: (node) => void groups.push(...groupOf(node)),
    VariableDeclarator: ({ id, init }) => {
      if (init?.type !== "CallExpression" || init.callee.type !== "Identifier" || id.type !== "Identifier") return;
      if (init.callee.name !== "useTranslations") return;
      const [namespace] = init.arguments;
      const name = namespace?.type === "Literal" ? `${namespace.value}.` : "";
      namespaces.set(id.name, [...(namespaces.get(id.name) ?? []), name]);
    },
    Literal: ({ value }) => void (typeof value === "string" && texts.push(value)),
    TemplateLiteral: ({ quasis }) => void patterns.push(quasis.map(({ value }) => value.cooked ?? "").join("*")),
    CallExpression: ({ callee, arguments: [key] }) => {
      const t = callee.type === "MemberExpression" ? callee.object : callee;
      if (t.type !== "Identifier" || !namespaces.has(t.name) || !key) return;
      if (!/Literal|Conditional/.test(key.type)) patterns.push("*");
    },
  }).visit(program as never);
  const all = new Set([...namespaces.values()].flat());
  const exact = new Set([...all].flatMap((namespace) => texts.map((text) => namespace + text)));
  const forms = [...all].flatMap((namespace) => patterns.map((pattern) => namespace + pattern)).filter(isKeyForm);
  // Each step of such a path is an expression, too.
  const whole = groups.filter((group) => !groups.some((other) => other.startsWith(`${group}.`)));
  const isRead = (key: string) => whole.some((group) => key.startsWith(`${group}.`));
  return new Set(KEYS.filter((key) => exact.has(key) || isRead(key) || forms.some((form) => fits(form, key))));
}

/** The path of `useMessages().a.b`, and of `useMessages().a` within it; nothing for other expressions. */
function groupOf(node: Node): string[] {
  if (node.type === "CallExpression")
    return node.callee.type === "Identifier" && node.callee.name === "useMessages" ? [""] : [];
  if (node.type !== "MemberExpression" || node.property.type !== "Identifier") return [];
  const { name } = node.property;
  return groupOf(node.object).map((group) => (group === "" ? name : `${group}.${name}`));
}

/** Not `*` alone: a translator of all texts with a variable as its key names the keys in the same module. */
const isKeyForm = (form: string): boolean => /^[\w*]+(\.[\w*]+)*\*?$/.test(form) && form.replace(/[.*]/g, "") !== "";

function fits(form: string, key: string): boolean {
  const parts = form.split("*").map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join("[\\w.-]+")}$`).test(key);
}
