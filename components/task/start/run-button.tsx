"use client";

import { Play } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnceOpen } from "@/components/dialog/use-once-open";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { typeKey } from "@/components/template/type-key";
import { Button, type ButtonProps } from "@/components/ui/button";

const NewTaskDialog = dynamic(() =>
  import("@/components/task/start/new-task-dialog").then((module) => module.NewTaskDialog),
);

type RunButtonProps = Pick<ButtonProps, "variant" | "size"> & { source: TaskSource };

/** Run, Build or Deploy: asks what the task needs. The key r presses that of the row at hand, else the page's own. */
export function RunButton({ source, ...button }: RunButtonProps) {
  const t = useTranslations("task.start");
  const [open, setOpen] = useState(false);
  const opened = useOnceOpen(open);
  return (
    <>
      <Button data-run={button.variant === "primary" ? "page" : "row"} onClick={() => setOpen(true)} {...button}>
        <Play />
        {t(typeKey(source.tpl_type))}
      </Button>
      {opened && <NewTaskDialog source={source} open={open} onOpenChange={setOpen} />}
    </>
  );
}
