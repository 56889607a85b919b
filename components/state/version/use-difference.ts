import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import type { Difference } from "@/lib/state/schema";

type Compared = { projectId: number; stateId: number; versionId: number; from: number | undefined };

/** `isEncrypted`: one of the two versions can't be compared, which may be on another page of the list. */
type Failure = { text: string; isEncrypted: boolean };

/** The difference between two versions; `from` defaults to the previous one. */
export function useDifference({ projectId, stateId, versionId, from }: Compared) {
  const problemText = useProblemText();
  const [difference, setDifference] = useState<Difference>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const fail = useEffectEvent((thrown: unknown) => {
    setFailure({ text: problemText(thrown), isEncrypted: thrown instanceof ApiError && thrown.status === 409 });
  });
  useEffect(() => {
    const leaving = new AbortController();
    setDifference(undefined);
    setFailure(null);
    api("GET /project/:projectId/states/:stateId/versions/:versionId/changes", {
      params: { projectId, stateId, versionId },
      query: { from_id: from },
      signal: leaving.signal,
    }).then(setDifference, (thrown) => !leaving.signal.aborted && fail(thrown));
    return () => leaving.abort();
  }, [projectId, stateId, versionId, from]);
  return { difference, failure };
}
