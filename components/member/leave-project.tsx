import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyConfirmDialog } from "@/components/dialog/lazy-confirm-dialog";
import { Button } from "@/components/ui/button";
import { Hint } from "@/components/ui/hint";
import { leaveProject } from "@/lib/member/actions";

type LeaveProjectProps = { projectId: number; projectName: string; isOwner: boolean };

/** Removes the current user from the project; owners can't leave. */
export function LeaveProject({ projectId, projectName, isOwner }: LeaveProjectProps) {
  const t = useTranslations("member");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Hint text={isOwner && t("ownerStays")}>
        <span className="inline-flex">
          <Button disabled={isOwner} onClick={() => setOpen(true)}>
            <LogOut />
            {t("leave")}
          </Button>
        </span>
      </Hint>
      <LazyConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("leave")}
        question={
          <>
            <p>{t("leaveQuestion")}</p>
            <p className="wrap-anywhere mt-1">{t("leaveText", { project: projectName })}</p>
          </>
        }
        confirmLabel={t("leave")}
        destructive
        width={360}
        confirm={() => leaveProject({ projectId })}
        // Full reload, because the whole console was rendered for a member of this project.
        onDone={() => window.location.assign("/")}
      />
    </>
  );
}
