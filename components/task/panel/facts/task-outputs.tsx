import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { stateHref } from "@/components/state/state-summary";
import { SensitiveMark, ValueText } from "@/components/state/value-text";
import type { TaskDetail } from "@/lib/task/schema";

type TaskOutputsProps = {
  projectId: number;
  state: NonNullable<TaskDetail["state"]>;
  outputs: TaskDetail["outputs"];
};

/** The outputs of a task, collapsed; sensitive or long ones are on the state's page. */
export function TaskOutputs({ projectId, state: { id, workspace }, outputs }: TaskOutputsProps) {
  const t = useTranslations("state");
  if (outputs.length === 0) return null;
  return (
    <details className="group text-sm">
      <summary className="flex list-none items-center gap-1 rounded-sm font-medium text-xs hover:underline [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-3.5 text-muted-foreground group-open:rotate-90" />
        {t("outputsCount", { count: outputs.length })}
      </summary>
      <dl className="mt-1.5 grid max-h-48 gap-x-5 gap-y-1 overflow-y-auto sm:grid-cols-[max-content_1fr]">
        {outputs.map(({ name, sensitive, value }) => (
          <div key={name} className="contents">
            <dt className="wrap-anywhere font-mono text-muted-foreground text-xs leading-5">{name}</dt>
            <dd className="min-w-0">
              {!sensitive && value !== undefined ? (
                <ValueText value={value} />
              ) : (
                <Link href={stateHref(projectId, id, { workspace })} prefetch={false} className="rounded-sm">
                  {sensitive ? <SensitiveMark /> : t("tooLong")}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
