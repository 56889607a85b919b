import { Rocket, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { Hint } from "@/components/ui/hint";

/** A template's type as a message key; on the wire a plain task is "". */
export const typeKey = (type: string): "task" | "build" | "deploy" =>
  type === "build" || type === "deploy" ? type : "task";

const ICONS = { build: Wrench, deploy: Rocket };

/** The type of a template that builds or deploys; the tooltip has its name. */
export function TypeIcon({ type }: { type: keyof typeof ICONS }) {
  const t = useTranslations("template.types");
  const Icon = ICONS[type];
  return (
    <Hint text={t(type)}>
      <span role="img" aria-label={t(type)} className="inline-flex">
        <Icon aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
      </span>
    </Hint>
  );
}
