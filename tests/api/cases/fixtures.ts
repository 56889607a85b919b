import { eq } from "drizzle-orm";
import { tasks } from "@/db/schema/tasks";
import { ACCEPT } from "@/lib/operation/media-type";
import type { Ids, RouteCase } from "../support/conform";
import type { Place } from "../support/site";

/** Shared resources of a place, created on first use. */
export const keyOf = (place: Place) => place.once("key", () => place.make("keys", { name: "nothing", type: "none" }));
export const passwordOf = (place: Place) =>
  place.once("password", () =>
    place.make("keys", { name: "password", type: "login_password", login_password: { login: "", password: "vault" } }),
  );
export const repositoryOf = (place: Place) => place.once("repository", () => newRepository(place));
export const inventoryOf = (place: Place) => place.once("inventory", () => newInventory(place));
export const environmentOf = (place: Place) =>
  place.once("environment", () => place.make("environment", { name: "plain", json: "{}" }));
export const viewOf = (place: Place) => place.once("view", () => place.make("views", { title: "All of it" }));
export const templateOf = (place: Place) => place.once("template", () => newTemplate(place));

export const newRepository = async (place: Place) =>
  place.make("repositories", { name: "code", git_url: "/srv/code", ssh_key_id: await keyOf(place) });
export const newInventory = (place: Place) =>
  place.make("inventory", { name: "hosts", type: "static", inventory: "localhost" });

const templateBody = async (place: Place, changes: object = {}) => ({
  name: "t",
  app: "bash",
  playbook: "run.sh",
  repository_id: await repositoryOf(place),
  ...changes,
});
export const newTemplate = async (place: Place, changes: object = {}) =>
  place.make("templates", await templateBody(place, changes));

export const newTask = async (place: Place, changes: object = {}) =>
  place.make("tasks", { template_id: await templateOf(place), ...changes });

/** A task in any status, without a runner. */
export async function taskIn(place: Place, status: typeof tasks.$inferSelect.status, changes: object = {}) {
  const id = await newTask(place, changes);
  await place.site.w.db.update(tasks).set({ status }).where(eq(tasks.id, id));
  return id;
}

/** Fails unless GET of the deleted resource is a 404. */
export const isGone =
  (path: (ids: Ids) => string): RouteCase["after"] =>
  async (place, ids) => {
    const { status } = await place.site.call("admin", "GET", path(ids));
    if (status !== 404) throw new Error(`${path(ids)} still answers ${status}`);
  };

/** The response of GET for the path, in our own form. */
export async function look<Body = Record<string, unknown>>(place: Place, path: string): Promise<Body> {
  const { body } = await place.site.call("admin", "GET", path, { headers: { accept: ACCEPT } });
  return body as Body;
}

/** The id in a reply. */
export const idOf = ({ body }: { body: unknown }): number => (body as { id: number }).id;
