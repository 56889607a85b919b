"use client";

import { Inbox, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { api } from "@/components/api-client";
import { DeliveryDetail } from "@/components/integration/delivery/delivery-detail";
import { ReplayButton } from "@/components/integration/delivery/replay-button";
import { TrialButton } from "@/components/integration/delivery/trial-button";
import { useDeliveryColumns } from "@/components/integration/delivery/use-delivery-columns";
import { usePages } from "@/components/live/use-pages";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Delivery } from "@/lib/integration/schema";

const PAGE_SIZE = 20;

type DeliveryInboxProps = {
  projectId: number;
  /** Null: the whole project, including deliveries that matched no integration. */
  integrationId: number | null;
  mayManage: boolean;
};

/** Incoming webhook deliveries and their results. */
export function DeliveryInbox({ projectId, integrationId, mayManage }: DeliveryInboxProps) {
  const t = useTranslations("integration.delivery");
  const columns = useDeliveryColumns(projectId, integrationId === null);
  const load = useCallback(
    (last: Delivery | undefined, signal: AbortSignal) => {
      const query = { integration_id: integrationId ?? undefined, limit: PAGE_SIZE, before: last?.id };
      return api("GET /project/:projectId/integrations/deliveries", { params: { projectId }, query, signal });
    },
    [projectId, integrationId],
  );
  const { rows, state, more, reload, older } = usePages({ size: PAGE_SIZE, load });
  return (
    <section aria-label={t("title")}>
      <header className="mb-2 flex min-h-8 items-center justify-between gap-4">
        <h2 className="font-medium text-base">{t("title")}</h2>
        <Button loading={state === "loading"} onClick={reload}>
          <RefreshCw />
          {t("refresh")}
        </Button>
      </header>
      {state === "failed" && (
        <Alert variant="error" className="mb-2">
          {t("notLoaded")}
        </Alert>
      )}
      <DataTable
        label={t("title")}
        list={{
          ...listOf("GET /project/:projectId/integrations/deliveries", {
            params: { projectId },
            query: { integration_id: integrationId ?? undefined },
          }),
          isPage: true,
        }}
        rows={state === "failed" ? (rows ?? []) : rows}
        columns={columns}
        rowKey={({ id }) => id}
        urlKey="delivery"
        actions={
          mayManage
            ? (delivery) =>
                delivery.integration_id !== null && (
                  <>
                    <TrialButton projectId={projectId} deliveryId={delivery.id} />
                    <ReplayButton projectId={projectId} delivery={delivery} onReplayed={reload} />
                  </>
                )
            : undefined
        }
        expand={mayManage ? ({ id }) => <DeliveryDetail projectId={projectId} deliveryId={id} /> : undefined}
        empty={{ text: t("none"), icon: <Inbox /> }}
      />
      {more && (
        <Button variant="ghost" className="mt-2" disabled={state === "loading"} onClick={older}>
          {t("older")}
        </Button>
      )}
    </section>
  );
}
