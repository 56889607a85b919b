import type { Output, Resource, StateFacts } from "@/lib/state/rules/parts";

/** Names only: what an attribute was and is may be secret. */
export type Difference = {
  added: string[];
  removed: string[];
  changed: { address: string; attributes: string[] }[];
  outputs: string[];
};

/** What happened to resources and outputs between two versions. */
export function differenceOf(
  before: Pick<StateFacts, "resources" | "outputs">,
  after: Pick<StateFacts, "resources" | "outputs">,
): Difference {
  const was = new Map(before.resources.map((resource) => [resource.address, resource]));
  const is = new Map(after.resources.map((resource) => [resource.address, resource]));
  return {
    added: [...is.keys()].filter((address) => !was.has(address)),
    removed: [...was.keys()].filter((address) => !is.has(address)),
    changed: after.resources.flatMap((resource) => {
      const attributes = changedAttributes(was.get(resource.address), resource);
      return attributes.length > 0 ? [{ address: resource.address, attributes }] : [];
    }),
    outputs: changedOutputs(before.outputs, after.outputs),
  };
}

function changedAttributes(before: Resource | undefined, after: Resource): string[] {
  return before ? changedKeys(before.attributes, after.attributes) : [];
}

const changedOutputs = (before: Output[], after: Output[]): string[] => changedKeys(byName(before), byName(after));

const byName = (outputs: Output[]) => Object.fromEntries(outputs.map(({ name, value }) => [name, value]));

function changedKeys(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort();
}
