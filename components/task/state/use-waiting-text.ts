import { useTranslations } from "next-intl";
import type { WaitingFor } from "@/lib/queue/schema";

/** At most so many tasks are named. */
const NAMED = 5;

/** Says why a task waits. */
export function useWaitingText(): (reason: WaitingFor | null) => string {
  const t = useTranslations();
  const list = (ids: number[]) => {
    const named = ids
      .slice(0, NAMED)
      .map((id) => `#${id}`)
      .join(", ");
    return ids.length > NAMED ? t("task.andMore", { tasks: named, count: ids.length - NAMED }) : named;
  };
  return (reason) => {
    if (!reason) return t("task.waitingForRunner");
    switch (reason.code) {
      case "project_limit":
        return t("waitingFor.project_limit", { limit: reason.limit, tasks: list(reason.held_by) });
      case "state_busy":
        return reason.holder === undefined
          ? t("waitingFor.state_busy", { tasks: list(reason.held_by) })
          : t("waitingFor.state_locked", { holder: reason.holder });
      case "template_busy":
      case "template_order":
        return t(`waitingFor.${reason.code}`, { tasks: list(reason.held_by) });
      case "no_tool":
        return t("waitingFor.no_tool", { tool: reason.tool });
      case "no_tag":
        return t("waitingFor.no_tag", { tag: reason.tag });
      default:
        return t(`waitingFor.${reason.code}`);
    }
  };
}
