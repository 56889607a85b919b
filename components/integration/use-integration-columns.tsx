import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { StartedTemplate } from "@/components/integration/integration-facts";
import type { TemplateChoice } from "@/components/integration/integration-form-schema";
import type { Column } from "@/components/table/columns/column";
import type { Integration } from "@/lib/integration/schema";

export function useIntegrationColumns(projectId: number, templates: TemplateChoice[]): Column<Integration>[] {
  const t = useTranslations("integration");
  const names = new Map(templates.map(({ id, name }) => [id, name]));
  const templateName = ({ template_id }: Integration) => names.get(template_id ?? 0) ?? null;
  return [
    {
      key: "name",
      header: t("name"),
      cell: ({ name }) => <Name text={name} className="font-medium" />,
      sort: ({ name }) => name,
      search: ({ name }) => name,
    },
    {
      key: "template",
      header: t("template"),
      cell: (row) => <StartedTemplate projectId={projectId} id={row.template_id} name={templateName(row)} />,
      sort: templateName,
      search: templateName,
    },
    {
      key: "auth",
      header: t("authMethod"),
      cell: ({ auth_method }) => t(`authMethods.${auth_method || "none"}`),
      sort: ({ auth_method }) => auth_method,
    },
  ];
}
