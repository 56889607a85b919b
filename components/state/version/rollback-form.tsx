import { useTranslations } from "next-intl";
import { TextAreaField } from "@/components/form/field/text-area-field";
import { FormDialog } from "@/components/form/form-dialog";
import { isUndecided } from "@/components/state/state-summary";
import { toast } from "@/components/ui/toast";
import { rollbackState } from "@/lib/state/actions";
import { RollbackInput, type State, type Version } from "@/lib/state/schema";

type RollbackFormProps = {
  state: State;
  version: Version;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

/** Rolls back to a version, or accepts one that is offered: a new version either way, with a reason. */
export function RollbackForm({ state, version, onSaved, ...dialog }: RollbackFormProps) {
  const t = useTranslations("state.version");
  const { number, cause } = version;
  const undecided = isUndecided(version);
  const acceptHelp = cause === "declared" ? "acceptDeclaredHelp" : "acceptHelp";
  return (
    <FormDialog
      {...dialog}
      title={t(undecided ? "accept" : "rollback", { number })}
      description={t(undecided ? acceptHelp : "rollbackHelp", { number })}
      schema={RollbackInput}
      defaults={{ version_id: version.id, reason: "" }}
      submit={(input) => rollbackState({ projectId: state.project_id, stateId: state.id }, input)}
      onSaved={(made) => {
        toast.success(t("restored", { number: made.number }));
        onSaved();
      }}
      submitLabel={t(undecided ? "acceptShort" : "rollbackShort")}
    >
      <TextAreaField name="reason" label={t("reason")} help={t("reasonHelp")} required />
    </FormDialog>
  );
}
