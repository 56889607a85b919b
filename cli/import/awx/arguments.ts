import type { Launch } from "@/lib/template/rules/launch";
import type { JobTemplate } from "./schema";

/** The options of ansible-playbook that a job template sets. */
export function argumentsOf(template: JobTemplate, becomeMethod: string): string[] {
  const { job_type, limit, job_tags, skip_tags, forks, verbosity, start_at_task } = template;
  const options: [unknown, string][] = [
    [template.become_enabled, "--become"],
    [template.become_enabled && becomeMethod, `--become-method=${becomeMethod}`],
    [job_type === "check", "--check"],
    [template.diff_mode, "--diff"],
    [limit, `--limit=${limit}`],
    [job_tags, `--tags=${job_tags}`],
    [skip_tags, `--skip-tags=${skip_tags}`],
    [forks > 0, `--forks=${forks}`],
    [verbosity > 0, `-${"v".repeat(verbosity)}`],
    [template.force_handlers, "--force-handlers"],
    [start_at_task, `--start-at-task=${start_at_task}`],
  ];
  return options.flatMap(([applies, option]) => (applies ? [option] : []));
}

/** Prompts on launch, as the template's start options. */
export function launchOf(template: JobTemplate): Launch {
  const mode = (asks: boolean) => (asks ? "ask" : "fixed");
  return {
    git_branch: mode(template.ask_scm_branch_on_launch),
    inventory_id: mode(template.ask_inventory_on_launch || template.inventory === null),
    limit: mode(template.ask_limit_on_launch),
    tags: mode(template.ask_tags_on_launch),
    skip_tags: mode(template.ask_skip_tags_on_launch),
    debug: mode(template.ask_verbosity_on_launch),
    dry_run: mode(template.ask_job_type_on_launch),
    diff: mode(template.ask_diff_mode_on_launch),
  };
}

/** Prompts that have no counterpart. */
const OTHER_PROMPTS =
  /^ask_(credential|execution_environment|labels|forks|job_slice_count|timeout|instance_groups)_on_launch$/;

/** What a job template has that templates here don't, in sentences. */
export function templateGaps(template: JobTemplate): string[] {
  const { related, execution_environment, webhook_service, job_slice_count } = template;
  const prompts = Object.entries(template).flatMap(
    ([name, asks]) => (asks === true && OTHER_PROMPTS.exec(name)?.[1]) || [],
  );
  const labels = related?.labels.map(({ name }) => name) ?? [];
  const gaps: [unknown, string][] = [
    [prompts.length > 0, `the prompts for ${prompts.join(", ")}`],
    [
      template.ask_variables_on_launch,
      "the prompt for variables: the API and schedules can set any, the dialog only those of the survey",
    ],
    [template.ask_tags_on_launch && template.job_tags, `tags entered at the start are added to ${template.job_tags}`],
    [
      execution_environment,
      `the execution environment ${execution_environment?.name}: its tools have to be on the runner`,
    ],
    [job_slice_count > 1, `the ${job_slice_count} job slices`],
    [template.use_fact_cache, "the fact cache: set it in the repository's ansible.cfg"],
    [template.host_config_key, "the provisioning callback"],
    [webhook_service, `the ${webhook_service} webhook: add an integration`],
    [labels.length > 0, `the labels ${labels.join(", ")}`],
    ...notificationsOf(template),
  ];
  return gaps.flatMap(([applies, gap]) => (applies ? [gap] : []));
}

function notificationsOf({ related }: JobTemplate): [boolean, string][] {
  return (["started", "success", "error"] as const).map((when) => {
    const names = related?.[`notification_templates_${when}`].map(({ name }) => name) ?? [];
    return [names.length > 0, `the notifications on ${when}: ${names.join(", ")}`];
  });
}
