import { useTranslations } from "next-intl";
import { z } from "zod";
import { api } from "@/components/api-client";
import { onlyOne } from "@/components/form/choice/only-one";
import { FormDialog } from "@/components/form/form-dialog";
import { handOver } from "@/components/form/use-entity-form";
import type { KeyChoice } from "@/components/key/use-key-options";
import { RepositoryFields } from "@/components/repository/repository-fields";
import type { ActionResult } from "@/lib/operation/result";
import { createRepository, updateRepository } from "@/lib/repository/actions";
import { isLocal } from "@/lib/repository/rules";
import { type Repository, RepositoryInput } from "@/lib/repository/schema";

const BLANK = { name: "", git_url: "", git_branch: "" };

type RepositoryValues = z.input<typeof RepositoryInput>;

/** A branch typed before the URL became a path is hidden, so it is dropped. */
const RepositoryFormInput = z
  .custom<RepositoryValues>()
  .transform((values): RepositoryValues => (isLocal(values.git_url ?? "") ? { ...values, git_branch: "" } : values))
  .pipe(RepositoryInput);

type RepositoryFormProps = {
  projectId: number;
  keys: KeyChoice[];
  /** Null creates a new repository. */
  repositoryId: number | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
  onCreated?: (repository: Repository) => void;
};

export function RepositoryForm({ projectId, keys, repositoryId, onCreated, ...dialog }: RepositoryFormProps) {
  const t = useTranslations();
  const isNew = repositoryId === null;
  const stored = isNew
    ? undefined
    : () => api("GET /project/:projectId/repositories/:repositoryId", { params: { projectId, repositoryId } });

  function submit(input: RepositoryInput): Promise<ActionResult<unknown>> {
    return isNew
      ? handOver(createRepository({ projectId }, input), onCreated)
      : updateRepository({ projectId, repositoryId }, input);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(isNew ? "repository.new" : "repository.edit")}
      width={450}
      schema={RepositoryFormInput}
      defaults={stored ?? { ...BLANK, ssh_key_id: onlyOne(keys) }}
      reload={stored}
      submit={submit}
      submitLabel={isNew ? t("common.create") : undefined}
    >
      <RepositoryFields projectId={projectId} keys={keys} />
    </FormDialog>
  );
}
