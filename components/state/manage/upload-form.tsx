import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { TextAreaField } from "@/components/form/field/text-area-field";
import { TextField } from "@/components/form/field/text-field";
import { TextFileField } from "@/components/form/field/text-file-field";
import { FormDialog } from "@/components/form/form-dialog";
import { useApiResult } from "@/components/form/use-api-result";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/operation/result";
import { MAX_STATE_BYTES } from "@/lib/protocol/state";
import { uploadState } from "@/lib/state/actions";
import { type State, UploadInput, type Version } from "@/lib/state/schema";

/** What a server action takes; a larger state goes by the API. */
const MAX_ACTION_BYTES = 4_000_000;

const Schema = UploadInput.refine(({ content }) => content !== "", { path: ["content"], message: "stateFileRequired" });

type UploadFormProps = {
  state: State;
  workspace: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

/** Brings a state from elsewhere; lineage and serial have to follow on the newest version. */
export function UploadForm({ state, workspace, onSaved, ...dialog }: UploadFormProps) {
  const t = useTranslations("state.upload");
  const apiResult = useApiResult();
  const params = { projectId: state.project_id, stateId: state.id };

  const submit = (body: UploadInput): Promise<ActionResult<Version>> =>
    new Blob([body.content]).size <= MAX_ACTION_BYTES
      ? uploadState(params, body)
      : apiResult(api("POST /project/:projectId/states/:stateId/versions", { params, body }));

  return (
    <FormDialog
      {...dialog}
      title={t("title")}
      description={t("help")}
      schema={Schema}
      defaults={{ workspace, content: "", reason: "" }}
      submit={submit}
      onSaved={({ number }) => {
        toast.success(t("done", { number }));
        onSaved();
      }}
      submitLabel={t("button")}
    >
      <TextFileField
        name="content"
        label={t("file")}
        required
        help={t("fileHelp")}
        placeholder={t("choose")}
        accept=".tfstate,.json,application/json"
        maxBytes={MAX_STATE_BYTES}
        tooLarge="stateFileTooLarge"
      />
      <TextField name="workspace" label={t(state.kind === "pulumi" ? "stack" : "workspace")} required mono />
      <TextAreaField name="reason" label={t("reason")} required rows={2} />
    </FormDialog>
  );
}
