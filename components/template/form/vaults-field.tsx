import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray } from "react-hook-form";
import { SelectField } from "@/components/form/choice/select-field";
import { TextField } from "@/components/form/field/text-field";
import { GroupField } from "@/components/form/list/group-field";
import { RunnerTest } from "@/components/probe/test-panel";
import { MissingHint } from "@/components/template/form/missing-hint";
import type { TemplateValues } from "@/components/template/form/template-values";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

/** Vault ids and the keys that hold their passwords. */
export function VaultsField({ projectId, keys }: { projectId: number; keys: { id: number; name: string }[] }) {
  const t = useTranslations();
  const { fields, append, remove } = useFieldArray<TemplateValues, "vaults", "row">({ name: "vaults", keyName: "row" });
  return (
    <GroupField
      name="vaults"
      label={t("template.vaults.label")}
      help={keys.length === 0 ? <MissingHint kind="keys" /> : t("template.vaults.help")}
      itemErrors
    >
      {fields.map((field, index) => (
        <div key={field.row} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
          <TextField
            name={`vaults.${index}.name`}
            label={t("template.vaults.id")}
            placeholder={t("template.vaults.default")}
            mono
          />
          <SelectField
            name={`vaults.${index}.vault_key_id`}
            label={t("template.vaults.key")}
            options={keys.map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
          <IconButton label={t("common.remove")} className="mt-7" onClick={() => remove(index)}>
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <Button size="sm" className="self-start" onClick={() => append({ id: null, name: "", vault_key_id: null })}>
        <Plus />
        {t("template.vaults.add")}
      </Button>
      {fields.length > 0 && <RunnerTest projectId={projectId} body={probeOf} />}
    </GroupField>
  );
}

const probeOf = ({ repository_id, git_branch, vaults, runner_tag }: TemplateValues) => ({
  kind: "vault" as const,
  repository_id,
  git_branch,
  vaults,
  runner_tag,
});
