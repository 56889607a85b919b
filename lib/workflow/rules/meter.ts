import type { ASTNode } from "@marcbachmann/cel-js";

/**
 * Characters and items that one evaluation may make. A few operators can make a text of half a gigabyte out of outputs that
 * are small themselves, faster than any time limit: each value is counted when it is made, and a list of texts with
 * them, because joining it would make one text of all.
 */
const MOST_MADE = 8_000_000;

/** They only pass on what is there. */
const PASSING: ReadonlySet<string> = new Set(["id", ".", "[]", "value"]);

let left = 0;

/** Runs an evaluation of metered nodes. Throws when it makes too much. */
export function metered<Result>(evaluate: () => Result): Result {
  left = MOST_MADE;
  return evaluate();
}

/** Counts what the node makes. The library assigns `evaluate` again when it has checked the types of a node. */
export function meter(node: ASTNode): void {
  if (PASSING.has(node.op)) return;
  let evaluate: unknown = Reflect.get(node, "evaluate");
  function counted(this: unknown, ...args: unknown[]): unknown {
    const made: unknown = Reflect.apply(evaluate as () => unknown, this, args);
    left -= sizeOf(made);
    if (left < 0) throw new Error("the expression makes too much text");
    return made;
  }
  Object.defineProperty(node, "evaluate", {
    get: () => counted,
    set: (assigned: unknown) => {
      evaluate = assigned;
    },
  });
}

function sizeOf(made: unknown): number {
  if (typeof made === "string") return made.length;
  if (!Array.isArray(made)) return 1;
  return made.reduce((sum: number, item) => sum + (typeof item === "string" ? item.length + 1 : 1), 1);
}
