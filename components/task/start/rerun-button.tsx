import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnceOpen } from "@/components/dialog/use-once-open";
import { NewTask, prepareNewTask } from "@/components/task/start/new-task";
import { typeKey } from "@/components/template/type-key";
import { Button } from "@/components/ui/button";
import type { TaskDetail } from "@/lib/task/schema";

/** Rerun, Rebuild or Redeploy, in the task's log. */
export function RerunButton({ task }: { task: TaskDetail }) {
  const t = useTranslations("task.again");
  const [open, setOpen] = useState(false);
  const opened = useOnceOpen(open);
  return (
    <>
      <Button onPointerEnter={prepareNewTask} onClick={() => setOpen(true)}>
        <RotateCw />
        {t(typeKey(task.tpl_type))}
      </Button>
      {opened && <NewTask source={{ ...task, previous: task }} open={open} onOpenChange={setOpen} />}
    </>
  );
}
