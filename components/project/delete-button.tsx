"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { Button } from "@/components/ui/button";
import { deleteProject } from "@/lib/project/actions";
import type { Project } from "@/lib/project/schema";

/** Deletes the project after confirmation; then the first of the others opens. */
export function DeleteButton({ project }: { project: Project }) {
  const t = useTranslations("project");
  const router = useRouter();
  const deletion = useDeleteFlow<Project>({
    kind: "project",
    name: ({ name }) => name,
    remove: ({ id }) => deleteProject({ projectId: id }),
    deletedText: ({ name }) => t("deleted", { name }),
    onDeleted: () => {
      router.replace("/");
      router.refresh();
    },
  });
  return (
    <>
      <Button variant="destructive" onClick={() => deletion.ask(project)}>
        <Trash2 />
        {t("delete")}
      </Button>
      <DeleteFlow flow={deletion} />
    </>
  );
}
