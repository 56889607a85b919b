import { and, eq, isNotNull, like, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { accessKeys } from "@/db/schema/access-keys";
import { environments } from "@/db/schema/environments";
import { projectMembers, projects } from "@/db/schema/projects";
import { templates } from "@/db/schema/templates";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import type { NewProjectInput, Project, ProjectInput } from "@/lib/project/schema";

const columns = {
  id: projects.id,
  name: projects.name,
  created: projects.created,
  alert: projects.alert,
  alert_chat: projects.alert_chat,
  max_parallel_tasks: projects.max_parallel_tasks,
  type: projects.type,
};

type Viewer = { id: number; admin: boolean };

/** Joins a project to what its viewer is in it. */
export const membershipOf = ({ id }: Viewer) =>
  and(eq(projectMembers.project_id, projects.id), eq(projectMembers.user_id, id));

/** With `membershipOf` joined: an admin sees all projects, others their own. */
export const isSeenBy = ({ admin }: Viewer) => (admin ? undefined : isNotNull(projectMembers.role));

/** What the viewer sees. */
export async function listProjects(db: Db, viewer: Viewer, which?: SQL | undefined): Promise<Project[]> {
  const rows = await db
    .select(columns)
    .from(projects)
    .leftJoin(projectMembers, membershipOf(viewer))
    .where(and(isSeenBy(viewer), which));
  return inNaturalOrder(rows);
}

/** The name, or if it is taken, the name with the first free number. */
export async function freeProjectName(db: Db, name: string): Promise<string> {
  const rows = await db
    .select({ name: projects.name })
    .from(projects)
    .where(like(projects.name, `${name}%`));
  const taken = new Set(rows.map((row) => row.name));
  for (let number = 2, free = name; ; free = `${name} ${number++}`) if (!taken.has(free)) return free;
}

/** Inserts an empty project with its owner. */
export async function insertProject(
  db: Db,
  input: Omit<NewProjectInput, "id" | "demo">,
  ownerId: number,
): Promise<Project> {
  const { name, alert, alert_chat, max_parallel_tasks, type } = input;
  const project = onlyRow(
    await db.insert(projects).values({ name, alert, alert_chat, max_parallel_tasks, type }).returning(columns),
  );
  await db.insert(projectMembers).values({ project_id: project.id, user_id: ownerId, role: "owner" });
  return project;
}

/** Defaults for the forms of a new project: a key of type `none` and an empty environment. */
export async function insertDefaults(db: Db, projectId: number): Promise<void> {
  await db.insert(accessKeys).values({ project_id: projectId, name: "None", type: "none" });
  await db.insert(environments).values({ project_id: projectId, name: "Empty", json: "{}" });
}

export async function updateProject(db: Db, projectId: number, input: ProjectInput): Promise<void> {
  const { name, alert, alert_chat, max_parallel_tasks } = input;
  await db.update(projects).set({ name, alert, alert_chat, max_parallel_tasks }).where(eq(projects.id, projectId));
}

/** Deletes everything in the project; templates first, because their rows also refer to keys and repositories. */
export async function deleteProject(db: Db, projectId: number): Promise<void> {
  await db.delete(templates).where(eq(templates.project_id, projectId));
  await db.delete(projects).where(eq(projects.id, projectId));
}
