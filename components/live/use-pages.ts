"use client";

import { useCallback, useEffect, useState } from "react";
import { apiRead } from "@/components/api-client";

type Paging<Row> = {
  /** Of the list in the API, with the query that chooses it. */
  path: string;
  /** Rows of a page. */
  size: number;
  /** What `before` has to say for the page after this row. */
  cursor: (last: Row) => string;
};

/** A list that comes page after page, newest first; rows are undefined until the first page is there. Keep `cursor` the same. */
export function usePages<Row>({ path, size, cursor }: Paging<Row>) {
  const [rows, setRows] = useState<Row[] | undefined>();
  const [state, setState] = useState<"ready" | "loading" | "failed">("loading");
  const [more, setMore] = useState(false);

  const load = useCallback(
    async (shown: Row[], signal?: AbortSignal) => {
      setState("loading");
      const query = new URLSearchParams({ limit: String(size) });
      const last = shown.at(-1);
      if (last) query.set("before", cursor(last));
      try {
        const page = await apiRead<Row[]>(`${path}${path.includes("?") ? "&" : "?"}${query}`, signal);
        setRows([...shown, ...page]);
        setMore(page.length === size);
        setState("ready");
      } catch {
        // Whatever it is, the reader can try again.
        if (!signal?.aborted) setState("failed");
      }
    },
    [path, size, cursor],
  );

  useEffect(() => {
    const leaving = new AbortController();
    void load([], leaving.signal);
    return () => leaving.abort();
  }, [load]);

  return { rows, state, more, reload: () => load([]), older: () => load(rows ?? []) };
}
