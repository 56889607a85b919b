import { useTranslations } from "next-intl";
import { RadioTabs } from "@/components/form/choice/radio-tabs";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { StateKind } from "@/lib/protocol/state";
import { createState } from "@/lib/state/actions";
import { NewStateInput, type State } from "@/lib/state/schema";

type NewStateFormProps = {
  projectId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: (state: State) => void;
};

const BLANK: { name: string; kind: State["kind"] } = { name: "", kind: "terraform" };

/** Creates an empty state, to which a state file can be uploaded. */
export function NewStateForm({ projectId, ...dialog }: NewStateFormProps) {
  const t = useTranslations();
  return (
    <FormDialog
      {...dialog}
      title={t("state.new")}
      description={t("state.newHelp")}
      schema={NewStateInput}
      defaults={BLANK}
      submit={(input) => createState({ projectId }, input)}
      submitLabel={t("common.create")}
    >
      <TextField name="name" label={t("state.name")} required maxLength={255} />
      <RadioTabs
        name="kind"
        label={t("state.kind")}
        options={StateKind.options.map((kind) => ({ value: kind, label: t(`state.kinds.${kind}`) }))}
      />
    </FormDialog>
  );
}
