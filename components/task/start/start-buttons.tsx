"use client";

import { Play, RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnceOpen } from "@/components/dialog/prefetch-on-interaction";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { typeKey } from "@/components/template/type-icon";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { TaskDetail } from "@/lib/task/schema";

const load = () => import("@/components/task/start/new-task-dialog");

/** The dialog, loaded after the page. */
export const NewTask = dynamic(() => load().then((module) => module.NewTaskDialog));

/** Prefetches the dialog. Offline, opening it reports the error. */
export const prepareNewTask = (): void => void load().catch(() => undefined);

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
