import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { NumberField } from "@/components/form/field/number-field";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { StringListField } from "@/components/form/list/string-list-field";
import { type ProjectName, ProjectScopeField } from "@/components/runner/project-scope-field";
import type { RunnerCalls } from "@/components/runner/runner-calls";
import type { ActionResult } from "@/lib/operation/result";
import { type NewRunner, type Runner, RunnerInput } from "@/lib/runner/schema";

const BLANK: Omit<ReturnType<typeof defaultsOf>, "id"> = {
  name: "",
  webhook: "",
  max_parallel_tasks: 0,
  tags: [],
  tagged_only: true,
  project_ids: null,
  active: true,
};

type Created = z.infer<typeof NewRunner> | undefined;

type RunnerFormProps = {
  /** Null creates a new runner. */
  item: Runner | null;
  calls: RunnerCalls;
  /** Null: it serves one project, which cannot be changed. */
  projects: ProjectName[] | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Receives the new runner and its token, if one was created. */
  onSaved: (created: Created) => void;
};

export function RunnerForm({ item, calls, projects, ...dialog }: RunnerFormProps) {
  const t = useTranslations();

  async function submit(given: RunnerInput): Promise<ActionResult<Created>> {
    // Without tags the checkbox is hidden, so its value is ignored.
    const input = { ...given, tagged_only: given.tagged_only && hasTags(given.tags) };
    if (!item) return calls.create(input);
    const saved = await calls.update(item.id, input);
    return saved.ok ? { ok: true, data: undefined } : saved;
  }

  return (
    <FormDialog
      {...dialog}
      title={t(item ? "runner.edit" : "runner.new")}
      schema={RunnerInput}
      defaults={item ? defaultsOf(item) : BLANK}
      reload={item ? async () => defaultsOf(await calls.read(item.id)) : undefined}
      submit={submit}
      submitLabel={item ? undefined : t("common.create")}
    >
      <TextField name="name" label={t("runner.name")} required maxLength={200} />
      <TextField
        name="webhook"
        label={t("runner.webhook")}
        help={t("runner.webhookHelp")}
        placeholder={WEBHOOK_EXAMPLE}
        maxLength={2000}
      />
      <NumberField
        name="max_parallel_tasks"
        label={t("runner.maxParallel")}
        help={t("runner.limitHelp")}
        placeholder={t("runner.unlimited")}
        emptyValue={0}
      />
      <StringListField name="tags" label={t("runner.tags")} help={t("runner.tagsHelp")} mono={false} />
      <TaggedOnlyField />
      {projects && <ProjectScopeField projects={projects} />}
      <CheckboxField name="active" label={t("runner.enabled")} help={t("runner.enabledHelp")} />
    </FormDialog>
  );
}

function TaggedOnlyField() {
  const t = useTranslations("runner");
  const tags: RunnerInput["tags"] = useWatch({ name: "tags" });
  return hasTags(tags) && <CheckboxField name="tagged_only" label={t("taggedOnly")} help={t("taggedOnlyHelp")} />;
}

const hasTags = (tags: RunnerInput["tags"]): boolean => (tags ?? []).length > 0;

const WEBHOOK_EXAMPLE = "https://…";

const defaultsOf = ({ id, name, webhook, max_parallel_tasks, tags, tagged_only, project_ids, active }: Runner) => ({
  id,
  name,
  webhook,
  max_parallel_tasks,
  tags,
  tagged_only,
  project_ids,
  active,
});
