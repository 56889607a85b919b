import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useCreatable } from "@/components/create/create-context";
import { onlyOne } from "@/components/form/choice/only-one";
import { SelectField } from "@/components/form/choice/select-field";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { handOver } from "@/components/form/use-entity-form";
import {
  type InventoryFormProps,
  NewAnsibleInput,
  type RepositoryChoice,
  StoredAnsibleInput,
  storedInventory,
} from "@/components/inventory/inventory-form-schema";
import { InventoryText } from "@/components/inventory/inventory-text";
import { KeyField } from "@/components/key/key-field";
import { PasswordKeyField } from "@/components/key/password-key-field";
import { RunnerTest } from "@/components/probe/test-panel";
import { createInventory, updateInventory } from "@/lib/inventory/actions";
import { type InventoryType, isInline } from "@/lib/inventory/rules";
import type { NewInventoryInput } from "@/lib/inventory/schema";
import type { ActionResult } from "@/lib/operation/result";

const BLANK = {
  name: "",
  type: "static" as const,
  inventory: "",
  become_key_id: null,
  repository_id: null,
};

export function AnsibleInventoryForm(props: InventoryFormProps) {
  const { projectId, keys, repositories, inventoryId, onCreated, ...dialog } = props;
  const t = useTranslations();
  const isNew = inventoryId === null;
  const stored = storedInventory(projectId, inventoryId);

  function submit(input: NewInventoryInput): Promise<ActionResult<unknown>> {
    return isNew
      ? handOver(createInventory({ projectId }, input), onCreated)
      : updateInventory({ projectId, inventoryId }, input);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(isNew ? "inventory.newAnsible" : "inventory.edit")}
      width={450}
      schema={isNew ? NewAnsibleInput : StoredAnsibleInput}
      defaults={stored ?? { ...BLANK, ssh_key_id: onlyOne(keys) }}
      reload={stored}
      submit={submit}
      submitLabel={isNew ? t("common.create") : undefined}
    >
      <AnsibleInventoryFields {...{ projectId, keys, repositories, isNew }} />
    </FormDialog>
  );
}

const ANSIBLE_TYPES = ["static", "static-yaml", "file"] as const;

type AnsibleInventoryFieldsProps = Pick<InventoryFormProps, "projectId" | "keys" | "repositories"> & { isNew: boolean };

function AnsibleInventoryFields({ projectId, keys, repositories, isNew }: AnsibleInventoryFieldsProps) {
  const t = useTranslations("inventory");
  const none = useTranslations("key.types")("none");
  const type: InventoryType = useWatch({ name: "type" });
  const keepDraft = useDrafts(type);
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <KeyField
        name="ssh_key_id"
        label={t("userCredentials")}
        required={isNew}
        placeholder={isNew ? undefined : none}
        projectId={projectId}
        keys={keys}
      />
      <PasswordKeyField
        name="become_key_id"
        label={t("sudoCredentials")}
        keys={keys}
        placeholder={t("noSudo")}
        clearable
      />
      <SelectField
        name="type"
        label={t("type")}
        required
        options={ANSIBLE_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        onPick={keepDraft}
      />
      {isInline(type) ? <InventoryText type={type} /> : <InventoryFile repositories={repositories} />}
      <RunnerTest projectId={projectId} body={probeOf} />
    </>
  );
}

type Content = { type: (typeof ANSIBLE_TYPES)[number]; inventory: string; repository_id: number | null };

const probeOf = ({ type, inventory, repository_id }: Content) => ({
  kind: "inventory" as const,
  type,
  inventory,
  repository_id: type === "file" ? repository_id : null,
});

function InventoryFile({ repositories }: { repositories: RepositoryChoice[] }) {
  const t = useTranslations("inventory");
  const label = useTranslations("repository")("new");
  const { known, create } = useCreatable(repositories, label, (onCreated) => ({ kind: "repository", onCreated }));
  return (
    <>
      <TextField name="inventory" label={t("path")} required mono placeholder={t("pathExample")} />
      <SelectField
        name="repository_id"
        label={t("repository")}
        options={known.map(({ id, name }) => ({ value: id, label: name }))}
        create={create}
        placeholder={t("ownRepository")}
        help={t("repositoryHelp")}
        clearable
      />
    </>
  );
}

/** Path and text share one field; the unused one is kept when the type changes. */
function useDrafts(type: InventoryType) {
  const { getValues, setValue, clearErrors } = useFormContext<{ inventory: string }>();
  const drafts = useRef({ text: "", path: "" });
  const slotOf = (of: string): "text" | "path" => (isInline(of) ? "text" : "path");
  return (next: unknown) => {
    const from = slotOf(type);
    const to = slotOf(String(next));
    if (from === to) return;
    drafts.current[from] = getValues("inventory");
    clearErrors("inventory");
    setValue("inventory", drafts.current[to], { shouldDirty: true });
  };
}
