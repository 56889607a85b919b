import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { ROLES, type Role } from "@/lib/access/roles";
import { type Client, client } from "@/lib/client/client";
import { expect } from "./product";
import { PASSWORD } from "./start";

export type Person = Role | "admin";

export type Team = { project: number; name: string };

/** Calls the API as the signed-in user; fails the test on an error. */
export async function post(request: APIRequestContext, path: string, data: object): Promise<{ id: number }> {
  const answer = await request.post(`/api${path}`, { data });
  expect(answer.ok(), `POST ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  const text = await answer.text();
  return text === "" ? { id: 0 } : JSON.parse(text);
}

/** API client of the signed-in user; fails the test on an error. */
export const apiOf = (request: APIRequestContext): Client =>
  client(async ({ method, path, body }) => {
    const answer = await request.fetch(`/api${path}`, { method, data: body });
    const text = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true);
    return text;
  });

export async function signInBy(request: APIRequestContext, auth: string): Promise<void> {
  await post(request, "/auth/login", { auth, password: PASSWORD });
}

/** A project of the admin's with one member per role; names are unique within a run. */
export async function team(request: APIRequestContext, name: string, options: object = {}): Promise<Team> {
  await signInBy(request, "admin");
  const api = apiOf(request);
  const { id: project } = await api("POST /projects", { body: { name, ...options } });
  for (const role of ROLES) {
    const username = usernameOf(role, project);
    const account = { username, name: `The ${role}`, email: `${username}@example.com`, password: PASSWORD };
    const { id } = await api("POST /users", { body: account });
    await api("POST /project/:projectId/users", { params: { projectId: project }, body: { user_id: id, role } });
  }
  return { project, name };
}

export const usernameOf = (person: Person, project: number) =>
  person === "admin" ? "admin" : `${person}-of-${project}`;

/** A page in a separate browser context, signed in as that person. */
export async function pageOf(browser: Browser, person: Person, { project }: Team): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInBy(page.request, usernameOf(person, project));
  return page;
}
