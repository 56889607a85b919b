import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { Names } from "@/components/form/code/language/language";

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

/** Suggests names as keys of objects and within the texts of lists; values of keys are the user's own. */
export async function completeNames(context: CompletionContext, names: Names): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/\w*/);
  if (!context.explicit && (typed === null || typed.from === typed.to)) return null;
  const node = syntaxTree(context.state).resolveInner(context.pos, -1);
  const from = typed?.from ?? context.pos;
  const write = writerAt(node, context.state.sliceDoc(from - 1, from) === '"');
  if (!write) return null;
  const known = await names().catch(() => []);
  return {
    from,
    options: known.map((label) => ({ label, type: "variable", apply: write(label) })),
    validFor: /^\w*$/,
  };
}

/**
 * How a name is written at the cursor: as it is inside of quotation marks, also if they are only opened. Null where it means
 * nothing.
 */
function writerAt(node: SyntaxNode, opened: boolean): ((name: string) => string) | null {
  if (node.name === "PropertyName") return (name) => name;
  const parent = node.type.isError ? node.parent : node;
  if (node.name === "String") return node.parent?.name === "Array" ? (name) => name : null;
  if (parent?.name === "Object") return (name) => `${opened ? name : `"${name}`}": `;
  if (parent?.name !== "Array") return null;
  return (name) => (opened ? name : `"${name}"`);
}
