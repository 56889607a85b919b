import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { TextField } from "@/components/form/field/text-field";
import { KeyField } from "@/components/key/key-field";
import type { KeyChoice } from "@/components/key/use-key-options";
import { RunnerTest } from "@/components/probe/test-panel";
import { RepositoryKindChips } from "@/components/repository/repository-kind-chips";
import { isLocal } from "@/lib/repository/rules";

type RepositoryFieldsProps = { projectId: number; keys: KeyChoice[] };

export function RepositoryFields({ projectId, keys }: RepositoryFieldsProps) {
  const t = useTranslations("repository");
  const local = isLocal(useWatch({ name: "git_url" }));
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <TextField name="git_url" label={t("url")} required mono maxLength={2000} placeholder={t("urlExample")} />
      <RepositoryKindChips />
      {!local && (
        <TextField
          name="git_branch"
          label={t("branch")}
          required
          mono
          maxLength={255}
          placeholder={t("branchExample")}
        />
      )}
      <KeyField name="ssh_key_id" label={t("key")} required tip={t("keyTip")} projectId={projectId} keys={keys} />
      <RunnerTest projectId={projectId} body={probeOf} />
    </>
  );
}

type Address = { git_url: string; git_branch: string; ssh_key_id: number | null };

const probeOf = ({ git_url, git_branch, ssh_key_id }: Address) => ({
  kind: "repository" as const,
  git_url,
  git_branch: isLocal(git_url) ? "" : git_branch,
  ssh_key_id,
});
