import { Task } from "@/lib/queue/schema";
import type { NewTaskBody } from "@/lib/task/schema";
import type { Template } from "@/lib/template/schema";
import type { Api } from "../api/api";
import { findBuild, findResource, findTemplate } from "../api/find";
import { connect } from "../api/login-file";
import { command } from "../terminal/command";
import { printJson, printNote, printText } from "../terminal/print";
import { readAnswers, readFileOfAnswers } from "./answers";
import { readWatchOptions, WATCH_HELP, watch, watchOptions } from "./watch";
import { printWhatIf } from "./what-if";

/** `signalbox run`: starts a task; with --follow exits with its result. */
export const run = command({
  usage: "run <template> [options]",
  takes: [1, 1],
  help: `Starts a task of a template, given by name or number.

  --project <project>   name or number; by default, the template is searched for in all your projects
  --follow              print the log until the task has ended; the exit code is its result
  --var <name=value>    the value of a survey variable; can be repeated
  --var-file <file>     values as a JSON object; - reads stdin. Use this for secrets
  --message <text>      why you are running it
  --branch <branch>     overrides the repository's branch
  --limit <hosts>       Ansible's limit; likewise --tags <tags> and --skip-tags <tags>
  --inventory <name>    overrides the template's; likewise --environment <name>
  --arg <argument>      an argument for the command line; can be repeated
  --build <build>       what to deploy: latest, a version or a task number
  --debug, --dry-run, --diff, --plan, --auto-approve
  --destroy             plan to destroy everything the template created
  --check               look for drift instead of running the template; with --follow, 5 is the exit code for drift
  --what-if             of a workflow: print which nodes would run with these values, and why others would not; start nothing
  --assume-failed <nodes>
                        with --what-if: what if these nodes failed, by their keys, separated by commas
  --json                the task as JSON; with --follow a line of JSON for each change and log line
${WATCH_HELP}`,
  options: {
    project: { type: "string" },
    follow: { type: "boolean" },
    var: { type: "string", multiple: true },
    "var-file": { type: "string" },
    message: { type: "string" },
    branch: { type: "string" },
    limit: { type: "string" },
    tags: { type: "string" },
    "skip-tags": { type: "string" },
    inventory: { type: "string" },
    environment: { type: "string" },
    arg: { type: "string", multiple: true },
    build: { type: "string" },
    debug: { type: "boolean" },
    "dry-run": { type: "boolean" },
    diff: { type: "boolean" },
    plan: { type: "boolean" },
    "auto-approve": { type: "boolean" },
    destroy: { type: "boolean" },
    check: { type: "boolean" },
    "what-if": { type: "boolean" },
    "assume-failed": { type: "string" },
    json: { type: "boolean" },
    ...watchOptions,
  },
  run: async (values, wanted = "") => {
    const watching = readWatchOptions(values);
    const answers = { ...(await readFileOfAnswers(values["var-file"])), ...readAnswers(values.var ?? []) };
    const api = connect();
    const template = await findTemplate(api, wanted, values.project);
    const { json, "assume-failed": failed } = values;
    if (values["what-if"]) return printWhatIf(api, template, { answers, failed, json });
    const body: NewTaskBody = {
      template_id: template.id,
      message: values.message,
      git_branch: values.branch,
      limit: values.limit,
      arguments: values.arg && JSON.stringify(values.arg),
      inventory_id: await findResource(api, template, "inventory", values.inventory),
      environment_id: await findResource(api, template, "environment", values.environment),
      environment: JSON.stringify(answers),
      build_task_id: values.build === undefined ? undefined : await findBuild(api, template, values.build),
      debug: values.debug,
      dry_run: values["dry-run"],
      diff: values.diff,
      drift_check: values.check,
      params: {
        plan: values.plan,
        auto_approve: values["auto-approve"],
        destroy: values.destroy,
        tags: values.tags,
        skip_tags: values["skip-tags"],
      },
    };
    const params = { projectId: template.project_id };
    const task = await api.read("POST /project/:projectId/tasks", { params, body }, Task);
    if (!values.follow) return values.json ? printJson(task) : printText(startedText(api, template, task.id));
    if (!values.json) printNote(startedText(api, template, task.id));
    const ref = { projectId: template.project_id, taskId: task.id };
    return watch(api, ref, { json: values.json ?? false, from: 0, ...watching });
  },
});

const startedText = (api: Api, { project_id, id, name }: Template, taskId: number): string =>
  `Task #${taskId} of ${name}: ${api.url}/project/${project_id}/templates/${id}?t=${taskId}`;
