import { StepForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnceOpen } from "@/components/dialog/prefetch-on-interaction";
import { Button } from "@/components/ui/button";
import { ResumeDialog } from "@/components/workflow/run/resume/resume-dialog";
import type { TaskDetail } from "@/lib/task/schema";

/** Continues an ended run as a new one. */
export function ResumeButton({ task }: { task: TaskDetail }) {
  const t = useTranslations("workflow.resume");
  const [open, setOpen] = useState(false);
  const opened = useOnceOpen(open);
  return (
    <>
      <Button variant={task.status === "success" ? "secondary" : "primary"} onClick={() => setOpen(true)}>
        <StepForward />
        {t("resume")}
      </Button>
      {opened && <ResumeDialog task={task} open={open} onOpenChange={setOpen} />}
    </>
  );
}
