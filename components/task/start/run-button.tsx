"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NewTaskDialog, type TaskSource } from "@/components/task/start/new-task-dialog";
import { typeKey } from "@/components/template/type-key";
import { Button, type ButtonProps } from "@/components/ui/button";

type RunButtonProps = Pick<ButtonProps, "variant" | "size"> & { source: TaskSource };

/** Run, Build or Deploy: asks what the task needs. */
export function RunButton({ source, ...button }: RunButtonProps) {
  const t = useTranslations("task.start");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} {...button}>
        <Play />
        {t(typeKey(source.tpl_type))}
      </Button>
      <NewTaskDialog source={source} open={open} onOpenChange={setOpen} />
    </>
  );
}
