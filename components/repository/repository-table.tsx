"use client";

import { FolderGit2, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import type { KeyChoice } from "@/components/key/use-key-options";
import { withTexts } from "@/components/language/loaded-texts";
import { type RepositoryRow, useRepositoryColumns } from "@/components/repository/use-repository-columns";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { deleteRepository } from "@/lib/repository/actions";

const loadRepositoryForm = () => withTexts(import("@/components/repository/repository-form"));
const RepositoryForm = dynamic(() => loadRepositoryForm().then((module) => module.RepositoryForm));

const PAGE_SIZE = 20;

type RepositoryTableProps = {
  projectId: number;
  repositories: RepositoryRow[];
  keys: KeyChoice[];
  mayManage: boolean;
};

export function RepositoryTable({ projectId, repositories, keys, mayManage }: RepositoryTableProps) {
  const t = useTranslations();
  const columns = useRepositoryColumns(keys);
  const form = useItemDialog<RepositoryRow>();
  const deletion = useDeleteFlow<RepositoryRow>({
    kind: "repository",
    projectId,
    name: (repository) => repository.name,
    refs: (repository) =>
      api("GET /project/:projectId/repositories/:repositoryId/refs", {
        params: { projectId, repositoryId: repository.id },
      }),
    remove: (repository) => deleteRepository({ projectId, repositoryId: repository.id }),
  });
  const newButton = mayManage && (
    <Button variant="primary" onClick={form.create}>
      <Plus />
      {t("repository.new")}
    </Button>
  );
  const actions = (repository: RepositoryRow) => (
    <RowActions
      onEdit={() => form.edit(repository)}
      onDelete={() => deletion.ask(repository)}
      deleting={deletion.loadingRefs === repository}
    />
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.repositories")}
        list={listOf("GET /project/:projectId/repositories", { params: { projectId } })}
        rows={repositories}
        columns={columns}
        rowKey={(repository) => repository.id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search={repositories.length > 0}
        rowHref={({ id }) => `/project/${projectId}/repositories/${id}`}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("repository.none"), icon: <FolderGit2 />, action: newButton }}
        toolbarEnd={repositories.length > 0 && newButton}
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadRepositoryForm}>
        <RepositoryForm projectId={projectId} keys={keys} repositoryId={form.item?.id ?? null} {...form.dialog} />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
