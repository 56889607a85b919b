import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { createStateToken } from "@/lib/state/actions";
import { type MadeStateToken, type State, StateTokenInput } from "@/lib/state/schema";

type TokenFormProps = {
  state: State;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: (token: MadeStateToken) => void;
};

export function TokenForm({ state, ...dialog }: TokenFormProps) {
  const t = useTranslations();
  return (
    <FormDialog
      {...dialog}
      title={t("state.token.new")}
      schema={StateTokenInput}
      defaults={{ name: "", writes: false }}
      submit={(input) => createStateToken({ projectId: state.project_id, stateId: state.id }, input)}
      submitLabel={t("common.create")}
    >
      <TextField name="name" label={t("state.name")} help={t("state.token.nameHelp")} required maxLength={255} />
      <CheckboxField name="writes" label={t("state.token.mayWrite")} help={t("state.token.mayWriteHelp")} />
    </FormDialog>
  );
}
