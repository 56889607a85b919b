"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { FormProvider } from "react-hook-form";
import { api } from "@/components/api-client";
import { FormFailure } from "@/components/form/form-failure";
import { FormFrame } from "@/components/form/form-frame";
import { LeaveGuard } from "@/components/form/leave-guard";
import { useEntityForm } from "@/components/form/use-entity-form";
import { PageBody } from "@/components/shell/page/page-body";
import { BasicsSection } from "@/components/template/form/basics-section";
import { CommandPreview } from "@/components/template/form/command-preview";
import { loadCommitChecks, saveCommitCheck } from "@/components/template/form/commit-check/save-commit-check";
import type { FormResources } from "@/components/template/form/form-resources";
import { InputsSection } from "@/components/template/form/inputs-section";
import { LaunchSection } from "@/components/template/form/launch-section";
import { SourceSection } from "@/components/template/form/source-section";
import { StateSection } from "@/components/template/form/state-section";
import {
  type TemplateFormOutput,
  TemplateFormSchema,
  type TemplateFormValues,
  templateFormValues,
} from "@/components/template/form/template-form-schema";
import { TriggersSection } from "@/components/template/form/triggers-section";
import { templateHref, templatesHref } from "@/components/template/template-href";
import { Button } from "@/components/ui/button";
import { GraphField } from "@/components/workflow/editor/graph-field";
import type { ActionResult, Failure } from "@/lib/operation/result";
import { stateKindOf } from "@/lib/state/rules/workspace";
import { createTemplate, updateTemplate } from "@/lib/template/actions";
import type { TemplateInput } from "@/lib/template/schema";

type TemplateFormProps = {
  projectId: number;
  /** Null: a new template. */
  templateId: number | null;
  defaults: TemplateFormValues;
  resources: FormResources;
};

/** Creates or edits a template; previews the command of a task. */
export function TemplateForm({ projectId, templateId, defaults, resources }: TemplateFormProps) {
  const router = useRouter();

  /** A new template has its id from the first saving on, even when its commit check was refused. */
  const saved = useRef(templateId);

  /** Otherwise the template keeps its state, which its first run may have given it since. */
  const choosesState = () => saved.current === null || form.getFieldState("state_id").isDirty;

  async function submit({ template, commit_check }: TemplateFormOutput): Promise<ActionResult<number>> {
    const state_id = choosesState() ? template.state_id : undefined;
    const body = { ...template, state_id, project_id: projectId, app: resources.app.id };
    const stored = await saveTemplate(body, saved.current);
    if (!stored.ok) return stored;
    saved.current = stored.data;
    const wasOn = form.formState.defaultValues?.commit_check?.on === true;
    const checked = await saveCommitCheck(projectId, stored.data, commit_check, wasOn);
    return checked.ok ? stored : { ok: false, failure: ofCheck(checked.failure) };
  }

  function open(id: number) {
    router.push(templateHref(projectId, id));
    // Back would show the form as it was before.
    router.refresh();
  }

  async function reload(id: number): Promise<TemplateFormValues> {
    const values = await loadValues(projectId, id);
    return choosesState() ? values : { ...values, state_id: form.getValues("state_id") };
  }

  const { form, element, failure, save } = useEntityForm({
    schema: TemplateFormSchema,
    defaults,
    reload: templateId === null ? undefined : () => reload(templateId),
    submit,
    onSaved: open,
    stays: true,
    startsFocused: templateId === null,
  });
  const { isSubmitting, isDirty } = form.formState;
  const back = templateId === null ? templatesHref(projectId, null) : templateHref(projectId, templateId);

  return (
    <FormProvider {...form}>
      <FormFrame
        element={element}
        save={save}
        saving={isSubmitting}
        enterSaves={false}
        className="@container flex min-w-0 flex-1 flex-col"
      >
        <LeaveGuard unsaved={isDirty && !isSubmitting} />
        <PageBody className="gap-6 *:max-w-6xl *:data-[field=graph]:max-w-none">
          <FormFailure failure={failure} />
          <BasicsSection resources={resources} />
          {resources.workflow ? (
            <GraphField resources={resources.workflow} />
          ) : (
            <SourceSection projectId={projectId} resources={resources} />
          )}
          {stateKindOf(resources.app.id) && <StateSection resources={resources} isNew={templateId === null} />}
          <InputsSection projectId={projectId} resources={resources} />
          <LaunchSection app={resources.app.id} />
          <TriggersSection resources={resources} />
        </PageBody>
        <footer className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-border border-t bg-card px-4 py-3 min-[900px]:px-6">
          {!resources.workflow && <CommandPreview resources={resources} />}
          <FormButtons back={back} isNew={templateId === null} saving={isSubmitting} />
        </footer>
      </FormFrame>
    </FormProvider>
  );
}

function FormButtons({ back, isNew, saving }: { back: string; isNew: boolean; saving: boolean }) {
  const t = useTranslations("common");
  return (
    <div className="ml-auto flex shrink-0 gap-2">
      <Button asChild>
        <Link href={back}>{t("cancel")}</Link>
      </Button>
      <Button type="submit" variant="primary" loading={saving}>
        {t(isNew ? "create" : "save")}
      </Button>
    </div>
  );
}

/** At the fields that the form has for the commit check. */
const ofCheck = ({ fields, ...failure }: Failure): Failure => ({
  ...failure,
  fields: Object.fromEntries(Object.entries(fields).map(([path, text]) => [`commit_check.${path}`, text])),
});

async function loadValues(projectId: number, templateId: number): Promise<TemplateFormValues> {
  const [template, checks] = await Promise.all([
    api("GET /project/:projectId/templates/:templateId", { params: { projectId, templateId } }),
    loadCommitChecks(projectId, templateId),
  ]);
  return templateFormValues(template, checks);
}

async function saveTemplate(
  body: TemplateInput & { project_id: number },
  templateId: number | null,
): Promise<ActionResult<number>> {
  const { project_id: projectId } = body;
  if (templateId === null) {
    const created = await createTemplate({ projectId }, body);
    return created.ok ? { ok: true, data: created.data.id } : created;
  }
  const updated = await updateTemplate({ projectId, templateId }, { ...body, id: templateId });
  return updated.ok ? { ok: true, data: templateId } : updated;
}
