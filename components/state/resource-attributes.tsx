import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { SensitiveMark, ValueText } from "@/components/state/value-text";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import type { StateOutput } from "@/lib/state/schema";

type ResourceAttributesProps = { projectId: number; stateId: number; versionId: number; address: string };

/** The attributes of one resource, fetched on request; sensitive ones without their values. */
export function ResourceAttributes({ address, ...params }: ResourceAttributesProps) {
  const t = useTranslations("state");
  const { attributes, failure } = useAttributes({ address, ...params });
  if (failure !== null) return <Alert variant="error">{failure}</Alert>;
  if (!attributes) return <Skeleton className="m-4 h-16" />;
  if (attributes.length === 0) return <p className="px-4 py-3 text-muted-foreground text-sm">{t("noAttributes")}</p>;
  return (
    <dl
      aria-label={t("attributes")}
      className="grid max-h-96 gap-x-6 gap-y-1.5 overflow-y-auto px-4 py-3 text-sm md:grid-cols-[max-content_1fr]"
    >
      {attributes.map(({ name, sensitive, value }) => (
        <div key={name} className="contents">
          <dt className="wrap-anywhere font-mono text-muted-foreground text-xs leading-5">{name}</dt>
          <dd className="min-w-0 whitespace-normal">{sensitive ? <SensitiveMark /> : <ValueText value={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function useAttributes({ projectId, stateId, versionId, address }: ResourceAttributesProps) {
  const problemText = useProblemText();
  const [attributes, setAttributes] = useState<StateOutput[]>();
  const [failure, setFailure] = useState<string | null>(null);
  const fail = useEffectEvent((thrown: unknown) => setFailure(problemText(thrown)));
  useEffect(() => {
    const leaving = new AbortController();
    setAttributes(undefined);
    setFailure(null);
    api("GET /project/:projectId/states/:stateId/versions/:versionId/attributes", {
      params: { projectId, stateId, versionId },
      query: { address },
      signal: leaving.signal,
    }).then(
      ({ resources }) => setAttributes(resources.flatMap((resource) => resource.attributes)),
      (thrown) => !leaving.signal.aborted && fail(thrown),
    );
    return () => leaving.abort();
  }, [projectId, stateId, versionId, address]);
  return { attributes, failure };
}
