import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { FormDialog } from "@/components/form/form-dialog";
import { IntegrationFields } from "@/components/integration/integration-fields";
import {
  BLANK_INTEGRATION,
  bodyOf,
  formOf,
  IntegrationForm as Schema,
  type TemplateChoice,
} from "@/components/integration/integration-form-schema";
import type { KeyChoice } from "@/components/key/use-key-options";
import { createIntegration, updateIntegration } from "@/lib/integration/actions";
import type { Integration } from "@/lib/integration/schema";
import type { ActionResult } from "@/lib/operation/result";

type IntegrationFormProps = {
  projectId: number;
  templates: TemplateChoice[];
  keys: KeyChoice[];
  /** Null creates a new integration. */
  item: Integration | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

export function IntegrationForm(props: IntegrationFormProps) {
  const { projectId, templates, keys, item, open, onOpenChange, onSaved } = props;
  const t = useTranslations();

  async function submit(form: Schema): Promise<ActionResult<unknown>> {
    if (!item) return createIntegration({ projectId }, bodyOf(form, null, templates));
    // What the form does not show stays as it is by now, not as it was when the page was loaded.
    const body = bodyOf(form, await read(projectId, item.id), templates);
    return updateIntegration({ projectId, integrationId: item.id }, body);
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(item ? "integration.edit" : "integration.new")}
      width={450}
      schema={Schema}
      defaults={item ? formOf(item) : BLANK_INTEGRATION}
      reload={item ? async () => formOf(await read(projectId, item.id)) : undefined}
      submit={submit}
      onSaved={onSaved}
      submitLabel={item ? undefined : t("common.create")}
    >
      <IntegrationFields {...{ templates, keys }} />
    </FormDialog>
  );
}

const read = (projectId: number, integrationId: number) =>
  api("GET /project/:projectId/integrations/:integrationId", { params: { projectId, integrationId } });
