"use client";

import { Download, RotateCcw, Stamp } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { withTexts } from "@/components/language/loaded-texts";
import { PageSection } from "@/components/shell/page/page-section";
import { isUndecided } from "@/components/state/state-summary";
import { useDownload } from "@/components/state/version/use-download";
import { useVersionColumns } from "@/components/state/version/use-version-columns";
import { VersionDifference } from "@/components/state/version/version-difference";
import { DataTable } from "@/components/table/data-table";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { State, Version } from "@/lib/state/schema";

const loadRollbackForm = () => withTexts(import("@/components/state/version/rollback-form"));
const RollbackForm = dynamic(() => loadRollbackForm().then((module) => module.RollbackForm));

const PAGE_SIZE = 20;

type VersionListProps = {
  state: State;
  versions: Version[];
  mayManage: boolean;
  /** The workspace is locked, so nothing can be rolled back. */
  locked: boolean;
  /** Links to the next page and back to the first; null if there is none. */
  older: string | null;
  newest: string | null;
};

/** All stored versions, newest first: who wrote each, why, and its changes. */
export function VersionList({ state, versions, mayManage, locked, older, newest }: VersionListProps) {
  const t = useTranslations("state");
  const { id: stateId, project_id: projectId } = state;
  const columns = useVersionColumns(projectId);
  const { busy, download } = useDownload(state);
  const rollback = useItemDialog<Version>();
  const actions = (version: Version) => (
    <>
      <IconButton
        label={t("version.download", { number: version.number })}
        loading={busy === version.id}
        onClick={() => download(version)}
      >
        <Download />
      </IconButton>
      {!version.newest && <RestoreButton version={version} locked={locked} onClick={() => rollback.edit(version)} />}
    </>
  );
  return (
    <PageSection title={t("versions")} about={t("versionsAbout")}>
      <DataTable
        label={t("versions")}
        list={{
          ...listOf("GET /project/:projectId/states/:stateId/versions", {
            params: { projectId, stateId },
            query: { workspace: versions[0]?.workspace },
          }),
          isPage: true,
        }}
        rows={versions}
        columns={columns}
        rowKey={({ id }) => id}
        pageSize={PAGE_SIZE}
        urlKey="versions"
        expand={(version) => <VersionDifference {...{ projectId, stateId, version, versions }} />}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("noVersions") }}
      />
      {(older || newest) && (
        <nav aria-label={t("version.further")} className="flex gap-2">
          {newest && <Further href={newest} text={t("version.newestOnes")} />}
          {older && <Further href={older} text={t("version.older")} />}
        </nav>
      )}
      <PrefetchOnInteraction open={rollback.dialog.open} load={loadRollbackForm}>
        {rollback.item && <RollbackForm state={state} version={rollback.item} {...rollback.dialog} />}
      </PrefetchOnInteraction>
    </PageSection>
  );
}

type RestoreButtonProps = { version: Version; locked: boolean; onClick: () => void };

/** Both create a new version with this one's content. */
function RestoreButton({ version, locked, onClick }: RestoreButtonProps) {
  const t = useTranslations();
  const { number, resources } = version;
  const undecided = isUndecided(version);
  const isFixed = resources === null && !undecided;
  const label = () => {
    if (locked) return t("state.lock.keeps");
    if (isFixed) return t("errors.stateEncrypted");
    return t(undecided ? "state.version.accept" : "state.version.rollback", { number });
  };
  return (
    <IconButton label={label()} disabled={locked || isFixed} onClick={onClick}>
      {undecided ? <Stamp /> : <RotateCcw />}
    </IconButton>
  );
}

const Further = ({ href, text }: { href: string; text: string }) => (
  <Button asChild variant="ghost">
    <Link href={href}>{text}</Link>
  </Button>
);
