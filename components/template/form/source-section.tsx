import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { useCreatable } from "@/components/create/create-context";
import { SelectField } from "@/components/form/choice/select-field";
import { TextField } from "@/components/form/field/text-field";
import { FormRow, FormSection } from "@/components/form/form-section";
import { useCreatableInventory } from "@/components/inventory/use-creatable-inventory";
import { useMovingCheck } from "@/components/template/form/commit-check/commit-check-fields";
import { EnvironmentsField } from "@/components/template/form/environments-field";
import { type FormResources, inventoryChoice } from "@/components/template/form/form-resources";
import { ProgramField } from "@/components/template/form/program-field";
import type { TemplateFormValues } from "@/components/template/form/template-form-schema";
import { appFamily } from "@/lib/protocol/app";
import { requiredFields } from "@/lib/template/rules";
import { hasInventory } from "@/lib/template/rules/launch";

const toOption = ({ id, name }: { id: number; name: string }) => ({ value: id, label: name });

/** Code, what of it runs, hosts and runner. */
export function SourceSection({ projectId, resources }: { projectId: number; resources: FormResources }) {
  const t = useTranslations();
  const { known, create } = useCreatable(resources.repositories, t("repository.new"), (onCreated) => ({
    kind: "repository",
    onCreated,
  }));
  const chosen = useWatch<TemplateFormValues, "repository_id">({ name: "repository_id" });
  const moveCheck = useMovingCheck(chosen);
  const branch = known.find(({ id }) => id === chosen)?.git_branch;
  return (
    <FormSection title={t("template.form.where")}>
      <FormRow>
        <SelectField
          name="repository_id"
          label={t("template.form.repository")}
          options={known.map(toOption)}
          create={create}
          onPick={moveCheck}
          required
        />
        <TextField
          name="git_branch"
          label={t("template.form.branch")}
          placeholder={branch || t("template.form.branchDefault")}
          mono
        />
      </FormRow>
      <ProgramField projectId={projectId} app={resources.app.id} />
      {hasInventory(resources.app.id) && <InventoryField resources={resources} />}
      <EnvironmentsField environments={resources.environments} />
      <TextField
        name="runner_tag"
        label={t("template.form.runnerTag")}
        placeholder={t("template.form.anyRunner")}
        tip={t("template.form.runnerTagTip")}
        mono
      />
    </FormSection>
  );
}

/** Ansible runs against hosts, Terraform in a workspace; a previously selected one stays visible, whatever its type. */
function InventoryField({ resources }: { resources: FormResources }) {
  const t = useTranslations();
  const chosen = useWatch<TemplateFormValues, "inventory_id">({ name: "inventory_id" });
  const { known, create } = useCreatableInventory(resources.app.id, resources.inventories, inventoryChoice);
  const ofTerraform = appFamily(resources.app.id) === "terraform";
  const options = known
    .filter(({ id, workspace }) => id === chosen || (workspace !== null) === ofTerraform)
    .map(toOption);
  return (
    <SelectField
      name="inventory_id"
      label={t(ofTerraform ? "template.form.workspace" : "template.form.inventory")}
      options={options}
      create={create}
      required={requiredFields(resources.app.id).inventory}
      clearable={ofTerraform}
      placeholder={ofTerraform ? t("template.form.defaultWorkspace") : undefined}
    />
  );
}
