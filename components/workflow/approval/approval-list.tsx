"use client";

import { UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { ApprovalRow } from "@/components/workflow/approval/approval-row";
import { useApprovals } from "@/components/workflow/approval/approvals-provider";

/** Everything that the user may decide now, in all projects. */
export function ApprovalList() {
  const t = useTranslations("workflow.approval");
  const { approvals } = useApprovals();
  if (approvals.length === 0) return <EmptyState icon={<UserCheck />} text={t("none")} />;
  return (
    <ul aria-label={t("mine")} className="divide-y divide-border rounded-lg border border-border bg-card">
      {approvals.map((approval) => (
        <li key={`${approval.task_id} ${approval.node_key}`}>
          <ApprovalRow approval={approval} across />
        </li>
      ))}
    </ul>
  );
}
