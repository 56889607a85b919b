import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Time } from "@/components/format/time";
import { useReasonText } from "@/components/integration/delivery/delivery-verdict";
import { RefusalText } from "@/components/problem/refusal-text";
import type { Column } from "@/components/table/columns/column";
import { TaskLink } from "@/components/task/task-link";
import { Badge } from "@/components/ui/badge";
import type { Delivery } from "@/lib/integration/schema";

const VARIANTS = {
  started: "success",
  unmatched: "neutral",
  unauthorized: "error",
  refused: "amber",
  failed: "error",
  unused: "outline",
} as const;

/** `named`: rows of several integrations show which one. */
export function useDeliveryColumns(projectId: number, named: boolean): Column<Delivery>[] {
  const t = useTranslations("integration.delivery");
  const integration: Column<Delivery> = {
    key: "integration",
    header: t("integration"),
    cell: ({ integration_name }) => integration_name ?? <Dash />,
  };
  return [
    { key: "created", header: t("time"), width: 170, cell: ({ created }) => <Time value={created} /> },
    {
      key: "outcome",
      header: t("outcome"),
      width: 150,
      card: "status",
      cell: ({ outcome }) => <Badge variant={VARIANTS[outcome]}>{t(`outcomes.${outcome}`)}</Badge>,
    },
    ...(named ? [integration] : []),
    {
      key: "reason",
      header: t("reason"),
      cell: (delivery) => <Reason delivery={delivery} />,
    },
    {
      key: "task",
      header: t("task"),
      width: 90,
      cell: ({ task_id }) => (task_id === null ? <Dash /> : <TaskLink projectId={projectId} taskId={task_id} />),
    },
  ];
}

/** Why it started no task, and how often it came. */
function Reason({ delivery }: { delivery: Delivery }) {
  const { reason, detail, repeats, replay_of } = delivery;
  const t = useTranslations("integration.delivery");
  const reasonText = useReasonText();
  if (!reason && !detail && repeats === 0 && replay_of === null) return <Dash />;
  return (
    <span className="wrap-anywhere inline-flex flex-wrap gap-x-2 whitespace-normal">
      {reason && <span>{reasonText(reason, detail)}</span>}
      {detail && (
        <span className="text-muted-foreground">
          <RefusalText refusal={delivery} />
        </span>
      )}
      {repeats > 0 && <span className="text-muted-foreground">{t("repeats", { count: repeats })}</span>}
      {replay_of !== null && <span className="text-muted-foreground">{t("replayed")}</span>}
    </span>
  );
}
