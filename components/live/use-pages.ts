import { useCallback, useEffect, useRef, useState } from "react";

type Paging<Row> = {
  /** Rows per page. */
  size: number;
  /** Fetches the page after this row, or the first one. Passing another function resets the list. */
  load: (last: Row | undefined, signal: AbortSignal) => Promise<Row[]>;
};

/**
 * A paginated list, newest first; rows are undefined until the first page is loaded. Each call replaces one that is not
 * answered yet.
 */
export function usePages<Row>({ size, load }: Paging<Row>) {
  const [rows, setRows] = useState<Row[] | undefined>();
  const [state, setState] = useState<"ready" | "loading" | "failed">("loading");
  const [more, setMore] = useState(false);
  const asking = useRef<AbortController | null>(null);

  const extend = useCallback(
    async (shown: Row[]) => {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      setState("loading");
      try {
        const page = await load(shown.at(-1), controller.signal);
        if (controller.signal.aborted) return;
        setRows([...shown, ...page]);
        setMore(page.length === size);
        setState("ready");
      } catch {
        // Whatever the error, the user can retry.
        if (!controller.signal.aborted) setState("failed");
      }
    },
    [size, load],
  );

  useEffect(() => {
    void extend([]);
    return () => asking.current?.abort();
  }, [extend]);

  return { rows, state, more, reload: () => extend([]), older: () => extend(rows ?? []) };
}
