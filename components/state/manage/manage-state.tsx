"use client";

import { EllipsisVertical, Pencil, Trash2, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CannotDeleteDialog } from "@/components/dialog/cannot-delete-dialog";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import type { State } from "@/lib/state/schema";

const loadForms = () => withTexts(import("@/components/state/manage/state-forms"));
const RenameForm = dynamic(() => loadForms().then((module) => module.RenameForm));
const DeleteForm = dynamic(() => loadForms().then((module) => module.DeleteForm));
const loadUploadForm = () => withTexts(import("@/components/state/manage/upload-form"));
const UploadForm = dynamic(() => loadUploadForm().then((module) => module.UploadForm));
const loadAll = () => Promise.all([loadForms(), loadUploadForm()]);

type ManageStateProps = { state: State; workspace: string };
type Dialog = "upload" | "rename" | "delete";

/** Upload, rename and delete. A state in use can't be deleted; its templates are listed instead. */
export function ManageState({ state, workspace }: ManageStateProps) {
  const t = useTranslations();
  const router = useRouter();
  const [{ shown, open }, setDialog] = useState<{ shown: Dialog | null; open: boolean }>({ shown: null, open: false });
  const show = (dialog: Dialog) => setDialog({ shown: dialog, open: true });
  const dialog = (name: Dialog) => ({
    open: open && shown === name,
    onOpenChange: (next: boolean) => setDialog({ shown: name, open: next }),
  });
  const isUsed = state.templates.length > 0;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("common.more")}>
            <EllipsisVertical />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => show("rename")}>
            <Pencil />
            {t("state.rename")}
          </DropdownMenuItem>
          <DropdownMenuItem variant="destructive" onSelect={() => show("delete")}>
            <Trash2 />
            {t("common.delete")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Button onClick={() => show("upload")}>
        <Upload />
        {t("state.upload.button")}
      </Button>
      <PrefetchOnInteraction open={open} load={loadAll}>
        <UploadForm state={state} workspace={workspace} {...dialog("upload")} onSaved={() => router.refresh()} />
        <RenameForm state={state} {...dialog("rename")} onSaved={() => router.refresh()} />
        {!isUsed && <DeleteForm state={state} {...dialog("delete")} />}
      </PrefetchOnInteraction>
      {isUsed && (
        <CannotDeleteDialog
          {...dialog("delete")}
          kind="state"
          name={state.name}
          refs={{ templates: state.templates }}
          projectId={state.project_id}
        />
      )}
    </>
  );
}
