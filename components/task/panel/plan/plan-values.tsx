import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { SensitiveMark } from "@/components/state/value-text";
import { forces } from "@/components/task/panel/plan/plan-rows";
import { Badge } from "@/components/ui/badge";
import type { PlanChange, PlanValue } from "@/lib/protocol/plan";

/** The values of a change before and after it. */
export function PlanValues({ change }: { change: PlanChange }) {
  const t = useTranslations("task.plan");
  return (
    <div className="overflow-x-auto px-3 pt-1 pb-3 sm:pr-4 sm:pl-10">
      {change.reason !== "" && <p className="wrap-anywhere pb-1 text-muted-foreground text-xs">{change.reason}</p>}
      {change.attributes.length > 0 && (
        <table className="w-full text-left text-xs">
          <thead className="text-muted-foreground">
            <tr>
              <th className="py-1 pr-4 font-medium">{t("attribute")}</th>
              <th className="py-1 pr-4 font-medium">{t("before")}</th>
              <th className="py-1 font-medium">{t("after")}</th>
            </tr>
          </thead>
          <tbody>
            {change.attributes.map(({ path, before, after }) => (
              <tr key={`${path} ${before.kind} ${after.kind}`} className="border-border/60 border-t align-top">
                <th scope="row" className="wrap-anywhere w-1/4 py-1 pr-4 font-mono font-normal text-muted-foreground">
                  {path}
                  {forces(change, path) && (
                    <Badge variant="error" className="ml-1.5">
                      {t("forces")}
                    </Badge>
                  )}
                </th>
                <Value value={before} className="pr-4 text-error-text" />
                <Value value={after} className="text-success-text" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {change.omitted > 0 && (
        <p className="pt-1 text-muted-foreground text-xs">{t("omitted", { count: change.omitted })}</p>
      )}
    </div>
  );
}

function Value({ value: { kind, text }, className }: { value: PlanValue; className: string }) {
  const t = useTranslations("task.plan");
  return (
    <td className="py-1">
      {kind === "sensitive" && <SensitiveMark />}
      {kind === "unknown" && <span className="text-muted-foreground italic">{t("unknown")}</span>}
      {kind === "none" && <Dash />}
      {(kind === "value" || kind === "cut") && (
        <code className={`wrap-anywhere whitespace-pre-wrap font-mono ${className}`}>
          {text}
          {kind === "cut" && "…"}
        </code>
      )}
    </td>
  );
}
