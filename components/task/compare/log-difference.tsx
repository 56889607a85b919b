import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { Section } from "@/components/task/compare/difference-table";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ScrollBox } from "@/components/ui/scroll-box";
import { toast } from "@/components/ui/toast";
import type { TaskDetail } from "@/lib/task/schema";
import type { ComparedLine, LogComparison } from "@/lib/task/schema/compare";

type LogDifferenceProps = {
  task: TaskDetail;
  /** The run to compare with. */
  other: number;
  /** Both logs. */
  beside: ReactNode;
  /** Shows a line of the task's log. */
  onJump: (line: number) => void;
};

/** How the logs differ, or both side by side. They are compared on request, because it takes the server a moment. */
export function LogDifference({ task, other, beside, onJump }: LogDifferenceProps) {
  const t = useTranslations("task");
  const problemText = useProblemText();
  const [shown, show] = useState<LogComparison | "beside" | null>(null);
  const [loading, setLoading] = useState(false);

  async function compare() {
    const params = { projectId: task.project_id, taskId: task.id };
    setLoading(true);
    try {
      show(await api("GET /project/:projectId/tasks/:taskId/compare/log", { params, query: { with: other } }));
    } catch (error) {
      toast.error(problemText(error));
    }
    setLoading(false);
  }
  return (
    <Section title={t("tabs.log")}>
      <div className="flex flex-wrap gap-2">
        {(shown === null || shown === "beside") && (
          <Button loading={loading} onClick={compare}>
            {t("compare.log")}
          </Button>
        )}
        {shown !== "beside" && <Button onClick={() => show("beside")}>{t("compare.beside")}</Button>}
      </div>
      {shown === "beside" && beside}
      {shown !== null && shown !== "beside" && <Found found={shown} onJump={onJump} />}
    </Section>
  );
}

function Found({ found, onJump }: { found: LogComparison; onJump: LogDifferenceProps["onJump"] }) {
  const t = useTranslations("task.compare");
  if (found.state !== "different")
    return (
      <p role="status" className="text-muted-foreground text-sm">
        {t(`logs.${found.state}`, { before: found.before, after: found.after })}
      </p>
    );
  return (
    <>
      <ScrollBox
        aria-label={t("log")}
        className="max-h-[60dvh] overflow-auto rounded-md bg-log py-1 font-mono text-log-foreground text-xs"
      >
        {found.passages.map((passage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: passages have no names of their own and never move
          <ol key={index} className={cn("w-max min-w-full", index > 0 && "border-border border-t border-dashed")}>
            {passage.map((line) => (
              <Line key={`${line.in} ${line.line}`} line={line} onJump={onJump} />
            ))}
          </ol>
        ))}
      </ScrollBox>
      {found.more && <p className="text-muted-foreground text-xs">{t("moreLog")}</p>}
    </>
  );
}

const LOOKS: Record<ComparedLine["in"], { sign: string; className: string }> = {
  before: { sign: "-", className: "bg-error-soft text-error-text" },
  after: { sign: "+", className: "bg-success-soft text-success-text" },
  both: { sign: " ", className: "" },
};

function Line({ line: { in: place, line, output }, onJump }: { line: ComparedLine; onJump: (line: number) => void }) {
  const t = useTranslations("task.failure");
  const { sign, className } = LOOKS[place];
  return (
    <li className={cn("flex min-h-4 whitespace-pre px-2", className)}>
      {place === "before" ? (
        <span className="w-12 shrink-0" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t("line", { line: line + 1 })}
          onClick={() => onJump(line)}
          className="w-12 shrink-0 pr-3 text-right tabular-nums hover:underline"
        >
          {line + 1}
        </button>
      )}
      {sign} {output}
    </li>
  );
}
