import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useTaskResult } from "@/components/task/state/use-task-result";
import { Alert } from "@/components/ui/alert";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Skeleton } from "@/components/ui/skeleton";

type ResultPanelProps<Value> = {
  taskId: number;
  load: (signal: AbortSignal) => Promise<Value>;
  children: (value: Value) => ReactNode;
};

/** A tab whose content is fetched when it is shown. */
export function ResultPanel<Value>({ taskId, load, children }: ResultPanelProps<Value>) {
  const label = useTranslations("task.tabs")("label");
  const { value, failure } = useTaskResult(taskId, load);
  return (
    <ScrollBox aria-label={label} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {failure !== null && (
        <Alert variant="error" className="m-3">
          {failure}
        </Alert>
      )}
      {value !== null && children(value)}
      {value === null && failure === null && <Skeleton className="m-4 h-24" />}
    </ScrollBox>
  );
}
