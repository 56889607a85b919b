import { useCallback, useEffect, useState } from "react";

type Paging<Row> = {
  /** Rows per page. */
  size: number;
  /** Fetches the page after this row, or the first one. Passing another function resets the list. */
  load: (last: Row | undefined, signal?: AbortSignal) => Promise<Row[]>;
};

/** A paginated list, newest first; rows are undefined until the first page is loaded. */
export function usePages<Row>({ size, load }: Paging<Row>) {
  const [rows, setRows] = useState<Row[] | undefined>();
  const [state, setState] = useState<"ready" | "loading" | "failed">("loading");
  const [more, setMore] = useState(false);

  const extend = useCallback(
    async (shown: Row[], signal?: AbortSignal) => {
      setState("loading");
      try {
        const page = await load(shown.at(-1), signal);
        setRows([...shown, ...page]);
        setMore(page.length === size);
        setState("ready");
      } catch {
        // Whatever the error, the user can retry.
        if (!signal?.aborted) setState("failed");
      }
    },
    [size, load],
  );

  useEffect(() => {
    const leaving = new AbortController();
    void extend([], leaving.signal);
    return () => leaving.abort();
  }, [extend]);

  return { rows, state, more, reload: () => extend([]), older: () => extend(rows ?? []) };
}
