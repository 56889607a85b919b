import { numbered } from "@/lib/backup/rules";
import { type Entry, isEntry, KINDS, type ListName } from "@/lib/backup/rules/kinds";

/** Where the entries of each list name themselves and others, and in which list those are; `*` is every item. */
const NAMES: Record<ListName, Record<string, ListName>> = {
  keys: { name: "keys" },
  repositories: { name: "repositories", ssh_key: "keys" },
  inventories: { name: "inventories", ssh_key: "keys", become_key: "keys", repository: "repositories" },
  environments: { name: "environments" },
  views: { title: "views" },
  templates: {
    name: "templates",
    inventory: "inventories",
    repository: "repositories",
    environment: "environments",
    "environments.*": "environments",
    view: "views",
    build_template: "templates",
    state_of: "templates",
    vault_key: "keys",
    "vaults.*.vault_key": "keys",
    "graph.nodes.*.template": "templates",
    "graph.nodes.*.options.inventory": "inventories",
    "graph.nodes.*.options.environment": "environments",
  },
  schedules: {
    name: "schedules",
    template: "templates",
    repository: "repositories",
    checkable_repository: "repositories",
    inventory: "inventories",
    environment: "environments",
  },
  integrations: {
    name: "integrations",
    template: "templates",
    auth_secret: "keys",
    inventory: "inventories",
    environment: "environments",
  },
};

const LISTS = Object.keys(NAMES) as ListName[];

/** What a name that the file writes for an entry of the list becomes. */
export type Rename = (list: ListName, name: string) => string;

export const trimName: Rename = (_list, name) => name.trim();

/** A file as it was read, with other names, in the entries as in what refers to them. */
function renamed(file: Entry, rename: Rename): Entry {
  const lists = LISTS.filter((list) => Object.hasOwn(file, list)).map((list) => {
    const places = Object.entries(NAMES[list]);
    const change = (entries: unknown, [path, meant]: (typeof places)[number]) =>
      changedAt(entries, ["*", ...path.split(".")], (name) => rename(meant, name));
    return [list, places.reduce(change, file[list])];
  });
  return { ...file, ...Object.fromEntries(lists) };
}

/** A copy with the texts at a place changed; the value itself if none is. */
function changedAt(value: unknown, [step, ...rest]: string[], change: (text: string) => string): unknown {
  if (step === undefined) return typeof value === "string" ? change(value) : value;
  if (typeof value !== "object" || value === null) return value;
  const changes = (step === "*" ? Object.keys(value) : [step]).flatMap((key) => {
    if (!Object.hasOwn(value, key)) return [];
    const before: unknown = Reflect.get(value, key);
    const after = changedAt(before, rest, change);
    return after === before ? [] : [[key, after] as const];
  });
  if (changes.length === 0) return value;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, after] of changes) Reflect.set(copy, key, after);
  return copy;
}

/** The file without leading and trailing spaces in names. Some may then repeat. */
export const withTrimmedNames = (file: unknown): unknown => (isEntry(file) ? renamed(file, trimName) : file);

/** An entry whose name got a number, and how the file writes the name. */
export type NumberedName = { path: string; was: string };

/**
 * The file without leading and trailing spaces in names, where names that differ only in those get numbers, as other
 * repeated names do. What refers to one of them still means it.
 */
export function withNumberedNames(file: Entry): { file: Entry; rename: Rename; numbered: NumberedName[] } {
  const names = new Map<ListName, ReadonlyMap<string, string>>(
    KINDS.map((list) => [list, numberedNames(namesIn(file, list).map(({ was }) => was))]),
  );
  const rename: Rename = (list, name) => names.get(list)?.get(name) ?? name.trim();
  const changes = KINDS.flatMap((list) => namesIn(file, list).filter(({ was }) => rename(list, was) !== was.trim()));
  return { file: renamed(file, rename), rename, numbered: changes };
}

function namesIn(file: Entry, list: ListName): NumberedName[] {
  const entries: unknown = file[list];
  const field = list === "views" ? "title" : "name";
  return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, at) => {
    const was = isEntry(entry) ? entry[field] : null;
    return typeof was === "string" ? [{ path: `${list}.${at}.${field}`, was }] : [];
  });
}

/** Those without such spaces keep their names. */
function numberedNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names.filter((name) => name === name.trim()));
  const numbers = new Map<string, number>();
  const unique = (name: string): string => {
    if (name === "" || taken.size < taken.add(name).size) return name;
    for (let number = (numbers.get(name) ?? 1) + 1; ; number++) {
      const next = numbered(name, " - ", number);
      numbers.set(name, number);
      if (taken.size < taken.add(next).size) return next;
    }
  };
  return new Map([...new Set(names)].map((name) => [name, name === name.trim() ? name : unique(name.trim())]));
}
