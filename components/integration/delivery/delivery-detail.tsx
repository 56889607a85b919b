import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api-client";
import { DeliveryPart, DeliveryVerdict } from "@/components/integration/delivery/delivery-verdict";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Skeleton } from "@/components/ui/skeleton";
import type { DeliveryDetail as Detail } from "@/lib/integration/schema";

type DeliveryDetailProps = { projectId: number; deliveryId: number };

/** Details below a row of the inbox: the request, and the result of each matcher. */
export function DeliveryDetail({ projectId, deliveryId }: DeliveryDetailProps) {
  const t = useTranslations("integration.delivery");
  const [detail, setDetail] = useState<Detail | "failed" | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const params = { projectId, deliveryId };
    api("GET /project/:projectId/integrations/deliveries/:deliveryId", { params, signal: leaving.signal }).then(
      setDetail,
      () => leaving.signal.aborted || setDetail("failed"),
    );
    return () => leaving.abort();
  }, [projectId, deliveryId]);

  if (detail === null) return <Skeleton className="m-4 h-4 w-80 max-w-full" />;
  if (detail === "failed") return <p className="px-4 py-3 text-error-text text-sm">{t("notLoaded")}</p>;
  return (
    <div className="grid gap-4 px-4 py-3 text-sm md:grid-cols-2">
      {detail.verdict && <DeliveryVerdict verdict={detail.verdict} />}
      <DeliveryPart title={t("headers")}>
        <Text label={t("headers")}>
          {Object.entries(detail.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
        </Text>
      </DeliveryPart>
      <div className="min-w-0 md:col-span-2">
        <DeliveryPart title={t("body")}>
          <Text label={t("body")}>{detail.body}</Text>
          {detail.body_cut && <p className="text-muted-foreground text-xs">{t("bodyCut")}</p>}
        </DeliveryPart>
      </div>
    </div>
  );
}

const Text = ({ label, children }: { label: string; children: string }) => (
  <ScrollBox aria-label={label} className="max-h-72 overflow-auto rounded-md border border-border bg-card p-2">
    <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">{children}</pre>
  </ScrollBox>
);
