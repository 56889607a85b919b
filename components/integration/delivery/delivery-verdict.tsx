"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DeliveryVerdict as Verdict } from "@/lib/integration/schema";

/** How each matcher judged a delivery, and the values taken out of it. */
export function DeliveryVerdict({ verdict: { matchers, values } }: { verdict: Verdict }) {
  const t = useTranslations("integration");
  const found = Object.entries(values);
  return (
    <DeliveryPart title={t("matchers")}>
      <ul className="grid gap-1">
        {matchers.map(({ id, name, ok, actual }) => (
          <li key={id} className="wrap-anywhere flex items-start gap-2">
            {ok ? (
              <Check role="img" aria-label={t("delivery.matches")} className="size-4 shrink-0 text-success-text" />
            ) : (
              <X role="img" aria-label={t("delivery.differs")} className="size-4 shrink-0 text-error-text" />
            )}
            {name}
            {actual !== null && <code className="font-mono text-muted-foreground text-xs">{actual}</code>}
          </li>
        ))}
        {found.map(([variable, value]) => (
          <li key={variable} className="wrap-anywhere font-mono text-xs">
            {variable}={value}
          </li>
        ))}
      </ul>
    </DeliveryPart>
  );
}

export const DeliveryPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-1 font-medium">{title}</h3>
    {children}
  </section>
);
