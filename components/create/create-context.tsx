import { createContext, useContext, useMemo, useState } from "react";
import type { CreateEntry } from "@/components/form/choice/option";
import { useProblemText } from "@/components/problem/use-problem-text";
import { usePermission } from "@/components/task/use-permission";
import { toast } from "@/components/ui/toast";
import type { Environment } from "@/lib/environment/schema";
import type { InventoryType } from "@/lib/inventory/rules";
import type { Inventory } from "@/lib/inventory/schema";
import type { Key, KeyType } from "@/lib/key/schema";
import type { Repository } from "@/lib/repository/schema";
import type { View } from "@/lib/view/schema";

/** What a form is opened for: the item given, or a new one, and who receives that. `type`: the one that it starts with. */
export type FormRequest =
  | { kind: "key"; item?: Key; type?: KeyType; onCreated?: (key: Key) => void }
  | { kind: "repository"; id?: number; onCreated?: (repository: Repository) => void }
  | { kind: "inventory"; id?: number; type: InventoryType; onCreated?: (inventory: Inventory) => void }
  | { kind: "environment"; id?: number; onCreated?: (environment: Environment) => void }
  | { kind: "schedule" }
  | { kind: "view"; onCreated: (view: View) => void };

/** Opens the form over the page; rejects if it can't be loaded. */
export type StartCreating = (request: FormRequest) => Promise<void>;

/** Null where nothing can be created: outside the console, and in a sheet over another sheet. */
export const CreateContext = createContext<StartCreating | null>(null);

/**
 * A select's items and its last entry, which creates another and selects it; no entry for users who may not create any.
 * `known` includes items created meanwhile, which the page itself doesn't know before its next refresh.
 */
export function useCreatable<Item extends { id: number }>(
  items: readonly Item[],
  label: string,
  request: (receive: (item: Item) => void) => FormRequest,
) {
  const start = useContext(CreateContext);
  const mayCreate = usePermission("manageResources");
  const problemText = useProblemText();
  const [created, setCreated] = useState<Item[]>([]);
  const known = useMemo(
    () => [...items, ...created.filter(({ id }) => items.every((item) => item.id !== id))],
    [items, created],
  );
  const add = (item: Item) => setCreated((before) => [...before, item]);

  function open(choose: (id: number) => void) {
    const receive = (item: Item) => {
      add(item);
      choose(item.id);
    };
    start?.(request(receive)).catch((thrown) => toast.error(problemText(thrown)));
  }

  const create: CreateEntry | undefined = start && mayCreate ? { label: `${label}…`, open } : undefined;
  return { known, add, create };
}
