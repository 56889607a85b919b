import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/dialog/copy-button";
import { stateHref } from "@/components/state/state-summary";
import { printed, SensitiveMark, ValueText } from "@/components/state/value-text";
import type { TaskDetail } from "@/lib/task/schema";

type TaskOutputsProps = {
  projectId: number;
  state: TaskDetail["state"];
  outputs: TaskDetail["outputs"];
};

/** The outputs of a task, collapsed; sensitive or long ones of a state are on its page. */
export function TaskOutputs({ projectId, state, outputs }: TaskOutputsProps) {
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
            <dd className="flex min-w-0 items-start gap-1">
              {!sensitive && value !== undefined ? (
                <>
                  <ValueText value={value} />
                  <CopyButton value={printed(value)} />
                </>
              ) : (
                <HiddenValue projectId={projectId} state={state}>
                  {sensitive ? <SensitiveMark /> : t("tooLong")}
                </HiddenValue>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type HiddenValueProps = Pick<TaskOutputsProps, "projectId" | "state"> & { children: ReactNode };

function HiddenValue({ projectId, state, children }: HiddenValueProps) {
  if (state === null || state.version === null) return children;
  const { id, workspace } = state;
  return (
    <Link href={stateHref(projectId, id, { workspace })} prefetch={false} className="rounded-sm">
      {children}
    </Link>
  );
}
