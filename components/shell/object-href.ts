/** `name`: finds a thing without a page in its list; the lists of what belongs to no project are the administrators'. */
type Thing = { project_id: number | null; id: number; name: string };
type Place = (thing: Thing) => string;

const baseOf = ({ project_id }: Thing): string => (project_id === null ? "" : `/project/${project_id}`);

const page =
  (list: string): Place =>
  (thing) =>
    `${baseOf(thing)}/${list}/${thing.id}`;

const inList =
  (list: string): Place =>
  (thing) =>
    `${baseOf(thing)}/${list}${thing.name && `?${new URLSearchParams({ q: thing.name })}`}`;

const PLACES = {
  project: baseOf,
  template: page("templates"),
  view: (thing) => `${page("views")(thing)}/templates`,
  task: page("tasks"),
  state: page("states"),
  inventory: page("inventory"),
  environment: page("environment"),
  repository: page("repositories"),
  key: page("keys"),
  integration: page("integration"),
  schedule: inList("schedule"),
  user: (thing) => inList(thing.project_id === null ? "users" : "team")(thing),
  runner: inList("runners"),
} as const satisfies Record<string, Place>;

type PlaceKind = keyof typeof PLACES;

export const hasPlace = (kind: string): kind is PlaceKind => Object.hasOwn(PLACES, kind);

/** Where a thing is shown: on its page if it has one, else in its list. */
export const objectHref = (kind: PlaceKind, thing: Thing): string => PLACES[kind](thing);
