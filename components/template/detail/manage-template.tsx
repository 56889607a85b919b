"use client";

import { Copy, EllipsisVertical, FileCode2, Pencil, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import { copyTemplateHref, editTemplateHref, templatesHref } from "@/components/template/template-href";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { deleteTemplate } from "@/lib/template/actions";
import type { Template } from "@/lib/template/schema";

const loadYamlForm = () => withTexts(import("@/components/template/yaml/template-yaml-form"));
const TemplateYamlForm = dynamic(() => loadYamlForm().then((module) => module.TemplateYamlForm));

type ManageTemplateProps = { template: Template; viewId: number | null };

/** Edit and copy navigate; delete asks first, then returns to the list. */
export function ManageTemplate({ template, viewId }: ManageTemplateProps) {
  const t = useTranslations();
  const router = useRouter();
  const [yaml, setYaml] = useState(false);
  const { id: templateId, project_id: projectId } = template;
  const deletion = useDeleteFlow<Template>({
    kind: "template",
    projectId,
    name: ({ name }) => name,
    refs: () => api("GET /project/:projectId/templates/:templateId/refs", { params: { projectId, templateId } }),
    cascades: ["schedules", "integrations"],
    remove: () => deleteTemplate({ projectId, templateId }),
    deletedText: () => t("template.deleted"),
    onDeleted: () => router.push(templatesHref(projectId, viewId)),
  });
  return (
    <>
      <ManageButtons
        template={template}
        loadingRefs={deletion.loadingRefs === template}
        onDelete={() => deletion.ask(template)}
        onYaml={() => setYaml(true)}
      />
      <PrefetchOnInteraction open={yaml} load={loadYamlForm}>
        <TemplateYamlForm projectId={projectId} templateId={templateId} open={yaml} onOpenChange={setYaml} />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}

type ManageButtonsProps = {
  template: Pick<Template, "id" | "project_id">;
  /** The template's references are loading. */
  loadingRefs: boolean;
  onDelete: () => void;
  onYaml: () => void;
};

/** Delete, copy and edit: as buttons, or as a menu in narrow windows. */
function ManageButtons({ template, loadingRefs, onDelete, onYaml }: ManageButtonsProps) {
  const t = useTranslations();
  const copy = copyTemplateHref(template.project_id, template.id);
  const edit = editTemplateHref(template.project_id, template.id);
  return (
    <>
      <span className="flex items-center gap-1 max-sm:hidden">
        <IconButton label={t("common.delete")} loading={loadingRefs} onClick={onDelete}>
          <Trash2 />
        </IconButton>
        <IconButton label={t("template.yaml.edit")} onClick={onYaml}>
          <FileCode2 />
        </IconButton>
        <IconButton label={t("common.copy")} asChild>
          <Link href={copy} prefetch={false}>
            <Copy />
          </Link>
        </IconButton>
        <IconButton label={t("common.edit")} asChild>
          <Link href={edit} prefetch={false}>
            <Pencil />
          </Link>
        </IconButton>
      </span>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("common.more")} className="sm:hidden">
            <EllipsisVertical />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem asChild>
            <Link href={edit} prefetch={false}>
              <Pencil />
              {t("common.edit")}
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <Link href={copy} prefetch={false}>
              <Copy />
              {t("common.copy")}
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onYaml}>
            <FileCode2 />
            {t("template.yaml.edit")}
          </DropdownMenuItem>
          <DropdownMenuItem variant="destructive" onSelect={onDelete}>
            <Trash2 />
            {t("common.delete")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}
