import { CircleCheck, CircleDashed, CircleMinus, X } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { MouseEvent, ReactNode } from "react";
import type { FormRequest } from "@/components/create/create-context";
import { useFormHost } from "@/components/create/use-form-host";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { DemoCard } from "@/components/project/checklist/demo-card";
import { useConsole } from "@/components/shell/console-context";
import { wantsNewTab } from "@/components/table/row/row-open";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { RunButton } from "@/components/task/start/start-buttons";
import { NewTemplateMenu } from "@/components/template/list/new-template-menu";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { dismissChecklist } from "@/lib/project/actions";
import { CHECKLIST_STEPS, type ChecklistStep, type StepState, stateOf } from "@/lib/project/rules";
import type { Checklist } from "@/lib/project/schema";

export type ChecklistProps = {
  projectId: number;
  checklist: Checklist;
  /** The template that the last step runs, once there is one. */
  source: TaskSource | null;
};

/** The first steps of a new project, until its first run or until the user dismisses them. */
export function ProjectChecklist({ projectId, checklist, source }: ChecklistProps) {
  const t = useTranslations();
  const mayCreateProject = useConsole().user.can_create_project;
  const { show, form } = useFormHost(projectId);
  const dismiss = useDismiss(projectId);
  return (
    <>
      <div className="grid items-start gap-3 lg:grid-cols-[1fr_20rem]">
        <Card className="min-w-0">
          <section aria-label={t("project.checklist.title")}>
            <header className="flex min-h-11 items-center gap-3 pr-2 pl-4">
              <h2 className="flex-1 font-semibold text-sm">{t("project.checklist.title")}</h2>
              <IconButton label={t("common.hide")} onClick={() => void dismiss()}>
                <X />
              </IconButton>
            </header>
            <ol className="divide-y divide-border border-border border-t">
              {CHECKLIST_STEPS.map((step) => (
                <Step key={step} step={step} state={stateOf(checklist, step)} source={source}>
                  <StepAction step={step} {...{ projectId, source, show }} />
                </Step>
              ))}
            </ol>
          </section>
        </Card>
        {mayCreateProject && <DemoCard />}
      </div>
      {form}
    </>
  );
}

type StepProps = Pick<ChecklistProps, "source"> & { step: ChecklistStep; state: StepState; children: ReactNode };

function Step({ step, state, source, children }: StepProps) {
  const t = useTranslations();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <StepIcon state={state} />
      <div className="min-w-40 flex-1">
        <p className="font-medium text-sm">{t(`project.checklist.steps.${step}`)}</p>
        <p className="text-muted-foreground text-xs">
          {step !== "run" && t(`${step}.none`)}
          {step === "run" &&
            t(`project.checklist.${source ? "runHelp" : "runFirst"}`, { name: source?.tpl_alias ?? "" })}
        </p>
      </div>
      {state === "unneeded" && <span className="text-muted-foreground text-xs">{t("project.checklist.unneeded")}</span>}
      {state !== "done" && children}
    </li>
  );
}

function StepIcon({ state }: { state: StepState }) {
  const t = useTranslations("project.checklist");
  if (state === "done")
    return <CircleCheck role="img" aria-label={t("done")} className="size-4 shrink-0 text-success-text" />;
  const Icon = state === "unneeded" ? CircleMinus : CircleDashed;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />;
}

const FORMS: Partial<
  Record<
    ChecklistStep,
    { list: string; request: FormRequest; label: "key.new" | "repository.new" | "inventory.newOne" }
  >
> = {
  key: { list: "keys", request: { kind: "key" }, label: "key.new" },
  repository: { list: "repositories", request: { kind: "repository" }, label: "repository.new" },
  inventory: { list: "inventory", request: { kind: "inventory", type: "static" }, label: "inventory.newOne" },
};

type StepActionProps = Omit<ChecklistProps, "checklist"> & {
  step: ChecklistStep;
  show: (request: FormRequest) => void;
};

/** Opens the step's form here (in another tab, its list), or runs the template. */
function StepAction({ step, projectId, source, show }: StepActionProps) {
  const t = useTranslations();
  const form = FORMS[step];
  if (step === "template") return <NewTemplateMenu projectId={projectId} viewId={null} variant="secondary" />;
  if (!form) return source && <RunButton source={source} variant="secondary" />;

  function press(event: MouseEvent) {
    if (!form || wantsNewTab(event)) return;
    event.preventDefault();
    show(form.request);
  }

  return (
    <Button asChild>
      <Link href={`/project/${projectId}/${form.list}`} prefetch={false} onClick={press}>
        {t(form.label)}
      </Link>
    </Button>
  );
}

function useDismiss(projectId: number) {
  const router = useRouter();
  const problemText = useProblemText();
  return async () => {
    const problem = await dismissChecklist({ projectId }).then(problemOf, problemText);
    if (problem !== null) toast.error(problem);
    else router.refresh();
  };
}
