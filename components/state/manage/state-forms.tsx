import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { isSameText } from "@/components/dialog/confirm-dialog";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { toast } from "@/components/ui/toast";
import { deleteState, renameState } from "@/lib/state/actions";
import { type State, StateInput } from "@/lib/state/schema";

type DialogProps = { state: State; open: boolean; onOpenChange: (open: boolean) => void };

export function RenameForm({ state, ...dialog }: DialogProps & { onSaved: () => void }) {
  const t = useTranslations("state");
  return (
    <FormDialog
      {...dialog}
      title={t("rename")}
      schema={StateInput}
      defaults={{ name: state.name }}
      submit={(input) => renameState({ projectId: state.project_id, stateId: state.id }, input)}
    >
      <TextField name="name" label={t("name")} required maxLength={255} />
    </FormDialog>
  );
}

/** Deletes a state with all its versions, so its name must be typed. */
export function DeleteForm({ state, ...dialog }: DialogProps) {
  const t = useTranslations();
  const router = useRouter();
  const { id: stateId, project_id: projectId, name } = state;
  return (
    <FormDialog
      {...dialog}
      title={t("common.deleteTitle.state")}
      description={t("common.deleteQuestion.state")}
      schema={z.object({ typed: z.string().refine((typed) => isSameText(typed, name), "typedNameDiffers") })}
      defaults={{ typed: "" }}
      submit={() => deleteState({ projectId, stateId })}
      onSaved={() => {
        toast.success(t("common.deleted", { name }));
        router.push(`/project/${projectId}/states`);
      }}
      submitLabel={t("common.delete")}
      destructive
    >
      <TextField name="typed" label={t("state.typeName", { name })} required />
    </FormDialog>
  );
}
