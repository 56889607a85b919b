import { GitBranch } from "lucide-react";
import { useTranslations } from "next-intl";
import { CommitHash } from "@/components/format/commit-hash";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import type { KeyChoice } from "@/components/key/use-key-options";
import { useFactColumns } from "@/components/resource/use-fact-columns";
import type { Column } from "@/components/table/columns/column";
import { Badge } from "@/components/ui/badge";
import { isLocal } from "@/lib/repository/rules";
import type { Repository, RepositoryFacts } from "@/lib/repository/schema";

/** Letters at the end of a long address that stay visible; the repository's name is there. */
const URL_TAIL = 16;

export type RepositoryRow = Repository & { facts: RepositoryFacts | undefined };

export function useRepositoryColumns(keys: KeyChoice[]): Column<RepositoryRow>[] {
  const t = useTranslations("repository");
  const texts = useTranslations("resource");
  const facts = useFactColumns<RepositoryRow>();
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
    {
      key: "commit",
      header: texts("lastCommit"),
      cell: ({ facts }) => <CommitHash hash={facts?.commit_hash} message={facts?.commit_message} />,
      search: ({ facts }) => facts?.commit_hash,
    },
    {
      key: "checked",
      header: texts("lastCheck"),
      from: 1150,
      cell: ({ facts }) => <LastCheck facts={facts} />,
      sort: ({ facts }) => facts?.checked_at,
    },
    ...facts,
  ];
}

/** When a commit check last looked at the repository. */
export function LastCheck({ facts }: Pick<RepositoryRow, "facts">) {
  const t = useTranslations("status");
  return (
    <span className="flex items-center gap-2">
      <Time value={facts?.checked_at} />
      {facts?.check_failed && <Badge variant="error">{t("error")}</Badge>}
    </span>
  );
}

/** Shows the branch only for cloned repositories; a local path is used as it is. */
function RepositoryUrl({ git_url, git_branch }: Pick<Repository, "git_url" | "git_branch">) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Name text={git_url} tail={URL_TAIL} className="font-mono text-xs md:min-w-52" />
      {!isLocal(git_url) && (
        <span className="inline-flex min-w-16 max-w-28 items-center gap-1 text-muted-foreground text-xs md:max-w-48">
          <GitBranch aria-hidden="true" className="size-3.5 shrink-0" />
          <Name text={git_branch} />
        </span>
      )}
    </span>
  );
}
