import type { Call, Route } from "@/lib/client/client";

/** A list of the console. */
export type List = {
  /** Under which its settings are remembered. */
  name: string;
  /** Reads it from the API, which also exports it; a list without one cannot be exported. */
  source?: { route: Route; call: object };
  /** Only some of the source's rows are given to the table. */
  isPart?: boolean;
};

type ListRoute = Extract<Route, `GET ${string}`>;

/** A list that the API serves. Those of all projects have the same settings. */
export const listOf = <R extends ListRoute>(route: R, call: Call<R>): List => ({
  name: route.replace(/^GET \/|\/:\w+/g, "").replaceAll("/", "_"),
  source: { route, call },
});

type Given<Row> = { list: List; rows: readonly Row[] | undefined; rowKey: (row: Row) => string | number };

/** The keys of the rows to export when a search or filter left out others, if the API knows rows by them; null: all. */
export function exportedKeys<Row>(found: readonly Row[], { list, rows, rowKey }: Given<Row>): string[] | null {
  if (found.length === rows?.length && !list.isPart) return null;
  const keys = found.map((row) => String(rowKey(row)));
  return keys.every((key) => /^[\w.-]+$/.test(key)) ? keys : null;
}
