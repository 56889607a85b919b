import { useLocale, useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { durationText, formatClock } from "@/components/format/format-duration";
import { useNow } from "@/components/format/use-now";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { TaskPending } from "@/components/task/panel/task-pending";
import { cn } from "@/components/ui/cn";
import { ScrollBox } from "@/components/ui/scroll-box";
import { nodesInOrder } from "@/components/workflow/graph/order";
import { shownStatus, statesOf } from "@/components/workflow/run/run-state";
import { lengthOf, type Span, spansOf, ticksOf, wholeSpan } from "@/components/workflow/run/spans";
import { NodeStatusSvg, NodeStatusText } from "@/components/workflow/run/status-mark";
import { useWorkflowRun } from "@/components/workflow/run/use-workflow-run";
import { isFinal } from "@/lib/protocol/status";
import type { NodeState, WorkflowRun } from "@/lib/task/schema/workflow";
import type { WorkflowNode } from "@/lib/workflow/schema";

type Row = { node: WorkflowNode; state: NodeState; waited: Span | null; worked: Span | null };

/** When each node of a run waited and worked. */
export function RunTimeline({ task }: TabPanelProps) {
  const { run, problem, refetch } = useWorkflowRun(task);
  const label = useTranslations("task.tabs")("timeline");
  const now = useNow(isFinal(task.status) ? null : 1_000).getTime();
  if (!run) {
    return (
      <TaskPending view={problem === null ? { state: "loading" } : { state: "failed", problem }} retry={refetch} />
    );
  }
  const rows = rowsOf(run, now);
  const whole = wholeSpan(run.nodes, now);
  return (
    <ScrollBox aria-label={label} className="min-h-0 flex-1 overflow-y-auto p-3 sm:p-4">
      {whole && <Bars {...{ rows, whole }} />}
      <Times rows={rows} />
    </ScrollBox>
  );
}

function rowsOf(run: WorkflowRun, now: number): Row[] {
  const states = statesOf(run);
  return nodesInOrder(run.graph).flatMap((node) => {
    const state = states.get(node.key);
    return state ? [{ node, state, ...spansOf(state, node.kind, now) }] : [];
  });
}

/** A picture; the table says the same. */
function Bars({ rows, whole }: { rows: Row[]; whole: Span }) {
  const t = useTranslations("status");
  const ticks = ticksOf(lengthOf(whole));
  const share = (length: number) => `${(100 * length) / lengthOf(whole)}%`;
  return (
    <div aria-hidden="true" className="max-md:hidden">
      <div className="flex gap-4 pb-2 text-muted-foreground text-xs">
        <Legend label={t("waiting")} className={WAITED} />
        {rows.some(({ state }) => state.status === "running") && <Legend label={t("running")} className="bg-running" />}
      </div>
      <div className="grid grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)] gap-x-3 text-sm">
        <span />
        <div className="relative mb-1 h-4 text-muted-foreground text-xs tabular-nums">
          {ticks.map((tick) => (
            <span key={tick} className="absolute border-border border-l pl-1" style={{ left: share(tick) }}>
              {formatClock(tick)}
            </span>
          ))}
        </div>
        {rows.map(({ node, state, waited, worked }) => (
          <div key={node.key} className="col-span-2 grid grid-cols-subgrid items-center border-border border-t">
            <span className="flex h-8 min-w-0 items-center gap-2">
              <NodeStatusSvg status={shownStatus(state, node.kind)} size={12} />
              <span className="truncate" title={node.name || node.key}>
                {node.name || node.key}
              </span>
            </span>
            <div className="relative h-4">
              {waited && <Bar {...{ whole, share }} span={waited} className={WAITED} />}
              {worked && <Bar {...{ whole, share }} span={worked} className={COLOURS[state.status] ?? "bg-running"} />}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

const WAITED = "bg-waiting-soft ring-1 ring-waiting/50 ring-inset";
const COLOURS: Partial<Record<NodeState["status"], string>> = {
  success: "bg-success",
  failed: "bg-error",
  stopped: "bg-waiting",
};

type BarProps = { span: Span; whole: Span; share: (length: number) => string; className: string };

const Bar = ({ span, whole, share, className }: BarProps) => (
  <span
    className={cn("absolute inset-y-0 min-w-0.5 rounded-sm", className)}
    style={{ left: share(span.from - whole.from), width: share(lengthOf(span)) }}
  />
);

const Legend = ({ label, className }: { label: string; className: string }) => (
  <span className="flex items-center gap-1.5">
    <span className={cn("h-3 w-5 rounded-sm", className)} />
    {label}
  </span>
);

/** For screen readers and phones. */
function Times({ rows }: { rows: Row[] }) {
  const t = useTranslations();
  const locale = useLocale();
  const text = (span: Span | null) => (span ? durationText(lengthOf(span), "words", locale) : <Dash />);
  return (
    <table className="w-full text-sm md:sr-only">
      <thead className="text-left text-muted-foreground text-xs">
        <tr>
          <th className="py-1 font-normal">{t("workflow.resume.nodes")}</th>
          <th className="py-1 pl-3 font-normal">{t("status.waiting")}</th>
          <th className="py-1 pl-3 font-normal">{t("status.running")}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {rows.map(({ node, state, waited, worked }) => (
          <tr key={node.key}>
            <th scope="row" className="py-2 text-left font-normal">
              <span className="wrap-anywhere block">{node.name || node.key}</span>
              <NodeStatusText status={shownStatus(state, node.kind)} className="text-xs" />
            </th>
            <td className="whitespace-nowrap py-2 pl-3 align-top tabular-nums">{text(waited)}</td>
            <td className="whitespace-nowrap py-2 pl-3 align-top tabular-nums">{text(worked)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
