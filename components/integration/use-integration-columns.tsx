import Link from "next/link";
import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import type { TemplateChoice } from "@/components/integration/integration-form-schema";
import type { Column } from "@/components/table/columns/column";
import { templateHref } from "@/components/template/template-href";
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
      cell: (row) => <TemplateLink projectId={projectId} id={row.template_id} name={templateName(row)} />,
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

function TemplateLink({ projectId, id, name }: { projectId: number; id: number | null; name: string | null }) {
  if (id === null || name === null) return <Dash />;
  return (
    <Link href={templateHref(projectId, id)} prefetch={false} className="hover:underline">
      <Name text={name} />
    </Link>
  );
}
