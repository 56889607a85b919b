import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { useConsole } from "@/components/shell/console-context";
import type { InProject, Startable } from "@/components/shell/palette/entry";
import { rememberRecent } from "@/components/shell/palette/recent";
import { useShell } from "@/components/shell/shell-context";
import { openTask, taskHref } from "@/components/task/open-task";
import { toast } from "@/components/ui/toast";

/** Starts and stops tasks, as their buttons do. `ask` opens the dialog for a template that needs options. */
export function useTaskCommands(ask: (template: Startable) => void) {
  const t = useTranslations("status");
  const problemText = useProblemText();
  const { show } = useShell();
  const openLog = useOpenLog();
  const tell = (thrown: unknown) => toast.error(problemText(thrown));

  function start(template: Startable): void {
    rememberRecent(template);
    if (template.start.asks) ask(template);
    else startNow(template);
  }

  function startNow({ project_id: projectId, id: template_id }: Startable): void {
    show(null);
    api("POST /project/:projectId/tasks", { params: { projectId }, body: { template_id } }).then(
      ({ id }) => openLog(id, projectId),
      tell,
    );
  }

  function stop({ id: taskId, project_id: projectId, name }: InProject): void {
    show(null);
    const stopped = () => toast.success(`#${taskId} ${name}: ${t("stopping")}`);
    const params = { projectId, taskId };
    api("POST /project/:projectId/tasks/:taskId/stop", { params, body: { force: false } }).then(stopped, tell);
  }

  return { start, stop };
}

/** A task of another project opens on its page. */
export function useOpenLog(): (taskId: number, projectId: number) => void {
  const { project } = useConsole();
  const { navigate } = useShell();
  return (taskId, projectId) => (projectId === project?.id ? openTask(taskId) : navigate(taskHref(projectId, taskId)));
}
