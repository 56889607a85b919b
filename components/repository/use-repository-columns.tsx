import { GitBranch } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
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
      cell: ({ name }) => (
        <span className="line-clamp-1 whitespace-normal break-all font-medium" title={name}>
          {name}
        </span>
      ),
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
      <span className="line-clamp-1 min-w-0 whitespace-normal break-all font-mono text-xs" title={git_url}>
        {git_url}
      </span>
      {!isLocal(git_url) && (
        <span className="inline-flex max-w-28 shrink-0 items-center md:max-w-48 gap-1 text-muted-foreground text-xs">
          <GitBranch aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">{git_branch}</span>
        </span>
      )}
    </span>
  );
}
