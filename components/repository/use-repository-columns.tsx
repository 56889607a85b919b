import { GitBranch } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import type { KeyChoice } from "@/components/key/use-key-options";
import type { Column } from "@/components/table/columns/column";
import { isLocal } from "@/lib/repository/rules";
import type { Repository } from "@/lib/repository/schema";

export function useRepositoryColumns(keys: KeyChoice[]): Column<Repository>[] {
  const t = useTranslations("repository");
  const keyNames = new Map(keys.map((key) => [key.id, key.name]));
  return [
    {
      key: "name",
      header: t("name"),
      cell: ({ name }) => <Name text={name} className="font-medium" />,
      sort: (repository) => repository.name,
      search: (repository) => repository.name,
    },
    {
      key: "git_url",
      header: t("gitUrl"),
      cell: (repository) => <RepositoryUrl {...repository} />,
      sort: (repository) => repository.git_url,
      search: (repository) => `${repository.git_url} ${repository.git_branch}`,
    },
    {
      key: "ssh_key",
      header: t("key"),
      cell: (repository) => keyNames.get(repository.ssh_key_id) ?? <Dash />,
      sort: (repository) => keyNames.get(repository.ssh_key_id),
      search: (repository) => keyNames.get(repository.ssh_key_id),
    },
  ];
}

/** Shows the branch only for cloned repositories; a local path is used as it is. */
function RepositoryUrl({ git_url, git_branch }: Pick<Repository, "git_url" | "git_branch">) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Name text={git_url} className="font-mono text-xs" />
      {!isLocal(git_url) && (
        <span className="inline-flex max-w-28 shrink-0 items-center md:max-w-48 gap-1 text-muted-foreground text-xs">
          <GitBranch aria-hidden="true" className="size-3.5 shrink-0" />
          <Name text={git_branch} />
        </span>
      )}
    </span>
  );
}
