import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AliasList } from "@/components/integration/alias-list";

type AliasBlockProps = {
  projectId: number;
  /** Null: the project's own aliases, used by every integration with the global alias. */
  integrationId: number | null;
  children?: ReactNode;
};

/** The URLs that webhooks are sent to. */
export function AliasBlock({ projectId, integrationId, children }: AliasBlockProps) {
  const t = useTranslations("integration");
  return (
    <section data-list="" aria-label={t("aliases")} className="rounded-lg border border-border bg-card">
      <AliasList projectId={projectId} integrationId={integrationId}>
        <h2 className="font-medium">{t("aliases")}</h2>
        <p className="text-muted-foreground text-sm">
          {t(integrationId === null ? "projectAliasesHelp" : "aliasesHelp")}
        </p>
      </AliasList>
      {children && <div className="border-border border-t px-4 py-3">{children}</div>}
    </section>
  );
}
