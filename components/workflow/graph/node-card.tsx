import { Flag, Grid3x3, Hourglass, RotateCw, SkipForward, UserCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/app/app-icon";
import { formatDuration } from "@/components/format/format-duration";
import { cn } from "@/components/ui/cn";
import { sizeOf } from "@/components/workflow/graph/layout";
import type { WorkflowNode } from "@/lib/workflow/schema";

/** What a template node runs; undefined or without a name if it was deleted. */
export type NodeTemplate = { name: string; app: string } | undefined;

/** Colour of a card's border and ground; without one it is quiet. */
export type CardTone = "running" | "amber" | "error" | "success";

const TONES: Record<CardTone, string> = {
  running: "border-running bg-card",
  amber: "border-amber bg-amber-soft",
  error: "border-error/60 bg-error-soft",
  success: "border-success/50 bg-card",
};

type NodeCardProps = {
  node: WorkflowNode;
  template: NodeTemplate;
  tone?: CardTone | null;
  selected?: boolean;
  /** It does not take part. */
  dimmed?: boolean;
  /** At the end of the first line, such as a state. */
  end?: ReactNode;
  /** Instead of what the node says about itself. */
  detail?: ReactNode;
  /** Below, in the room that an approval's card has. */
  children?: ReactNode;
};

/** A node as it is drawn in the editor and in a run. */
export function NodeCard({ node, template, tone, selected, dimmed, end, detail, children }: NodeCardProps) {
  return (
    <div
      data-node={node.key}
      style={sizeOf(node)}
      className={cn(
        "flex flex-col gap-1 overflow-hidden rounded-lg border px-3 py-2 text-left text-sm transition-colors",
        tone ? TONES[tone] : "border-input bg-card",
        dimmed && "border-dashed bg-transparent text-muted-foreground",
        node.kind === "template" && node.final && "border-dashed",
        selected && "outline-2 outline-ring",
      )}
    >
      <div className="flex min-w-0 items-center gap-2">
        <NodeIcon node={node} template={template} />
        <span className="min-w-0 flex-1 truncate font-medium" title={node.name || node.key}>
          {node.name || node.key}
        </span>
        {end}
      </div>
      <div className="flex min-w-0 items-center gap-2 text-muted-foreground text-xs">
        {detail ?? <NodeDetail node={node} template={template} />}
      </div>
      {children}
    </div>
  );
}

/** What a node does, as a picture: the application of its template. */
export function NodeIcon({ node, template }: { node: WorkflowNode; template: NodeTemplate }) {
  if (node.kind === "template") return <AppIcon app={template?.app ?? ""} />;
  const Icon = node.kind === "approval" ? UserCheck : Hourglass;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />;
}

/** What a node does, in a line: its template and how it is run, or how long it waits. */
export function NodeDetail({ node, template }: { node: WorkflowNode; template: NodeTemplate }) {
  const t = useTranslations("workflow");
  const locale = useLocale();
  if (node.kind === "approval") return <span className="truncate">{t("kinds.approval")}</span>;
  if (node.kind === "wait") {
    const { until, seconds } = node;
    // NaN: what was typed is no duration.
    const length = until ? `${until.time} ${until.zone}` : formatDuration((seconds || 0) * 1_000, locale);
    return <span className="truncate">{length}</span>;
  }
  return (
    <>
      <span className="min-w-0 flex-1 truncate" title={template?.name}>
        {template?.name || t("reasons.template_missing")}
      </span>
      {node.matrix && <Mark icon={<Grid3x3 />} label={t("kinds.matrix")} />}
      {node.retry && <Mark icon={<RotateCw />} label={t("kinds.retry", { count: node.retry.count })} />}
      {node.continue_on_failure && <Mark icon={<SkipForward />} label={t("kinds.continue")} />}
      {node.final && <Mark icon={<Flag />} label={t("kinds.final")} />}
    </>
  );
}

const Mark = ({ icon, label }: { icon: ReactNode; label: string }) => (
  <span role="img" aria-label={label} title={label} className="shrink-0 [&_svg]:size-3.5">
    {icon}
  </span>
);
