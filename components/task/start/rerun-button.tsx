"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NewTaskDialog } from "@/components/task/start/new-task-dialog";
import { typeKey } from "@/components/template/type-key";
import { Button } from "@/components/ui/button";
import type { TaskDetail } from "@/lib/task/schema";

/** Rerun, Rebuild or Redeploy, from the task's own log. */
export function RerunButton({ task }: { task: TaskDetail }) {
  const t = useTranslations("task.again");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RotateCw />
        {t(typeKey(task.tpl_type))}
      </Button>
      <NewTaskDialog source={{ ...task, former: task }} open={open} onOpenChange={setOpen} />
    </>
  );
}
