import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DeliveryVerdict as Verdict } from "@/lib/integration/schema";
import type { DeliveryReason } from "@/lib/protocol/delivery";

/** The result of each matcher for a delivery, and the extracted values. */
export function DeliveryVerdict({ verdict: { matchers, values } }: { verdict: Verdict }) {
  const t = useTranslations("integration");
  const found = Object.entries(values);
  return (
    <div className="grid min-w-0 content-start gap-3">
      <DeliveryPart title={t("matchers")}>
        <ul className="grid gap-1">
          {matchers.map(({ id, name, ok, actual }) => (
            <li key={id} className="wrap-anywhere flex items-baseline gap-2">
              <MatcherMark ok={ok} />
              {name}
              {actual !== null && <code className="font-mono text-muted-foreground text-xs">{actual}</code>}
            </li>
          ))}
        </ul>
      </DeliveryPart>
      {found.length > 0 && (
        <DeliveryPart title={t("values")}>
          <ul className="grid gap-1">
            {found.map(([variable, value]) => (
              <li key={variable} className="wrap-anywhere font-mono text-xs">
                {variable}={value}
              </li>
            ))}
          </ul>
        </DeliveryPart>
      )}
    </div>
  );
}

function MatcherMark({ ok }: { ok: boolean }) {
  const t = useTranslations("integration.delivery");
  const classes = "size-4 shrink-0 translate-y-0.5";
  return ok ? (
    <Check role="img" aria-label={t("matches")} className={`${classes} text-success-text`} />
  ) : (
    <X role="img" aria-label={t("differs")} className={`${classes} text-error-text`} />
  );
}

export const DeliveryPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-1 font-medium">{title}</h3>
    {children}
  </section>
);

/** Reasons that their detail completes. */
const COMPLETED = ["no_match", "task_refused", "value_nul", "value_too_long", "variable_name"] as const;

/** Why a delivery started no task, to be followed by its detail, which only managers see. */
export function useReasonText(): (reason: DeliveryReason, detail: string) => string {
  const t = useTranslations("integration.delivery");
  return (reason, detail) => {
    const completed = COMPLETED.find((known) => known === reason);
    return completed && detail ? t(`detailed.${completed}`) : t(`reasons.${reason}`);
  };
}
