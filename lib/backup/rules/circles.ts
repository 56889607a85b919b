type Edge = { from: string; to: string };

/** The positions of the edges that close a circle: without these, every edge leads forward. */
export function closingEdges(nodes: readonly { key: string }[], edges: readonly Edge[]): number[] {
  const closing: number[] = [];
  const entered = new Map<string, "open" | "left">();
  const leading = new Map<string, [at: number, to: string][]>();
  for (const [at, { from, to }] of edges.entries()) leading.set(from, [...(leading.get(from) ?? []), [at, to]]);
  const enter = (key: string): void => {
    entered.set(key, "open");
    for (const [at, to] of leading.get(key) ?? []) {
      if (entered.get(to) === "open") closing.push(at);
      else if (!entered.has(to)) enter(to);
    }
    entered.set(key, "left");
  };
  const targets = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : to)));
  const first = nodes.filter(({ key }) => !targets.has(key));
  for (const { key } of [...first, ...nodes]) if (!entered.has(key)) enter(key);
  return closing.sort((a, b) => a - b);
}
