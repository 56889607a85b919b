import type { Call, Route } from "@/lib/client/client";

/** A list of the console. */
export type List = {
  /** Under which its settings are remembered. */
  name: string;
  /** Reads it from the API, which also exports it; a list without one cannot be exported. */
  source?: {
    route: Route;
    call: object;
    /** The fields that tell its rows apart; by default their id. */
    key?: string[];
    /** Without its ending. */
    fileName: string;
  };
  /** Only some of the source's rows are given to the table. */
  isPart?: boolean;
  /** The table's rows are the newest of the source's, as the API has them: what it exports, it reads first. */
  isPage?: boolean;
};

type ListRoute = Extract<Route, `GET ${string}`>;

/** A list that the API serves. Those of all projects have the same settings. `key`: the fields that `keyOf` joins. */
export const listOf = <R extends ListRoute>(route: R, call: Call<R>, key?: string[]): List => {
  const path = route.replace(/^GET \/|\/:\w+/g, "");
  return {
    name: path.replaceAll("/", "_"),
    source: { route, call, key, fileName: path.slice(path.lastIndexOf("/") + 1) },
  };
};

type Given<Row> = { list: List; rows: readonly Row[] | undefined; rowKey: (row: Row) => string | number };

/** The keys of the rows to export when a search or filter left out others; null: all. */
export function exportedKeys<Row>(found: readonly Row[], { list, rows, rowKey }: Given<Row>): string[] | null {
  if (found.length === rows?.length && !list.isPart) return null;
  return found.map((row) => encodeURIComponent(rowKey(row)));
}
