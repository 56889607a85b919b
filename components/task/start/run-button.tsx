"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnceOpen } from "@/components/dialog/use-once-open";
import { NewTask, prepareNewTask } from "@/components/task/start/new-task";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { typeKey } from "@/components/template/type-key";
import { Button, type ButtonProps } from "@/components/ui/button";

type RunButtonProps = Pick<ButtonProps, "variant" | "size"> & { source: TaskSource };

/** Run, Build or Deploy: opens the new-task dialog. The key r presses the current row's button, else the page's. */
export function RunButton({ source, ...button }: RunButtonProps) {
  const t = useTranslations("task.start");
  const [open, setOpen] = useState(false);
  const opened = useOnceOpen(open);
  return (
    <>
      <Button
        data-run={button.variant === "primary" ? "page" : "row"}
        onPointerEnter={prepareNewTask}
        onClick={() => setOpen(true)}
        {...button}
      >
        <Play />
        {t(typeKey(source.tpl_type))}
      </Button>
      {opened && <NewTask source={source} open={open} onOpenChange={setOpen} />}
    </>
  );
}
