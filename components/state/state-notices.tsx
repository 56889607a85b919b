import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyConfirmDialog } from "@/components/dialog/lazy-confirm-dialog";
import { Time } from "@/components/format/time";
import { useHolderText } from "@/components/state/lock-holder";
import { isEncrypted, type Workspace } from "@/components/state/state-summary";
import { TaskLink } from "@/components/task/task-link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { unlockState } from "@/lib/state/actions";
import type { State } from "@/lib/state/schema";

type StateNoticesProps = { state: State; workspace: Workspace; mayManage: boolean };

/** Notices at the top: the lock's holder, versions that wait for a decision, and what encryption hides. */
export function StateNotices({ state, workspace, mayManage }: StateNoticesProps) {
  const t = useTranslations("state");
  return (
    <>
      {workspace.lock && <LockNotice {...{ state, workspace, mayManage }} />}
      {workspace.offered > 0 && (
        <Alert variant="amber" title={t("offeredTitle", { count: workspace.offered })}>
          {t(isEncrypted(workspace) ? "offeredEncryptedHelp" : "offeredHelp")}
        </Alert>
      )}
      {isEncrypted(workspace) && <Alert>{t("encryptedHelp")}</Alert>}
    </>
  );
}

function LockNotice({ state, workspace, mayManage }: StateNoticesProps) {
  const t = useTranslations("state.lock");
  const [asking, setAsking] = useState(false);
  const holderText = useHolderText();
  const { project_id: projectId, id: stateId } = state;
  const { lock, name } = workspace;
  if (!lock) return null;
  const holder = lock.task_id === null ? holderText(lock) : <TaskLink projectId={projectId} taskId={lock.task_id} />;
  return (
    <Alert
      variant="amber"
      title={t.rich("title", { holder: () => holder, time: () => <Time value={lock.created} /> })}
      action={mayManage && <Button onClick={() => setAsking(true)}>{t("unlock")}</Button>}
    >
      {t(lock.task_id === null ? "byLaptop" : "byTask")}
      <LazyConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("unlockTitle")}
        question={t("question", { workspace: name, holder: holderText(lock) })}
        confirmLabel={t("unlock")}
        destructive
        confirm={() => unlockState({ projectId, stateId }, { workspace: name })}
      />
    </Alert>
  );
}
