import { type Node, parseSync, Visitor } from "oxc-parser";
import { type Source, sources } from "./sources";

/** Class names joined by `cn`: those before, and those that come after and may override them. */
type Combination = { before: string; after: string; where: string };

type Call = { component: string; where: string; args: { texts: string[]; takesClassName: boolean }[] };
type Use = { component: string; texts: string[]; passedOnBy: string | null };

/** Everything that `cn` may get to join, as far as it is written in the sources. */
export function combinations(): Combination[] {
  const files = sources().filter(({ path }) => /\.tsx$/.test(path));
  const calls = files.flatMap(callsIn);
  const uses = files.flatMap(usesIn);
  return calls.flatMap(({ component, where, args }) =>
    args.flatMap(({ texts }, index) => {
      const later = args.slice(index + 1).flatMap(({ texts: next }) => next);
      const given = args.some(({ takesClassName }) => takesClassName) ? givenTo(component, uses) : [];
      return texts.flatMap((before) => [...later, ...given].map((after) => ({ before, after, where })));
    }),
  );
}

/** What a component's users pass as its class name, also through components that pass theirs on. */
function givenTo(component: string, uses: Use[], seen = new Set<string>()): string[] {
  if (seen.has(component)) return [];
  seen.add(component);
  return uses
    .filter((use) => use.component === component)
    .flatMap(({ texts, passedOnBy }) => [...texts, ...(passedOnBy ? givenTo(passedOnBy, uses, seen) : [])]);
}

function callsIn({ path, text }: Source): Call[] {
  const { program } = parseSync(path, text);
  const found: Call[] = [];
  const { ownerOf, constants } = declarations(program);
  new Visitor({
    CallExpression: ({ callee, arguments: args, start }) => {
      if (callee.type !== "Identifier" || callee.name !== "cn") return;
      found.push({
        component: ownerOf(start),
        where: `${path}:${text.slice(0, start).split("\n").length}`,
        args: args.map((arg) => ({
          texts: textsIn(arg, constants),
          takesClassName: namesIn(arg).includes("className"),
        })),
      });
    },
  }).visit(program);
  return found;
}

function usesIn({ path, text }: Source): Use[] {
  const { program } = parseSync(path, text);
  const found: Use[] = [];
  const { ownerOf, constants } = declarations(program);
  new Visitor({
    JSXOpeningElement: ({ name, attributes, start }) => {
      const component = text.slice(name.start, name.end).split(".").at(-1) ?? "";
      for (const attribute of attributes) {
        if (
          attribute.type !== "JSXAttribute" ||
          !/^className$/.test(text.slice(attribute.name.start, attribute.name.end))
        )
          continue;
        if (!attribute.value) continue;
        const passesOn = namesIn(attribute.value).includes("className");
        const texts = textsIn(attribute.value, constants);
        found.push({ component, texts, passedOnBy: passesOn ? ownerOf(start) : null });
      }
    },
  }).visit(program);
  return found;
}

/** The component that a position is in, and the texts of the file's constants by name. */
function declarations(program: Node) {
  const components: { name: string; start: number; end: number }[] = [];
  const constants = new Map<string, string[]>();
  new Visitor({
    FunctionDeclaration: ({ id, start, end }) => void (id && components.push({ name: id.name, start, end })),
    VariableDeclarator: ({ id, init }) =>
      void (id.type === "Identifier" && init && constants.set(id.name, textsIn(init))),
  }).visit(program as never);
  const ownerOf = (at: number): string =>
    components.findLast(({ name, start, end }) => /^[A-Z]/.test(name) && start <= at && at < end)?.name ?? "";
  return { ownerOf, constants };
}

const namesIn = (node: object): string[] =>
  nodesIn(node).flatMap((each) => (each.type === "Identifier" ? each.name : []));

function textsIn(node: object, constants = new Map<string, string[]>()): string[] {
  return nodesIn(node).flatMap((each) => {
    if (each.type === "Literal" && typeof each.value === "string") return each.value;
    if (each.type === "TemplateLiteral") return each.quasis.map(({ value }) => value.cooked ?? "").join(" ");
    return each.type === "Identifier" ? (constants.get(each.name) ?? []) : [];
  });
}

/** A node and everything below it, without the conditions that choose between its values. */
function nodesIn(node: object): Node[] {
  if (Array.isArray(node)) return node.flatMap((each) => (each && typeof each === "object" ? nodesIn(each) : []));
  const below = Object.entries(node).flatMap(([key, value]) =>
    value && typeof value === "object" && key !== "test" ? nodesIn(value) : [],
  );
  return "type" in node && typeof node.type === "string" ? [node as Node, ...below] : below;
}
