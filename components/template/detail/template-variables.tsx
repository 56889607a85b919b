"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import type { TemplateVariable } from "@/lib/template/rules/environments";

const PAGE_SIZE = 20;

type TemplateVariablesProps = { projectId: number; templateId: number; variables: TemplateVariable[] };

/** The names that several environments come to, each with the environment that wins. */
export function TemplateVariables({ projectId, templateId, variables }: TemplateVariablesProps) {
  const t = useTranslations();
  const columns: Column<TemplateVariable>[] = [
    {
      key: "name",
      header: t("template.variables.name"),
      cell: ({ name, secret }) => (
        <span className="flex items-center gap-1.5">
          <code className="wrap-anywhere whitespace-normal font-mono text-xs">{name}</code>
          {secret && <Lock aria-label={t("template.variables.secret")} className="size-3.5 text-muted-foreground" />}
        </span>
      ),
      sort: ({ name }) => name,
      search: ({ name }) => name,
    },
    {
      key: "kind",
      header: t("template.variables.kind"),
      cell: ({ kind }) => t(kind === "env" ? "environment.variables" : "environment.extraVariables"),
      sort: ({ kind }) => kind,
    },
    {
      key: "environment",
      header: t("template.variables.from"),
      cell: ({ environment, overrides }) => (
        <>
          {environment}
          {overrides.length > 0 && (
            <span className="text-muted-foreground">
              {" "}
              {t("template.variables.overrides", { names: overrides.join(", ") })}
            </span>
          )}
        </>
      ),
      sort: ({ environment }) => environment,
      search: ({ environment }) => environment,
    },
  ];
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium text-sm">{t("template.variables.title")}</h2>
      <DataTable
        label={t("template.variables.title")}
        list={listOf("GET /project/:projectId/templates/:templateId/variables", { params: { projectId, templateId } }, [
          "kind",
          "name",
        ])}
        rows={variables}
        columns={columns}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        urlKey="variables"
        empty={{ text: t("template.variables.none") }}
      />
    </section>
  );
}
