import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { SelectField } from "@/components/form/choice/select-field";
import { TextField } from "@/components/form/field/text-field";
import { FormRow, FormSection } from "@/components/form/form-section";
import { EnvironmentsField } from "@/components/template/form/environments-field";
import type { FormResources } from "@/components/template/form/form-resources";
import { MissingHint } from "@/components/template/form/missing-hint";
import type { TemplateValues } from "@/components/template/form/template-values";
import { appFamily } from "@/lib/protocol/app";
import { requiredFields } from "@/lib/template/rules";
import { hasInventory } from "@/lib/template/rules/launch";

const toOption = ({ id, name }: { id: number; name: string }) => ({ value: id, label: name });

/** Code, hosts and runner. */
export function SourceSection({ resources }: { resources: FormResources }) {
  const t = useTranslations("template.form");
  const { repositories, environments } = resources;
  const chosen = useWatch<TemplateValues, "repository_id">({ name: "repository_id" });
  const branch = repositories.find(({ id }) => id === chosen)?.git_branch;
  return (
    <FormSection title={t("where")}>
      <FormRow>
        <SelectField
          name="repository_id"
          label={t("repository")}
          options={repositories.map(toOption)}
          help={repositories.length === 0 ? <MissingHint kind="repositories" /> : undefined}
          required
        />
        <TextField name="git_branch" label={t("branch")} placeholder={branch || t("branchDefault")} mono />
      </FormRow>
      {hasInventory(resources.app.id) && <InventoryField resources={resources} />}
      <EnvironmentsField environments={environments} />
      <TextField name="runner_tag" label={t("runnerTag")} placeholder={t("anyRunner")} tip={t("runnerTagTip")} mono />
    </FormSection>
  );
}

/** Ansible runs against hosts, Terraform in a workspace; a previously selected one stays visible, whatever its type. */
function InventoryField({ resources }: { resources: FormResources }) {
  const t = useTranslations("template.form");
  const chosen = useWatch<TemplateValues, "inventory_id">({ name: "inventory_id" });
  const ofTerraform = appFamily(resources.app.id) === "terraform";
  const options = resources.inventories
    .filter(({ id, workspace }) => id === chosen || (workspace !== null) === ofTerraform)
    .map(toOption);
  return (
    <SelectField
      name="inventory_id"
      label={t(ofTerraform ? "workspace" : "inventory")}
      options={options}
      help={options.length === 0 && !ofTerraform ? <MissingHint kind="inventory" /> : undefined}
      required={requiredFields(resources.app.id).inventory}
      clearable={ofTerraform}
      placeholder={ofTerraform ? t("defaultWorkspace") : undefined}
    />
  );
}
