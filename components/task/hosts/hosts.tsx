import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useState } from "react";
import { SearchBox } from "@/components/table/search-box";
import { countStates, FAILURES, filterMatrix, withFirst } from "@/components/task/hosts/host-states";
import { MatrixGrid } from "@/components/task/hosts/matrix-grid";
import { RerunPart } from "@/components/task/hosts/rerun-button";
import { ResultPane } from "@/components/task/hosts/result-pane";
import { StateFilter } from "@/components/task/hosts/state-filter";
import { useMatrix } from "@/components/task/hosts/use-matrix";
import { usePlace } from "@/components/task/hosts/use-place";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { TaskPending } from "@/components/task/panel/task-pending";
import { usePermission } from "@/components/task/use-permission";
import { EmptyState } from "@/components/ui/empty-state";
import type { HostState } from "@/lib/protocol/events";
import { isFinal } from "@/lib/protocol/status";
import type { TaskMatrix } from "@/lib/task/schema/events";

/** The result of every step on every host. */
export function Hosts({ task, onJump }: TabPanelProps) {
  const { matrix, problem, retry } = useMatrix(task);
  if (!matrix) {
    return <TaskPending view={problem === null ? { state: "loading" } : { state: "failed", problem }} retry={retry} />;
  }
  return <LoadedHosts {...{ task, matrix, onJump }} />;
}

function LoadedHosts({ task, matrix, onJump }: TabPanelProps & { matrix: TaskMatrix }) {
  const t = useTranslations();
  const [text, setText] = useState("");
  const [states, setStates] = useState<readonly HostState[]>([]);
  const wanted = useDeferredValue(text);
  const failures = useMemo(() => filterMatrix(matrix, { text: "", states: FAILURES }), [matrix]);
  const isOver = isFinal(task.status);
  const shown = useMemo(() => {
    const { hosts, steps } = filterMatrix(matrix, { text: wanted, states });
    // Only then: until the end, rows would move while somebody points at them.
    return { hosts: isOver ? withFirst(hosts, failures.hosts) : hosts, steps };
  }, [matrix, wanted, states, failures, isOver]);
  const counts = useMemo(() => countStates(matrix), [matrix]);
  const mayRun = usePermission("runTasks");
  const isFiltered = wanted !== "" || states.length > 0;
  const again = (isFiltered ? shown : failures).hosts.map(({ name }) => name);
  const [place, goTo] = usePlace();
  const step = place.step === null ? undefined : matrix.steps[place.step];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2 sm:px-4">
        <SearchBox value={text} onChange={setText} placeholder={t("task.matrix.search")} />
        <StateFilter counts={counts} chosen={states} onChange={setStates} />
        {mayRun && isOver && again.length > 0 && (
          <RerunPart task={task} part={{ hosts: again }} label={t("task.matrix.rerun", { count: again.length })} />
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        {shown.hosts.length === 0 || shown.steps.length === 0 ? (
          <EmptyState text={t("common.noMatch")} className="flex-1" />
        ) : (
          <MatrixGrid {...shown} place={place} onChoose={(host, number) => goTo({ host, step: number })} />
        )}
        {place.host !== null && step && (
          <ResultPane
            key={`${place.host} ${step.number}`}
            {...{ task, step, onJump }}
            host={place.host}
            events={matrix.events}
            onClose={() => goTo({ host: null, step: null })}
          />
        )}
      </div>
    </div>
  );
}
