import { useTranslations } from "next-intl";
import { appFamily } from "@/lib/protocol/app";
import type { LaunchField } from "@/lib/template/rules/launch";

const NAMES = {
  message: "message",
  build_task_id: "buildVersion",
  git_branch: "branch",
  limit: "limit",
  tags: "tags",
  skip_tags: "skipTags",
  arguments: "arguments",
  debug: "debug",
  dry_run: "dryRun",
  diff: "diff",
  plan: "plan",
  destroy: "destroy",
  auto_approve: "autoApprove",
} as const;

/** The label of a task's field in the start dialog. */
export function useTaskFieldName(): (field: LaunchField | "auto_approve", app: string) => string {
  const t = useTranslations();
  return (field, app) => {
    if (field === "environment_id") return t("template.form.environment");
    if (field === "inventory_id")
      return t(`template.form.${appFamily(app) === "terraform" ? "workspace" : "inventory"}`);
    return t(`task.form.${NAMES[field]}`);
  };
}
