import type { AwxExport, Credential, CredentialType, Inventory, InventorySource, NaturalKey, Project } from "./schema";

/** A natural key as text that is the same for the same object, whatever the order of its fields. */
export const idOf = (key: NaturalKey): string => JSON.stringify(sorted(key));

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}

/** The objects of an export by their natural keys; null for what it does not contain. */
export type Assets = {
  project: (key: NaturalKey | null) => Project | null;
  inventory: (key: NaturalKey | null) => Inventory | null;
  credential: (key: NaturalKey | null) => Credential | null;
  credentialType: (key: NaturalKey) => CredentialType | null;
  sourcesOf: (inventory: Inventory) => InventorySource[];
};

export function indexAssets(read: AwxExport): Assets {
  const sources = new Map<string, InventorySource[]>();
  for (const source of read.inventory_sources) {
    const id = source.inventory ? idOf(source.inventory) : "";
    sources.set(id, [...(sources.get(id) ?? []), source]);
  }
  return {
    project: finder(read.projects),
    inventory: finder(read.inventory),
    credential: finder(read.credentials),
    credentialType: finder(read.credential_types),
    sourcesOf: ({ natural_key }) => sources.get(idOf(natural_key)) ?? [],
  };
}

function finder<Asset extends { natural_key: NaturalKey }>(list: readonly Asset[]) {
  const byId = new Map(list.map((asset) => [idOf(asset.natural_key), asset]));
  return (key: NaturalKey | null): Asset | null => (key && byId.get(idOf(key))) ?? null;
}

/** The organization that owns an object; null: none. */
export const organizationOf = ({ natural_key }: { natural_key: NaturalKey }): string | null =>
  natural_key.organization?.name ?? null;
