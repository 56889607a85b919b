"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { apiGet } from "@/components/api-client";
import { Skeleton } from "@/components/ui/skeleton";
import { type DeliveryVerdict, DeliveryDetail as Detail } from "@/lib/integration/schema";

type DeliveryDetailProps = { projectId: number; deliveryId: number };

/** Under a row of the inbox: what came, and how each matcher judged it. */
export function DeliveryDetail({ projectId, deliveryId }: DeliveryDetailProps) {
  const t = useTranslations("integration.delivery");
  const [detail, setDetail] = useState<Detail | "failed" | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    apiGet(`/api/project/${projectId}/integrations/deliveries/${deliveryId}`, Detail, leaving.signal).then(
      setDetail,
      () => leaving.signal.aborted || setDetail("failed"),
    );
    return () => leaving.abort();
  }, [projectId, deliveryId]);

  if (detail === null) return <Skeleton className="m-4 h-4 w-80 max-w-full" />;
  if (detail === "failed") return <p className="px-4 py-3 text-error-text text-sm">{t("notLoaded")}</p>;
  return (
    <div className="grid gap-4 px-4 py-3 text-sm md:grid-cols-2">
      {detail.verdict && <Verdict verdict={detail.verdict} />}
      <Part title={t("headers")}>
        <Text>
          {Object.entries(detail.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
        </Text>
      </Part>
      <Part title={t("body")}>
        <Text>{detail.body}</Text>
        {detail.body_cut && <p className="text-muted-foreground text-xs">{t("bodyCut")}</p>}
      </Part>
    </div>
  );
}

function Verdict({ verdict: { matchers, values } }: { verdict: DeliveryVerdict }) {
  const t = useTranslations("integration");
  const found = Object.entries(values);
  return (
    <Part title={t("matchers")}>
      <ul className="grid gap-1">
        {matchers.map(({ id, name, ok, actual }) => (
          <li key={id} className="wrap-anywhere flex items-start gap-2">
            {ok ? (
              <Check role="img" aria-label={t("delivery.matches")} className="size-4 shrink-0 text-success-text" />
            ) : (
              <X role="img" aria-label={t("delivery.differs")} className="size-4 shrink-0 text-error-text" />
            )}
            {name}
            {actual !== null && <code className="font-mono text-muted-foreground text-xs">{actual}</code>}
          </li>
        ))}
        {found.map(([variable, value]) => (
          <li key={variable} className="wrap-anywhere font-mono text-xs">
            {variable}={value}
          </li>
        ))}
      </ul>
    </Part>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-1 font-medium">{title}</h3>
    {children}
  </section>
);

const Text = ({ children }: { children: string }) => (
  <pre className="max-h-72 overflow-auto rounded-md border border-border bg-card p-2 font-mono text-xs">{children}</pre>
);
