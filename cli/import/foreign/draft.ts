import type { BackupDocument } from "@/lib/backup/document";
import { beginning } from "@/lib/protocol/storable";

type Lists = Pick<
  BackupDocument,
  "keys" | "repositories" | "inventories" | "environments" | "views" | "templates" | "schedules"
>;
type Kind = keyof Lists;
type Entry<K extends Kind> = K extends "views"
  ? Lists["views"][number]
  : { name: string } & Partial<Omit<Lists[K][number], "name">>;

/** A file for the repository of the project's scripts. */
export type Script = {
  path: string;
  text: string;
  executable: boolean;
  /** The template that runs it. */
  template: string;
  /** What an earlier import wrote there for the same commands; null: nothing, or unknown. */
  was: string | null;
};

/** What the report says about something that did not map as it was, as a sentence. */
export type Findings = {
  /** Imported, but not exactly as it was. */
  changed: string[];
  /** Not imported. */
  left_out: string[];
  /** Values that the export does not contain. */
  fill_in: string[];
};

const MAX_NAME = 255;

/** A project that is being put together from another product's export, as a backup document. */
export class Draft implements Findings {
  readonly changed: string[] = [];
  readonly left_out: string[] = [];
  readonly fill_in: string[] = [];
  readonly scripts: Script[] = [];
  private readonly lists: { [K in Kind]: Entry<K>[] } = {
    keys: [],
    repositories: [],
    inventories: [],
    environments: [],
    views: [],
    templates: [],
    schedules: [],
  };

  constructor(
    readonly name: string,
    readonly origin: string,
  ) {}

  /** Adds an entry; one whose name is taken gets `hint` or a number in addition. Returns its name. */
  add<K extends Exclude<Kind, "views">>(kind: K, entry: Entry<K>, hint?: string): string {
    const name = freeName(new Set(this.lists[kind].map((other) => other.name)), entry.name, hint);
    this.lists[kind].push({ ...entry, name });
    return name;
  }

  /** The view of that title, added when it is first asked for. */
  view(title: string): string {
    const { views } = this.lists;
    if (!views.some((view) => view.title === title)) views.push({ title, position: views.length });
    return title;
  }

  /** The key for what needs no secret, added when it is first asked for. */
  noKey(): string {
    const none = this.lists.keys.find(({ type }) => type === "none");
    return none?.name ?? this.add("keys", { name: "None", type: "none" });
  }

  isEmpty(): boolean {
    return Object.values(this.lists).every((list) => list.length === 0);
  }

  /** The backup document; `inactive` turns off all its schedules. */
  document(inactive: boolean): Record<string, unknown> {
    const schedules = this.lists.schedules.map((schedule) => (inactive ? { ...schedule, active: false } : schedule));
    return { meta: { name: this.name }, ...this.lists, schedules };
  }
}

function freeName(taken: ReadonlySet<string>, wanted: string, hint: string | undefined): string {
  const name = beginning(wanted.trim(), MAX_NAME) || "Unnamed";
  if (!taken.has(name)) return name;
  const withEnding = (ending: string) => `${beginning(name, MAX_NAME - ending.length - 3)} (${ending})`;
  if (hint && !taken.has(withEnding(hint))) return withEnding(hint);
  for (let number = 2; ; number++) {
    const numbered = withEnding(hint ? `${hint} ${number}` : String(number));
    if (!taken.has(numbered)) return numbered;
  }
}
