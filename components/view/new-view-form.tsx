import { useTranslations } from "next-intl";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { handOver } from "@/components/form/use-entity-form";
import { createView } from "@/lib/view/actions";
import { NewViewInput, type View } from "@/lib/view/schema";

type NewViewFormProps = {
  projectId: number;
  /** After the project's other views. */
  position: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
  onCreated: (view: View) => void;
};

/** Adds one view, for a template that is about to be assigned to it. */
export function NewViewForm({ projectId, position, onCreated, ...dialog }: NewViewFormProps) {
  const t = useTranslations();
  return (
    <FormDialog
      {...dialog}
      title={t("view.add")}
      schema={NewViewInput}
      defaults={{ project_id: projectId, title: "", position }}
      submit={(input) => handOver(createView({ projectId }, input), onCreated)}
      submitLabel={t("common.create")}
    >
      <TextField name="title" label={t("view.title")} required maxLength={255} />
    </FormDialog>
  );
}
