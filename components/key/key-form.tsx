import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { FormDialog } from "@/components/form/form-dialog";
import { handOver } from "@/components/form/use-entity-form";
import { KeyFields } from "@/components/key/key-fields";
import { createKey, updateKey } from "@/lib/key/actions";
import { type Key, KeyInput, type KeyType, NewKeyInput } from "@/lib/key/schema";
import type { ActionResult } from "@/lib/operation/result";

const BLANK = {
  name: "",
  type: "ssh" as const,
  ssh: { login: "", passphrase: "", private_key: "" },
  login_password: { login: "", password: "" },
  override_secret: false,
};

type KeyFormProps = {
  projectId: number;
  /** Null creates a new key. */
  item: Key | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
  /** The type that a new key starts with. */
  type?: KeyType;
  onCreated?: (key: Key) => void;
};

export function KeyForm({ projectId, item, type = "ssh", onCreated, ...dialog }: KeyFormProps) {
  const t = useTranslations();

  function submit(input: KeyInput): Promise<ActionResult<unknown>> {
    return item
      ? updateKey({ projectId, keyId: item.id }, input)
      : handOver(createKey({ projectId }, input), onCreated);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(item ? "key.edit" : "key.new")}
      width={450}
      schema={item ? KeyInput : NewKeyInput}
      defaults={item ? defaultsOf(item) : { ...BLANK, type }}
      reload={item ? () => loadValues(item) : undefined}
      submit={submit}
      submitLabel={item ? undefined : t("common.create")}
    >
      <KeyFields projectId={projectId} item={item} />
    </FormDialog>
  );
}

/** Only a list says which keys are empty. */
async function loadValues({ project_id: projectId, id: keyId, empty }: Key) {
  const stored = await api("GET /project/:projectId/keys/:keyId", { params: { projectId, keyId } });
  return defaultsOf({ ...stored, empty });
}

/** An empty key was most likely opened to fill it in. */
const defaultsOf = ({ id, name, type, empty }: Key) => ({
  ...BLANK,
  id,
  name,
  type,
  override_secret: empty === true && type !== "none",
});
