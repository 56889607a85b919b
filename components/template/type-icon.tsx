import { Cog, Rocket, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { Hint } from "@/components/ui/hint";

/** A template's type as a message key; on the wire a plain task is "". */
export const typeKey = (type: string): "task" | "build" | "deploy" =>
  type === "build" || type === "deploy" ? type : "task";

const ICONS = { task: Cog, build: Wrench, deploy: Rocket };

/** A template's type: task, build or deploy; the tooltip has its name. */
export function TypeIcon({ type }: { type: string }) {
  const t = useTranslations("template.types");
  const key = typeKey(type);
  const Icon = ICONS[key];
  return (
    <Hint text={t(key)}>
      <span role="img" aria-label={t(key)} className="inline-flex">
        <Icon aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
      </span>
    </Hint>
  );
}
