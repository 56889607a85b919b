import { useTranslations } from "next-intl";
import { useCreatable } from "@/components/create/create-context";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextField } from "@/components/form/field/text-field";
import { FormRow } from "@/components/form/form-section";
import { StringListField } from "@/components/form/list/string-list-field";
import { useCreatableInventory } from "@/components/inventory/use-creatable-inventory";
import type { TaskStart } from "@/components/task/start/load-start";
import { SwitchFields } from "@/components/task/start/switch-fields";
import { isWorkspaceType } from "@/lib/inventory/rules";
import { appFamily } from "@/lib/protocol/app";
import type { LaunchField } from "@/lib/template/rules/launch";

type LaunchFieldsProps = { start: TaskStart; fields: ReadonlySet<LaunchField> };

/** The task options that the template allows, except for the build. */
export function LaunchFields({ start, fields }: LaunchFieldsProps) {
  const t = useTranslations("task.form");
  const { task_params: defaults } = start.template;
  return (
    <>
      {fields.has("message") && (
        <TextField name="message" label={t("message")} placeholder={t("messagePlaceholder")} maxLength={2000} />
      )}
      {fields.has("git_branch") && (
        <TextField
          name="git_branch"
          label={t("branch")}
          placeholder={start.template.git_branch ?? t("branchDefault")}
          mono
        />
      )}
      <ResourceFields start={start} fields={fields} />
      {fields.has("limit") && (
        <TextField
          name="limit"
          label={t("limit")}
          help={t("limitHelp")}
          placeholder={defaults.limit?.join(",") || "web1,web2"}
          mono
        />
      )}
      {(fields.has("tags") || fields.has("skip_tags")) && (
        <FormRow>
          {fields.has("tags") && (
            <TextField name="tags" label={t("tags")} placeholder={defaults.tags?.join(",")} mono />
          )}
          {fields.has("skip_tags") && (
            <TextField name="skip_tags" label={t("skipTags")} placeholder={defaults.skip_tags?.join(",")} mono />
          )}
        </FormRow>
      )}
      {fields.has("arguments") && (
        <StringListField
          name="arguments"
          label={t("arguments")}
          help={t("argumentsHelp")}
          placeholder={t("argumentsPlaceholder")}
        />
      )}
      <SwitchFields fields={fields} />
      {fields.has("plan") && <CheckboxField name="plan" label={t("plan")} help={t("planHelp")} />}
      {fields.has("destroy") && <CheckboxField name="destroy" label={t("destroy")} help={t("destroyHelp")} />}
    </>
  );
}

type Named = { id: number; name: string };

const toOption = ({ id, name }: Named) => ({ value: id, label: name });
const nameIn = (list: Named[], id: number | null) => list.find((item) => item.id === id)?.name;
const asIs = (made: TaskStart["inventories"][number]) => made;

/** Selects an inventory or environment other than the template's. */
function ResourceFields({ start, fields }: LaunchFieldsProps) {
  if (!fields.has("inventory_id") && !fields.has("environment_id")) return null;
  return (
    <FormRow>
      {fields.has("inventory_id") && <InventoryField start={start} />}
      {fields.has("environment_id") && <EnvironmentField start={start} />}
    </FormRow>
  );
}

function InventoryField({ start: { template, inventories } }: Pick<LaunchFieldsProps, "start">) {
  const t = useTranslations();
  const { known, create } = useCreatableInventory(template.app, inventories, asIs);
  const ofTerraform = appFamily(template.app) === "terraform";
  return (
    <SelectField
      name="inventory_id"
      label={t(`template.form.${ofTerraform ? "workspace" : "inventory"}`)}
      options={known.filter(({ type }) => isWorkspaceType(type) === ofTerraform).map(toOption)}
      create={create}
      placeholder={nameIn(inventories, template.inventory_id) ?? t("task.form.templateDefault")}
      clearable
    />
  );
}

function EnvironmentField({ start: { template, environments } }: Pick<LaunchFieldsProps, "start">) {
  const t = useTranslations();
  const { known, create } = useCreatable<Named>(environments, t("environment.new"), (onCreated) => ({
    kind: "environment",
    onCreated,
  }));
  return (
    <SelectField
      name="environment_id"
      label={t("template.form.environment")}
      options={known.map(toOption)}
      create={create}
      placeholder={nameIn(environments, template.environment_id) ?? t("task.form.templateDefault")}
      clearable
    />
  );
}
