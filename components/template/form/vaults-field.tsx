import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray, useWatch } from "react-hook-form";
import { SelectField } from "@/components/form/choice/select-field";
import { TextField } from "@/components/form/field/text-field";
import { GroupField } from "@/components/form/list/group-field";
import { PasswordKeyField } from "@/components/key/password-key-field";
import type { KeyChoice } from "@/components/key/use-key-options";
import { RunnerTest } from "@/components/probe/test-panel";
import type { TemplateFormValues } from "@/components/template/form/template-form-schema";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { VAULT_TYPES } from "@/lib/template/rules";

/** Vault ids and the keys that hold their passwords. */
export function VaultsField({ projectId, keys }: { projectId: number; keys: KeyChoice[] }) {
  const t = useTranslations();
  const { fields, append, remove } = useFieldArray<TemplateFormValues, "vaults", "row">({
    name: "vaults",
    keyName: "row",
  });
  return (
    <GroupField name="vaults" label={t("template.vaults.label")} help={t("template.vaults.help")} itemErrors>
      {fields.map((field, index) => (
        <VaultFields key={field.row} index={index} keys={keys} remove={() => remove(index)} />
      ))}
      <Button size="sm" className="self-start" onClick={() => append(BLANK)}>
        <Plus />
        {t("template.vaults.add")}
      </Button>
      {fields.some(({ type }) => type === "password") && <RunnerTest projectId={projectId} body={probeOf} />}
    </GroupField>
  );
}

const BLANK = { id: null, name: "", type: "password", vault_key_id: null, script: "" } as const;

type VaultFieldsProps = { index: number; keys: KeyChoice[]; remove: () => void };

function VaultFields({ index, keys, remove }: VaultFieldsProps) {
  const t = useTranslations();
  const type = useWatch<TemplateFormValues, `vaults.${number}.type`>({ name: `vaults.${index}.type` });
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2 sm:grid-cols-[1fr_8rem_1fr_auto]">
      <TextField
        name={`vaults.${index}.name`}
        label={t("template.vaults.id")}
        placeholder={t("template.vaults.default")}
        mono
      />
      <SelectField
        name={`vaults.${index}.type`}
        label={t("template.vaults.source")}
        options={VAULT_TYPES.map((value) => ({ value, label: t(`template.vaults.sources.${value}`) }))}
        required
      />
      {type === "script" ? (
        <TextField
          name={`vaults.${index}.script`}
          label={t("template.vaults.script")}
          placeholder={SCRIPT_EXAMPLE}
          tip={t("template.vaults.scriptHelp")}
          required
          mono
        />
      ) : (
        <PasswordKeyField name={`vaults.${index}.vault_key_id`} label={t("template.vaults.key")} keys={keys} required />
      )}
      <IconButton label={t("common.remove")} className="mt-7" onClick={remove}>
        <Trash2 />
      </IconButton>
    </div>
  );
}

const SCRIPT_EXAMPLE = "vault/ask-client.sh";

const probeOf = ({ repository_id, git_branch, vaults, runner_tag }: TemplateFormValues) => ({
  kind: "vault" as const,
  repository_id,
  git_branch,
  vaults,
  runner_tag,
});
