import { useEffect, useState } from "react";

type Loaded<Input> = { state: "loading" } | { state: "loaded"; defaults: Input } | { state: "failed"; problem: string };

/** A form's initial values: given, or fetched when the form appears. `problemText` says why fetching failed. */
export function useDefaults<Input>(source: Input | (() => Promise<Input>), problemText: (thrown: unknown) => string) {
  const load = isLoader(source) ? source : null;
  const [loaded, setLoaded] = useState<Loaded<Input>>(() =>
    isLoader(source) ? { state: "loading" } : { state: "loaded", defaults: source },
  );
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function on every render must not load again
  useEffect(() => {
    if (!load) return;
    let current = true;
    setLoaded({ state: "loading" });
    load().then(
      (defaults) => current && setLoaded({ state: "loaded", defaults }),
      (thrown) => current && setLoaded({ state: "failed", problem: problemText(thrown) }),
    );
    return () => {
      current = false;
    };
  }, [attempt]);

  return { loaded, retry: () => setAttempt((count) => count + 1) };
}

const isLoader = <Input>(source: Input | (() => Promise<Input>)): source is () => Promise<Input> =>
  typeof source === "function";
