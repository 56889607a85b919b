"use client";

import { Diff } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnceOpen } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { useQuickStart } from "@/components/task/start/use-quick-start";
import { typeKey } from "@/components/template/type-icon";
import { PageSymbol } from "@/components/theme/symbols";
import { Button, type ButtonProps } from "@/components/ui/button";
import { RowButton } from "@/components/ui/row-button";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import type { TaskDetail } from "@/lib/task/schema";

const load = () => withTexts(import("@/components/task/start/new-task-dialog"));

/** The dialog, loaded after the page. */
const NewTask = dynamic(() => load().then((module) => module.NewTaskDialog), { loading: () => null });

/** Prefetches the dialog; opening it reports why it could not be loaded. */
const prepareNewTask = (): void => void load().catch(() => undefined);

type RunButtonProps = Pick<ButtonProps, "variant" | "size"> & {
  source: TaskSource;
  /** Instead of Run, Build, Deploy or Check for drift. */
  label?: string;
};

/**
 * Starts a task, or asks for its options first; then a second button is not needed. The key r presses the current row's
 * button that runs, else the page's.
 */
export function RunButton({ source, label, ...button }: RunButtonProps) {
  const t = useTranslations();
  const verb = source.drift_check ? t("drift.check") : t(`task.start.${typeKey(source.tpl_type)}`);
  const place = button.variant === "primary" ? "page" : "row";
  const [open, setOpen] = useState(false);
  const opened = useOnceOpen(open);
  const { starting, start } = useQuickStart(source);
  const asks = source.asks !== false || source.drift_check;
  return (
    <>
      <Button
        data-run={source.drift_check ? undefined : place}
        onPointerEnter={asks ? prepareNewTask : undefined}
        onClick={asks ? () => setOpen(true) : start}
        loading={starting}
        {...button}
      >
        {source.drift_check ? <Diff /> : <PageSymbol name="icon-play" />}
        {label ?? verb}
      </Button>
      {!asks && <RowButton label={t("task.start.options")} symbol="icon-options" onClick={() => setOpen(true)} />}
      {opened && <NewTask source={source} open={open} onOpenChange={setOpen} />}
    </>
  );
}

const ResumeButton = dynamic(
  () => withTexts(import("@/components/workflow/run/resume/resume-button")).then((module) => module.ResumeButton),
  { loading: () => null },
);

/** Resumes the ended run of a workflow that no other workflow started; nothing for any other task. */
export function ResumeRun({ task }: { task: TaskDetail }) {
  const isRun = task.tpl_app === WORKFLOW_APP && task.parent_task_id === null;
  return isRun && <ResumeButton task={task} />;
}
