import { StepForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnceOpen } from "@/components/dialog/prefetch-on-interaction";
import { Button } from "@/components/ui/button";
import { ResumeDialog } from "@/components/workflow/run/resume/resume-dialog";
import type { TaskDetail } from "@/lib/task/schema";

type ResumeButtonProps = { task: Pick<TaskDetail, "id" | "project_id" | "template_id" | "status"> };

/** Continues an ended run as a new one. One that succeeded has nothing left to resume, but can be run from chosen nodes. */
export function ResumeButton({ task }: ResumeButtonProps) {
  const t = useTranslations("workflow.resume");
  const [open, setOpen] = useState(false);
  const opened = useOnceOpen(open);
  const succeeded = task.status === "success";
  return (
    <>
      <Button variant={succeeded ? "secondary" : "primary"} onClick={() => setOpen(true)}>
        <StepForward />
        {t(succeeded ? "again" : "resume")}
      </Button>
      {opened && <ResumeDialog task={task} open={open} onOpenChange={setOpen} />}
    </>
  );
}
