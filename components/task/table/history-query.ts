import type { Call } from "@/lib/client/client";
import { isInstant, MAX_SEARCH } from "@/lib/protocol/query";
import { TASK_STATUSES, TASK_TRIGGERS } from "@/lib/protocol/status";

/** The id of the list, which the days above it lead to. */
export const HISTORY_LIST = "tasks";

/** Rows per page; one more is fetched, to know whether there are others. */
export const HISTORY_PAGE = 20;

/** Parameters of the history's URL; those of a page are ids of tasks. */
export const HISTORY_PARAMS = [
  "q",
  "before",
  "after",
  "status",
  "template",
  "user",
  "trigger",
  "since",
  "until",
  "version",
] as const;

type HistoryParam = (typeof HISTORY_PARAMS)[number];
export type HistoryFilter = Partial<Record<HistoryParam, string>>;

type Query = NonNullable<Call<"GET /project/:projectId/tasks/last">["query"]>;

/** The parameters that are set; ids that are none are ignored. */
export function readFilter(get: (name: HistoryParam) => string | null | undefined): HistoryFilter {
  const entries = HISTORY_PARAMS.map((name) => [name, get(name)?.trim()] as const);
  return Object.fromEntries(
    entries.filter(([name, value]) => value && (!IDS.has(name) || /^[1-9]\d{0,8}$/.test(value))),
  );
}

const IDS: ReadonlySet<string> = new Set(["before", "after", "template", "user"]);

/** Whether it selects tasks, and not only a page. */
export const selects = ({ before: _, after: __, ...filter }: HistoryFilter): boolean => Object.keys(filter).length > 0;

/** Names of the filters that are set, beside the search. */
export const chosenIn = ({ q: _, before: __, after: ___, ...chosen }: HistoryFilter): string[] => Object.keys(chosen);

/** What selects tasks, without the page: as it is saved. */
export function printFilter({ before: _, after: __, ...filter }: HistoryFilter): string {
  return new URLSearchParams(filter).toString();
}

/** What the API is asked for: it refuses what it cannot read, which an address may have. */
export const queryOf = ({ q, before, after, template, user, status, trigger, ...rest }: HistoryFilter): Query => ({
  search: shortOf(q),
  version: shortOf(rest.version),
  since: momentOf(rest.since),
  until: momentOf(rest.until),
  before: idOf(before),
  after: idOf(after),
  template_id: idOf(template),
  user_id: idOf(user),
  status: TASK_STATUSES.find((known) => known === status),
  trigger: TASK_TRIGGERS.find((known) => known === trigger),
  limit: HISTORY_PAGE + 1,
});

const shortOf = (text: string | undefined) =>
  text && text.length <= MAX_SEARCH && !text.includes("\0") ? text : undefined;

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

const momentOf = (text = ""): string | undefined =>
  MOMENT.test(text) && isInstant(text) ? new Date(text).toISOString() : undefined;

const idOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

export type HistoryPage<Row> = { rows: Row[]; newer: boolean; older: boolean };

/** The page in a reply of up to one row more than it holds. */
export function pageOf<Row>(fetched: Row[], { before, after }: HistoryFilter): HistoryPage<Row> {
  const more = fetched.length > HISTORY_PAGE;
  if (after !== undefined && before === undefined)
    return { rows: more ? fetched.slice(1) : fetched, newer: more, older: true };
  return { rows: fetched.slice(0, HISTORY_PAGE), newer: before !== undefined, older: more };
}
