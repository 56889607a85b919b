import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { AppIcon } from "@/components/app/app-icon";
import { FormDialog } from "@/components/form/form-dialog";
import { openTask } from "@/components/task/open-task";
import { loadStart, type TaskStart } from "@/components/task/start/load-start";
import { NewTaskFields } from "@/components/task/start/new-task-fields";
import { NO_RULES, newTaskSchema, placed } from "@/components/task/start/new-task-schema";
import {
  type PreviousTask,
  rulesOfRerun,
  startValues,
  undeclaredAnswers,
} from "@/components/task/start/new-task-values";
import { useDestroyQuestion } from "@/components/task/start/use-destroy-question";
import { usePermission } from "@/components/task/use-permission";
import { typeKey } from "@/components/template/type-icon";
import { PreviewButton } from "@/components/workflow/preview/preview-button";
import type { ActionResult } from "@/lib/operation/result";
import type { Task } from "@/lib/queue/schema";
import { createTask } from "@/lib/task/actions";
import type { NewTaskBody } from "@/lib/task/schema";

export type TaskSource = {
  project_id: number;
  template_id: number;
  tpl_alias: string;
  tpl_app: string;
  tpl_type: string;
  /** On which to run it, instead of the template's. */
  inventory_id?: number | null;
  /** The task to run again. */
  previous?: PreviousTask;
  /** False: Run starts a task at once, without options. */
  asks?: boolean;
  /** Look for drift instead of running the template. */
  drift_check?: boolean;
};

type NewTaskDialogProps = {
  source: TaskSource;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** By default it opens the log. */
  onStarted?: (task: Pick<Task, "id">) => void;
};

const openLog = ({ id }: Pick<Task, "id">): void => openTask(id);

/** Asks for task options and starts the task. */
export function NewTaskDialog({ source, open, onOpenChange, onStarted = openLog }: NewTaskDialogProps) {
  const t = useTranslations();
  const mayManage = usePermission("manageResources");
  const [start, setStart] = useState<TaskStart | null>(null);
  const inFlight = useRef<Promise<ActionResult<Task>> | null>(null);
  const { project_id: projectId, previous = null, drift_check = false } = source;
  const kind = typeKey(source.tpl_type);
  const schema = newTaskSchema(
    start?.template ?? NO_RULES,
    start ? undeclaredAnswers({ ...start, previous, mayManage }) : {},
    { mayManage },
  );
  const destroying = useDestroyQuestion(start?.template ?? null);
  const verb = drift_check ? t("drift.check") : t(previous ? `task.again.${kind}` : `task.start.${kind}`);

  async function defaults() {
    const { template, ...choices } = await loadStart(projectId, source.template_id, { mayManage });
    const loaded = { ...choices, template: rulesOfRerun(template, previous) };
    setStart(loaded);
    return startValues({
      ...loaded,
      previous,
      inventoryId: source.inventory_id ?? null,
      newestBuildId: loaded.builds[0]?.id ?? null,
      mayManage,
    });
  }

  async function create(body: NewTaskBody): Promise<ActionResult<Task>> {
    const result = await createTask({ projectId }, { ...body, drift_check });
    return start ? placed(result, start.template) : result;
  }

  /** Enter and a simultaneous click share one request. */
  function submit(body: NewTaskBody): Promise<ActionResult<Task>> {
    inFlight.current ??= create(body).finally(() => {
      inFlight.current = null;
    });
    return inFlight.current;
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${verb}: ${source.tpl_alias}`}
      icon={<AppIcon app={source.tpl_app} />}
      width={520}
      schema={schema}
      defaults={defaults}
      submit={submit}
      confirm={destroying.confirm}
      submitLabel={verb}
      failureTitle={t("task.start.notStarted")}
      onSaved={onStarted}
      footer={start?.template.graph && <PreviewButton template={start.template} />}
    >
      {start && <NewTaskFields start={start} previous={previous} mayManage={mayManage} />}
      {destroying.dialog}
    </FormDialog>
  );
}
