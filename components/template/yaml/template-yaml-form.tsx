import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { api } from "@/components/api-client";
import { CodeField } from "@/components/form/code/code-field";
import type { Marks } from "@/components/form/code/language/language";
import { FormDialog } from "@/components/form/form-dialog";
import { useApiResult } from "@/components/form/use-api-result";
import { templateHref } from "@/components/template/template-href";
import type { ActionResult } from "@/lib/operation/result";

const FormInput = z.object({ yaml: z.string() });

type TemplateYamlFormProps = {
  projectId: number;
  /** Null creates a new template. */
  templateId: number | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A template as text, to edit it or to take it to another project. */
export function TemplateYamlForm({ projectId, templateId, ...dialog }: TemplateYamlFormProps) {
  const t = useTranslations();
  const router = useRouter();
  const apiResult = useApiResult();
  const [marks, setMarks] = useState<Marks>();
  const stored = templateId === null ? undefined : () => loadYaml(projectId, templateId);

  /** The id of a new template, to go there. */
  async function send(yaml: string): Promise<number | null> {
    const body = { yaml };
    if (templateId === null) {
      return (await api("POST /project/:projectId/templates/yaml", { params: { projectId }, body })).id;
    }
    await api("PUT /project/:projectId/templates/:templateId/yaml", { params: { projectId, templateId }, body });
    return null;
  }

  async function save({ yaml }: z.output<typeof FormInput>): Promise<ActionResult<number | null>> {
    const result = await apiResult(send(yaml));
    if (result.ok) return result;
    const places = Object.entries(result.failure.fields).map(([path, message]) => ({ path, message }));
    setMarks({ text: yaml, places });
    if (places.length === 0) return result;
    return { ok: false, failure: { ...result.failure, message: t("template.yaml.marked"), fields: {} } };
  }

  return (
    <FormDialog
      {...dialog}
      title={t(templateId === null ? "template.yaml.new" : "template.yaml.edit")}
      width={800}
      schema={FormInput}
      defaults={stored ?? { yaml: "" }}
      reload={stored}
      submit={save}
      submitLabel={templateId === null ? t("common.create") : undefined}
      onSaved={(id) => (id === null ? router.refresh() : router.push(templateHref(projectId, id)))}
      enterSaves={false}
    >
      <CodeField
        name="yaml"
        label="YAML"
        help={t("template.yaml.help")}
        language="template-yaml"
        rows={22}
        marks={marks}
      />
    </FormDialog>
  );
}

const loadYaml = async (projectId: number, templateId: number) => ({
  yaml: await api("GET /project/:projectId/templates/:templateId/yaml", { params: { projectId, templateId } }),
});
