import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { templateHref } from "@/components/template/template-href";
import type { Integration } from "@/lib/integration/schema";

type IntegrationFactsProps = { integration: Integration; templates: { id: number; name: string }[] };

/** What an integration starts, and what a request has to prove. */
export function IntegrationFacts({ integration, templates }: IntegrationFactsProps) {
  const t = useTranslations("integration");
  const { name, project_id, template_id, auth_method } = integration;
  return (
    <section aria-label={name} className="rounded-lg border border-border bg-card px-4 py-2.5">
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <Fact label={t("template")}>
          <StartedTemplate projectId={project_id} id={template_id} name={nameOf(templates, template_id)} />
        </Fact>
        <Fact label={t("authMethod")}>{t(`authMethods.${auth_method || "none"}`)}</Fact>
      </dl>
    </section>
  );
}

const nameOf = (templates: IntegrationFactsProps["templates"], id: number | null): string | null =>
  templates.find((template) => template.id === id)?.name ?? null;

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 items-baseline gap-2">
    <dt className="shrink-0 text-muted-foreground text-xs">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

type StartedTemplateProps = { projectId: number; id: number | null; name: string | null };

/** The template that an integration starts; without one, webhooks start nothing. */
export function StartedTemplate({ projectId, id, name }: StartedTemplateProps) {
  const t = useTranslations("integration");
  if (id === null) return <span className="text-amber-text">{t("startsNothing")}</span>;
  if (name === null) return <Dash />;
  return (
    <Link href={templateHref(projectId, id)} prefetch={false} className="hover:underline">
      <Name text={name} />
    </Link>
  );
}
