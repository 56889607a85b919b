"use client";

import { Copy, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { DeleteFlow } from "@/components/dialog/delete-flow";
import { useDeleteFlow } from "@/components/dialog/use-delete-flow";
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

type ManageTemplateProps = { template: Template; viewId: number | null };

/** Edit and copy navigate; delete asks first, then returns to the list. */
export function ManageTemplate({ template, viewId }: ManageTemplateProps) {
  const t = useTranslations();
  const router = useRouter();
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
      />
      <DeleteFlow flow={deletion} />
    </>
  );
}

type ManageButtonsProps = {
  template: Pick<Template, "id" | "project_id">;
  /** The template's references are loading. */
  loadingRefs: boolean;
  onDelete: () => void;
};

/** Delete, copy and edit: as buttons, or as a menu in narrow windows. */
function ManageButtons({ template, loadingRefs, onDelete }: ManageButtonsProps) {
  const t = useTranslations("common");
  const copy = copyTemplateHref(template.project_id, template.id);
  const edit = editTemplateHref(template.project_id, template.id);
  return (
    <>
      <span className="flex items-center gap-1 max-sm:hidden">
        <IconButton label={t("delete")} loading={loadingRefs} onClick={onDelete}>
          <Trash2 />
        </IconButton>
        <IconButton label={t("copy")} asChild>
          <Link href={copy} prefetch={false}>
            <Copy />
          </Link>
        </IconButton>
        <IconButton label={t("edit")} asChild>
          <Link href={edit} prefetch={false}>
            <Pencil />
          </Link>
        </IconButton>
      </span>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("more")} className="sm:hidden">
            <EllipsisVertical />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem asChild>
            <Link href={edit} prefetch={false}>
              <Pencil />
              {t("edit")}
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <Link href={copy} prefetch={false}>
              <Copy />
              {t("copy")}
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem variant="destructive" onSelect={onDelete}>
            <Trash2 />
            {t("delete")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}
