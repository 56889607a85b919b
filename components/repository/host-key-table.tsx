"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyConfirmDialog } from "@/components/dialog/lazy-confirm-dialog";
import { Time } from "@/components/format/time";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { forgetHostKeys } from "@/lib/repository/actions";
import type { HostKey } from "@/lib/repository/schema";

type HostKeyTableProps = { projectId: number; hostKeys: HostKey[]; mayManage: boolean };

/** The trusted host keys; resource managers can remove one. */
export function HostKeyTable({ projectId, hostKeys, mayManage }: HostKeyTableProps) {
  const t = useTranslations("hostKey");
  const router = useRouter();
  const [forgetting, setForgetting] = useState({ open: false, host: "" });
  const columns = useHostKeyColumns(mayManage ? (host) => setForgetting({ open: true, host }) : null);
  return (
    <>
      <DataTable
        label={t("title")}
        list={listOf("GET /project/:projectId/host_keys", { params: { projectId } }, ["host", "key_type"])}
        rows={hostKeys}
        columns={columns}
        rowKey={({ host, key_type }) => `${host} ${key_type}`}
        urlKey="hosts"
        empty={{ text: t("none") }}
      />
      <LazyConfirmDialog
        open={forgetting.open}
        onOpenChange={(open) => setForgetting({ ...forgetting, open })}
        title={t("forgetTitle")}
        question={t("forgetQuestion", { host: forgetting.host })}
        confirmLabel={t("forget")}
        destructive
        confirm={() => forgetHostKeys({ projectId, host: forgetting.host })}
        onDone={() => router.refresh()}
      />
    </>
  );
}

/** `forget`: null without permission. */
function useHostKeyColumns(forget: ((host: string) => void) | null): Column<HostKey>[] {
  const t = useTranslations("hostKey");
  const shown: Column<HostKey>[] = [
    {
      key: "host",
      header: t("host"),
      cell: ({ host }) => <span className="break-all font-medium">{host}</span>,
      sort: ({ host }) => host,
    },
    { key: "key_type", header: t("type"), cell: ({ key_type }) => key_type, card: "meta" },
    {
      key: "fingerprint",
      header: t("fingerprint"),
      cell: ({ fingerprint }) => <span className="whitespace-normal break-all font-mono text-xs">{fingerprint}</span>,
    },
    {
      key: "created",
      header: t("since"),
      cell: ({ created }) => <Time value={created} clockFirst />,
      sort: ({ created }) => created,
    },
  ];
  if (forget === null) return shown;
  const button = ({ host }: HostKey) => (
    <Button size="sm" aria-label={t("forgetHost", { host })} onClick={() => forget(host)}>
      {t("forget")}
    </Button>
  );
  return [
    ...shown,
    { key: "forget", header: t("forget"), headerHidden: true, align: "right", card: "status", cell: button },
  ];
}
