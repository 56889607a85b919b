"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { DeleteFlow } from "@/components/dialog/delete-flow";
import { useDeleteFlow } from "@/components/dialog/use-delete-flow";
import { RunButton } from "@/components/task/start/run-button";
import { useMay } from "@/components/task/use-may";
import { ManageTemplate } from "@/components/template/detail/manage-template";
import { sourceOf } from "@/components/template/task-source";
import { templatesHref } from "@/components/template/template-href";
import { deleteTemplate } from "@/lib/template/actions";
import type { Template } from "@/lib/template/schema";

type TemplateActionsProps = { template: Template; viewId: number | null; mayManage: boolean };

/** Run, and for those who manage resources: edit, copy, delete. */
export function TemplateActions({ template, viewId, mayManage }: TemplateActionsProps) {
  const t = useTranslations();
  const router = useRouter();
  const mayRun = useMay("runTasks");
  const { id: templateId, project_id: projectId } = template;
  const deletion = useDeleteFlow<Template>({
    kind: "template",
    projectId,
    name: ({ name }) => name,
    refs: () => api("GET /project/:projectId/templates/:templateId/refs", { params: { projectId, templateId } }),
    goesWithIt: ["schedules", "integrations"],
    remove: () => deleteTemplate({ projectId, templateId }),
    deletedText: () => t("template.deleted"),
    onDeleted: () => router.push(templatesHref(projectId, viewId)),
  });
  return (
    <>
      {mayManage && (
        <ManageTemplate
          template={template}
          looking={deletion.looking === template}
          onDelete={() => deletion.ask(template)}
        />
      )}
      {mayRun && <RunButton source={sourceOf(template)} variant="primary" />}
      <DeleteFlow flow={deletion} />
    </>
  );
}
