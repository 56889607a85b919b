import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { AppIcon } from "@/components/app/app-icon";
import { ScreenTexts } from "@/components/language/screen-texts";
import { describeSchedules } from "@/components/schedule/cron/described-schedules";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { StatisticsLink } from "@/components/statistics/statistics-link";
import { TaskOutputs } from "@/components/task/panel/facts/task-outputs";
import { RunButton } from "@/components/task/start/start-buttons";
import { CommitChecks } from "@/components/template/detail/commit-checks";
import { ManageTemplate } from "@/components/template/detail/manage-template";
import { TemplateFacts } from "@/components/template/detail/template-facts";
import { TemplateSchedules } from "@/components/template/detail/template-schedules";
import { TemplateTasks } from "@/components/template/detail/template-tasks";
import { TemplateVariables } from "@/components/template/detail/template-variables";
import { FavoriteButton } from "@/components/template/favorite-button";
import { sourceOf } from "@/components/template/task-source";
import { templatesHref } from "@/components/template/template-href";
import { LazyTemplateGraph } from "@/components/workflow/template/lazy-template-graph";
import { checkProblem } from "@/lib/drift/rules";
import { load } from "@/lib/operation/load";
import { listSchedules } from "@/lib/schedule/operations";
import { getState } from "@/lib/state/operations";
import { getTask, listLastTemplateTasks } from "@/lib/task/operations";
import { getTemplate, listCommitChecks, listTemplateNames, listTemplateVariables } from "@/lib/template/operations";
import { asksFirst } from "@/lib/template/rules/launch";
import { getView } from "@/lib/view/operations";

type TemplateScreenProps = { projectId: number; templateId: number; viewId: number | null };

/** One template: what it runs, and its tasks. With a view, Back returns to it. */
export async function TemplateScreen({ projectId, templateId, viewId }: TemplateScreenProps) {
  const params = { projectId, templateId };
  const [t, { can }, template, tasks, checks, schedules, view, names] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(getTemplate, params),
    load(listLastTemplateTasks, params, { children: "true" }),
    load(listCommitChecks, params),
    load(listSchedules, { projectId }, { template_id: templateId }),
    viewId === null ? null : load(getView, { projectId, viewId }),
    load(listTemplateNames, { projectId }),
  ]);
  const { state_id: stateId, last_task_id: taskId } = template;
  const isMerged = template.environment_ids.length > 1 && can("manageResources");
  const [variables, state, lastTask] = await Promise.all([
    isMerged ? load(listTemplateVariables, params) : null,
    stateId === null || template.declares_backend ? null : load(getState, { projectId, stateId }),
    stateId === null || taskId === null ? null : load(getTask, { projectId, taskId }),
  ]);
  const source = sourceOf({ ...template, asks: asksFirst(template, { mayManage: can("manageResources") }) });
  const back = { label: t("templates"), href: templatesHref(projectId, null) };
  const crumbs = view ? [back, { label: view.title, href: templatesHref(projectId, view.id) }] : [back];
  return (
    <ScreenTexts of="template">
      <PageHeader
        title={template.name}
        crumbs={crumbs}
        icon={<AppIcon app={template.app} />}
        actions={
          <>
            <FavoriteButton template={template} />
            {tasks.length > 0 && <StatisticsLink {...params} />}
            {can("manageResources") && <ManageTemplate template={template} viewId={viewId} />}
            {can("runTasks") && checkProblem(template) === null && (
              <RunButton source={{ ...source, drift_check: true }} />
            )}
            {can("runTasks") && (
              <span className="flex items-center gap-2">
                <RunButton source={source} variant="primary" />
              </span>
            )}
          </>
        }
      />
      <PageBody>
        <TemplateFacts template={template} resources={names} state={state} />
        {template.graph && <LazyTemplateGraph graph={template.graph} templates={names.templates} />}
        {lastTask && <TaskOutputs projectId={projectId} state={lastTask.state} outputs={lastTask.outputs} />}
        {variables && <TemplateVariables {...{ projectId, templateId, variables }} />}
        <TemplateSchedules projectId={projectId} schedules={await describeSchedules(schedules)} />
        <CommitChecks checks={checks} repositories={names.repositories} />
        <TemplateTasks template={template} tasks={tasks} />
      </PageBody>
    </ScreenTexts>
  );
}
