import { z } from "zod";
import { parseId } from "@/lib/operation/id";
import { Project } from "@/lib/project/schema";
import { Task, TaskWithTpl } from "@/lib/queue/schema";
import { Runner } from "@/lib/runner/schema";
import { isDeployable } from "@/lib/task/rules";
import { Template } from "@/lib/template/schema";
import { CommandProblem } from "../problem";
import { type Api, ApiProblem } from "./api";

export type TaskRef = { projectId: number; taskId: number };

export const listProjects = (api: Api): Promise<Project[]> => api.read("GET /projects", {}, z.array(Project));

/** The project of that name or id. */
export async function findProject(api: Api, wanted: string): Promise<Project> {
  const projects = await listProjects(api);
  return pick(projects, wanted, "project", projects.map(label));
}

/** The wanted project, or the only one there is. */
export async function oneProject(api: Api, wanted: string | undefined): Promise<Project> {
  if (wanted !== undefined) return findProject(api, wanted);
  const projects = await listProjects(api);
  const [project] = projects;
  if (project && projects.length === 1) return project;
  if (!project) throw new CommandProblem("You are not a member of any project");
  throw new CommandProblem(`Name the project with --project: ${listing(projects.map(label))}`);
}

export const listTemplates = (api: Api, project: Project): Promise<Template[]> =>
  api.read("GET /project/:projectId/templates", { params: { projectId: project.id } }, z.array(Template));

/** The template of that name or id, in the wanted project or in any of the caller's. */
export async function findTemplate(api: Api, wanted: string, project: string | undefined): Promise<Template> {
  const projects = project === undefined ? await listProjects(api) : [await findProject(api, project)];
  const templates: Template[] = [];
  const labels: string[] = [];
  for (const each of projects) {
    const own = await listTemplates(api, each);
    templates.push(...own);
    labels.push(
      ...own.map((template) => (projects.length > 1 ? `${label(template)} in ${each.name}` : label(template))),
    );
  }
  return pick(templates, wanted, "template", labels);
}

/** The runner of that name or id; administrators only. */
export async function findRunner(api: Api, wanted: string): Promise<Runner> {
  const runners = await api.read("GET /runners", {}, z.array(Runner));
  return pick(runners, wanted, "runner", runners.map(label));
}

/** Where the task of that number is: in the wanted project or in any of the caller's. */
export async function findTask(api: Api, wanted: string, project: string | undefined): Promise<TaskRef> {
  const taskId = parseId(wanted.replace(/^#/, ""));
  if (taskId === null) throw new CommandProblem(`"${wanted}" is not a task number. See: signalbox tasks`);
  const projects = project === undefined ? await listProjects(api) : [await findProject(api, project)];
  for (const { id: projectId } of projects) {
    if (await readTask(api, { projectId, taskId })) return { projectId, taskId };
  }
  throw new CommandProblem(`There is no task ${taskId}${project === undefined ? "" : ` in project ${project}`}`);
}

/** Null: there is none of that number in the project. */
async function readTask(api: Api, params: TaskRef): Promise<Task | null> {
  try {
    return await api.read("GET /project/:projectId/tasks/:taskId", { params }, Task);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}

/**
 * The task number of a build for the template, by its version or that number; undefined for `latest`, which the server
 * chooses.
 */
export async function findBuild(api: Api, deploy: Template, wanted: string): Promise<number | undefined> {
  const { project_id: projectId, build_template_id: templateId } = deploy;
  if (templateId === null) throw new CommandProblem(`${deploy.name} doesn't deploy builds`);
  if (wanted === "latest") return undefined;
  const list = async (version?: string) => {
    const query = { status: "success", children: true, limit: 200, version } as const;
    const call = { params: { projectId, templateId }, query };
    const tasks = await api.read("GET /project/:projectId/templates/:templateId/tasks", call, z.array(TaskWithTpl));
    return tasks.filter(isDeployable);
  };
  const [found] = await list(wanted);
  if (found) return found.id;
  const taskId = parseId(wanted);
  const task = taskId === null ? null : await readTask(api, { projectId, taskId });
  if (task?.template_id === templateId && isDeployable(task)) return task.id;
  const labels = (await list()).map(({ id, version }) => `${version ?? "-"} (${id})`);
  throw new CommandProblem(
    labels.length > 0
      ? `No successful build ${wanted}. Available: ${listing(labels)}`
      : "It has no successful build yet",
  );
}

/** The id of the project's inventory or environment of that name or id. */
export async function findResource(
  api: Api,
  { project_id }: Template,
  kind: "inventory" | "environment",
  wanted: string | undefined,
): Promise<number | undefined> {
  if (wanted === undefined) return undefined;
  const items = await api.read(
    `GET /project/:projectId/${kind}`,
    { params: { projectId: project_id } },
    z.array(Named),
  );
  return pick(items, wanted, kind, items.map(label)).id;
}

const Named = z.object({ id: z.int(), name: z.string() });
type Named = z.infer<typeof Named>;

export const label = ({ id, name }: Named): string => `${name} (${id})`;

const PLURALS = {
  project: "projects",
  template: "templates",
  inventory: "inventories",
  environment: "environments",
  runner: "runners",
  state: "states",
};

/** By id, by the exact name, else by the name without regard to case; `labels` describes each candidate in messages. */
export function pick<Item extends Named>(
  items: readonly Item[],
  wanted: string,
  noun: keyof typeof PLURALS,
  labels: string[],
): Item {
  const lower = wanted.toLowerCase();
  const ways: ((item: Item) => boolean)[] = [
    ({ name }) => name === wanted,
    ({ id }) => String(id) === wanted,
    ({ name }) => name.toLowerCase() === lower,
  ];
  for (const fits of ways) {
    const [found, ...others] = items.filter(fits);
    if (found && others.length === 0) return found;
    if (found)
      throw new CommandProblem(
        `Several ${PLURALS[noun]} are called ${wanted}; name one by its number: ${listing(labels.filter((_, at) => items[at] && fits(items[at])))}`,
      );
  }
  throw new CommandProblem(
    labels.length > 0
      ? `There is no ${noun} ${wanted}. Available: ${listing(labels)}`
      : `There is no ${noun} ${wanted}`,
  );
}

const MOST = 20;

export const listing = (labels: readonly string[]): string =>
  labels.length > MOST ? `${labels.slice(0, MOST).join(", ")} and ${labels.length - MOST} more` : labels.join(", ");
