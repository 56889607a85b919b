import { useTranslations } from "next-intl";
import { answersOf, argumentsOf } from "@/components/task/task-inputs";
import { Badge } from "@/components/ui/badge";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { TaskDetail } from "@/lib/task/schema";

const FLAGS = ["debug", "dry_run", "diff"] as const;
const SWITCHES = ["plan", "auto_approve", "destroy"] as const;
const TEXTS = ["limit", "git_branch", "playbook"] as const;

/** The options in which this task differs from its template. */
export function TaskOptions({ task }: { task: TaskDetail }) {
  const t = useTranslations("task.options");
  const labels = [
    ...FLAGS.filter((flag) => task[flag]).map((flag) => t(flag)),
    ...SWITCHES.filter((name) => task.params[name]).map((name) => t(name)),
    ...TEXTS.filter((name) => task[name]).map((name) => t("withValue", { name: t(name), value: task[name] ?? "" })),
    ...(["tags", "skip_tags"] as const)
      .filter((name) => task.params[name])
      .map((name) => t("withValue", { name: t(name), value: task.params[name] ?? "" })),
    ...(task.arguments ? [t("withValue", { name: t("arguments"), value: argumentsOf(task.arguments).join(" ") })] : []),
    ...answersOf(task.environment).map(([name, value]) => t("answer", { name, value })),
  ];
  if (labels.length === 0) return null;
  return (
    <ScrollBox aria-label={t("label")} className="max-h-13 overflow-y-auto">
      <ul aria-label={t("label")} className="flex flex-wrap gap-1">
        {labels.map((label) => (
          <li key={label} className="min-w-0 max-w-full">
            <Badge variant="outline" title={label} className="block max-w-96 truncate leading-5.5">
              {label}
            </Badge>
          </li>
        ))}
      </ul>
    </ScrollBox>
  );
}
