import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { readTogether } from "@/db/read-together";
import { accessKeys } from "@/db/schema/access-keys";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import type { Run } from "@/lib/task/compare/run";

type NameOf = (id: number | null | undefined) => string;

/** The names that what runs refer to has today; of what is deleted, the number. */
export type Names = { key: NameOf; inventory: NameOf; environment: NameOf };

export async function readNames(db: Db, runs: readonly Run[]): Promise<Names> {
  const ids = <Id>(of: (run: Run) => (Id | null | undefined)[]) => [
    ...new Set(runs.flatMap(of).filter((id) => id !== null && id !== undefined)),
  ];
  const read = await readTogether(db, {
    keys: db
      .select({ id: accessKeys.id, name: accessKeys.name })
      .from(accessKeys)
      .where(isOneOf(accessKeys.id, ids(keysOf))),
    inventories: db
      .select({ id: inventories.id, name: inventories.name })
      .from(inventories)
      .where(
        isOneOf(
          inventories.id,
          ids(({ snapshot }) => [snapshot.inventory?.id]),
        ),
      ),
    environments: db
      .select({ id: environments.id, name: environments.name })
      .from(environments)
      .where(isOneOf(environments.id, ids(environmentsOf))),
  });
  return {
    key: nameIn(read.keys),
    inventory: nameIn(read.inventories),
    environment: nameIn(read.environments),
  };
}

const keysOf = ({ snapshot: { repository, inventory, template } }: Run) => [
  repository?.ssh_key_id,
  inventory?.ssh_key_id,
  inventory?.become_key_id,
  ...template.vaults.map(({ vault_key_id }) => vault_key_id),
];

const environmentsOf = ({ snapshot }: Run) => [
  snapshot.environment?.id,
  ...(snapshot.further_environments ?? []).map(({ id }) => id),
];

function nameIn(rows: readonly { id: number; name: string }[]): NameOf {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null || id === undefined ? "" : (names.get(id) ?? `#${id}`));
}
