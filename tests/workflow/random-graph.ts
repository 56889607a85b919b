import { NODE_OPTIONS, WorkflowGraph } from "@/lib/workflow/schema";
import { dice } from "@/tests/backup/random-file";

const LETTERS = [..."aZ0 -_.:#'\"&*!|>%@`\\{}[],?~<=\n\t", "é", "日", "😀", "\u2028", "\u0085", "\u0007"];
const TRICKY = [
  "",
  "yes",
  "null",
  "~",
  "1.0",
  "0x1f",
  "2026-11-23",
  "- a",
  "a: b",
  `\${{ inputs.x }}`,
  " padded ",
  "a\n\nb\n",
  "#no",
];

/** A random graph as the schema stores it; `templateIds`: what its nodes run. */
export function randomGraph(seed: number, templateIds: readonly number[], most = 40): WorkflowGraph {
  const roll = dice(seed);
  const below = (limit: number) => Math.floor(roll() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const maybe = <Item>(make: () => Item): Item | null => (roll() < 0.5 ? make() : null);
  const flag = () => roll() < 0.5;
  const text = (length = 20): string =>
    roll() < 0.4 ? pick(TRICKY) : Array.from({ length: below(length) }, () => pick(LETTERS)).join("");
  const json = (depth = 2): unknown => {
    const kind = below(depth > 0 ? 7 : 5);
    if (kind === 5) return Array.from({ length: below(4) }, () => json(depth - 1));
    if (kind === 6) return Object.fromEntries(Array.from({ length: below(4) }, () => [text(), json(depth - 1)]));
    return [null, flag(), below(1000), roll() * 1e6 - 5e5, text()][kind];
  };
  const value = () =>
    pick([() => ({ value: json() }), () => ({ expression: `x${text()}` }), () => ({ secret: "inputs.pass-word" })])();
  const values = (names: readonly string[]) =>
    Object.fromEntries(names.filter(() => roll() < 0.3).map((name) => [name, value()]));
  const keys = Array.from({ length: 1 + below(most) }, (_, index) => `${pick(["build", "a_b", "x"])}_${index}`);
  const base = (key: string) => ({
    key,
    name: text(),
    join: pick(["all", "any"]),
    position: maybe(() => ({ x: below(2000) - 1000, y: roll() * 500 })),
  });
  const nodes = keys.map((key) =>
    pick([
      () => ({
        ...base(key),
        kind: "template",
        template_id: pick(templateIds),
        answers: values(["region", "a.b", "größe", "value", text()]),
        options: values(NODE_OPTIONS),
        matrix: maybe(() => ({ items: value(), parallel: below(5), fail_fast: flag() })),
        retry: maybe(() => ({
          count: 1 + below(20),
          pause_seconds: below(60),
          growth: 1 + roll(),
          reasons: ["exit_code"],
        })),
        continue_on_failure: flag(),
        final: flag(),
      }),
      () => ({
        ...base(key),
        kind: "approval",
        text: text(80),
        roles: ["owner", "manager"].filter(flag),
        user_ids: [3, 7].filter(flag),
        not_starter: flag(),
        deadline_seconds: below(3) * 3600,
        on_deadline: pick(["approve", "reject"]),
      }),
      () => ({
        ...base(key),
        kind: "wait",
        seconds: below(3) * 30,
        until: maybe(() => ({ time: "08:30", zone: "UTC" })),
      }),
    ])(),
  );
  const edges = Array.from({ length: below(2 * most) }, () => ({
    from: pick(keys),
    to: pick(keys),
    on: pick(["success", "failure", "always"]),
    condition: maybe(() => text()) ?? "",
  }));
  return WorkflowGraph.parse({ nodes, edges });
}
