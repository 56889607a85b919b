import type { Project } from "@/lib/project/schema";

/** The last opened project if it still exists, else the first. */
export function chooseProject<P extends Pick<Project, "id">>(projects: P[], storedId: string | undefined): P | null {
  return projects.find(({ id }) => String(id) === storedId) ?? projects[0] ?? null;
}

/** A project's start page. `task` is the `t` of the query string, whose log opens over the page. */
export function homeOf({ id, type }: Pick<Project, "id" | "type">, task?: string | string[]): string {
  const page = `/project/${id}/${type === "" ? "history" : "activity"}`;
  return typeof task === "string" && /^\d+$/.test(task) ? `${page}?t=${task}` : page;
}
