import { UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Entry } from "@/components/shell/palette/entry";
import { useOpenLog } from "@/components/shell/palette/use-task-commands";
import { useShell } from "@/components/shell/shell-context";
import { useApprovals } from "@/components/workflow/approval/approvals-provider";

/** What the user may approve or reject now. */
export function useApprovalEntries(): Entry[] {
  const t = useTranslations("workflow.approval");
  const { show } = useShell();
  const { approvals } = useApprovals();
  const openLog = useOpenLog();
  return approvals.map(({ project_id, project_name, task_id, template_name, node_key, node_name }) => ({
    id: `approval ${task_id} ${node_key}`,
    group: "actions",
    icon: <UserCheck />,
    label: `${t("approve")} / ${t("reject")} #${task_id}`,
    name: `${template_name} · ${node_name || node_key}`,
    place: project_name,
    quiet: true,
    run: () => {
      show(null);
      openLog(task_id, project_id);
    },
  }));
}
