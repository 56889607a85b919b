import { type Entry, isEntry, type ListName } from "@/lib/backup/rules/kinds";
import type { ReportedKind } from "@/lib/backup/schema/report";
import { parseJson } from "@/lib/protocol/json-text";
import { beginning } from "@/lib/protocol/storable";

/** An object or a list of a backup file that is being adjusted. */
export type Holder = Record<string, unknown> | unknown[];

/** The lists of a file and what an object in each is called. */
export const LIST_KINDS = {
  keys: "key",
  repositories: "repository",
  inventories: "inventory",
  environments: "environment",
  views: "view",
  templates: "template",
  schedules: "schedule",
  integrations: "integration",
} as const satisfies Record<ListName, ReportedKind>;

/** The fields by which templates, and what starts them, name what decides about a run. */
export type NamingField = "template" | "repository" | "inventory" | "environment";

const isListName = (name: string): name is ListName => Object.hasOwn(LIST_KINDS, name);
export const LIST_NAMES = Object.keys(LIST_KINDS).filter(isListName);

/** A place in the file that an issue names. */
export type Spot = {
  kind: ReportedKind;
  /** The list that the entry is in; null for what is in none. */
  list: ListName | null;
  /** The object that has the place; the file itself for what is in no list. */
  entry: Holder;
  /** What a reader knows the entry by. */
  name: string;
  /** The steps from the entry to the place. */
  path: string[];
  /** The steps below a text, such as the name of a variable in its JSON. */
  below: string[];
  /** The path without positions in lists: `survey_vars.name`. */
  pattern: string;
  value: unknown;
};

/** Marks what is left out until the end of the round, so that the positions of the others stay as the issues name them. */
const LEFT_OUT = Symbol("left out");

const childOf = (value: unknown, step: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;

/** The name of a field may have dots, like those between the steps. */
function firstStep(value: object, steps: string[]): string {
  const names = steps.map((_, at) => steps.slice(0, steps.length - at).join("."));
  return names.find((name) => Object.hasOwn(value, name)) ?? steps[0] ?? "";
}

/** A backup file as it was read, changed in place. */
export class Draft {
  /** Applications that this server doesn't know, to be added as inactive ones. */
  readonly newApps = new Set<string>();
  /** The last number given to a repeated name. */
  readonly counters = new Map<string, number>();
  readonly #names = new Map<string, Set<unknown>>();
  readonly #users = new Map<string, Map<unknown, Entry[]>>();
  readonly #cutLists = new Set<unknown[]>();
  readonly #texts = new Map<Holder, Map<string, { spot: Spot; variables: Entry }>>();
  readonly #numbers = new WeakMap<object, number>();

  constructor(readonly file: Entry) {
    for (const name of LIST_NAMES) this.#number(this.list(name));
  }

  /** The entries of a list that are objects. */
  list(name: ListName): Entry[] {
    const list = this.file[name];
    return Array.isArray(list) ? list.filter(isEntry) : [];
  }

  /** The entries of a list that are objects, with their positions in the file. */
  entries(name: ListName): [at: number, entry: Entry][] {
    const list = this.file[name];
    return Array.isArray(list) ? [...list.entries()].filter((each): each is [number, Entry] => isEntry(each[1])) : [];
  }

  #number(entries: Entry[]): void {
    for (const [at, entry] of entries.entries()) this.#numbers.set(entry, at + 1);
  }

  /** What a reader knows the object by. */
  nameOf(entry: Holder): string {
    if (entry === this.file) return nameIn(this.file.meta) ?? "";
    return nameIn(entry) ?? `#${this.#numbers.get(entry) ?? ""}`;
  }

  add(name: ListName, entry: Entry): void {
    const list = this.file[name];
    if (Array.isArray(list)) list.push(entry);
    else this.file[name] = [entry];
    this.names(name, "name").add(entry.name);
  }

  /** The place as far as it exists; null if it was left out already. */
  at(path: string): Spot | null {
    const [first = "", position = "", ...rest] = path === "" ? [] : path.split(".");
    const list = isListName(first) && position !== "" ? first : null;
    const entry = list ? childOf(this.file[list], position) : this.file;
    if (list && entry === LEFT_OUT) return null;
    const holder = isEntry(entry) || Array.isArray(entry) ? entry : null;
    if (list && !holder) return this.#spot(list, this.file, [list, position]);
    const steps = list ? rest : path === "" ? [] : path.split(".");
    return this.#spot(list, holder ?? this.file, steps);
  }

  #spot(list: ListName | null, entry: Holder, steps: string[]): Spot | null {
    const path: string[] = [];
    let value: unknown = entry;
    let below = steps;
    while (below.length > 0 && typeof value === "object" && value !== null) {
      const step = firstStep(value, below);
      path.push(step);
      below = below.slice(step.split(".").length);
      value = childOf(value, step);
      if (value === LEFT_OUT) return null;
    }
    const pattern = path.filter((step) => !/^\d+$/.test(step)).join(".");
    const kind = list && entry !== this.file ? LIST_KINDS[list] : "project";
    return { kind, list, entry, path, below, pattern, value, name: this.nameOf(entry) };
  }

  /** Replaces the value at a place; undefined removes it. */
  set({ entry, path }: Pick<Spot, "entry" | "path">, value: unknown): void {
    const holder = path.slice(0, -1).reduce<unknown>(childOf, entry);
    const last = path.at(-1);
    if (typeof holder !== "object" || holder === null || last === undefined) return;
    if (value !== undefined) Reflect.set(holder, last, value);
    else if (Array.isArray(holder)) this.#cut(holder, last);
    else Reflect.deleteProperty(holder, last);
  }

  /** The variables in the JSON text of a place, to be changed in place: the text is written once, when the round ends. */
  variablesIn(spot: Spot): Entry | null {
    const texts = this.#texts.get(spot.entry) ?? new Map<string, { spot: Spot; variables: Entry }>();
    const place = spot.path.join(".");
    const known = texts.get(place);
    if (known) return known.variables;
    const variables = typeof spot.value === "string" ? parseJson(spot.value) : undefined;
    if (!isEntry(variables)) return null;
    this.#texts.set(spot.entry, texts.set(place, { spot, variables }));
    return variables;
  }

  #cut(list: unknown[], position: string): void {
    list[Number(position)] = LEFT_OUT;
    this.#cutLists.add(list);
  }

  /** Leaves out the entry of the list that the path leads into. */
  leaveOut(list: ListName, path: string): void {
    const entries = this.file[list];
    if (Array.isArray(entries)) this.#cut(entries, path.split(".")[1] ?? "");
  }

  /** The values of a field in a list, which are read once for each round. */
  names(list: ListName, field: string): Set<unknown> {
    const key = `${list}.${field}`;
    const known = this.#names.get(key) ?? new Set(this.list(list).map((entry) => entry[field]));
    this.#names.set(key, known);
    return known;
  }

  /** The entries of a list that name another in a field, or in a node of their graph; they are read once for each round. */
  users(list: ListName, field: NamingField, name: unknown): Entry[] {
    const key = `${list}.${field}`;
    const known = this.#users.get(key) ?? byNames(this.list(list), field);
    this.#users.set(key, known);
    return known.get(name) ?? [];
  }

  /** Ends a round: changed texts are written, and what was left out is removed. */
  compact(): void {
    for (const texts of this.#texts.values())
      for (const { spot, variables } of texts.values()) this.set(spot, JSON.stringify(variables));
    this.#texts.clear();
    for (const list of this.#cutLists) {
      const kept = list.filter((item) => item !== LEFT_OUT);
      list.splice(0, list.length, ...kept);
    }
    this.#cutLists.clear();
    this.#users.clear();
    this.#names.clear();
  }
}

function byNames(entries: Entry[], field: NamingField): Map<string, Entry[]> {
  const users = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const name of new Set(namesIn(entry, field))) {
      const group = users.get(name);
      if (group) group.push(entry);
      else users.set(name, [entry]);
    }
  }
  return users;
}

function namesIn(entry: Entry, field: NamingField): string[] {
  const { graph, environments } = entry;
  const nodes = isEntry(graph) && isEntry(graph.nodes) ? Object.values(graph.nodes).filter(isEntry) : [];
  const listed = field === "environment" && Array.isArray(environments) ? environments : [];
  const inNodes = nodes.flatMap((node) => [node, node.options]).map((part) => (isEntry(part) ? part[field] : null));
  return [entry[field], ...listed, ...inNodes].filter((name) => typeof name === "string");
}

function nameIn(value: unknown): string | null {
  if (!isEntry(value)) return null;
  const name = [value.name, value.title, value.template].find((text) => typeof text === "string" && text.trim() !== "");
  return typeof name === "string" ? beginning(name, 255) : null;
}
