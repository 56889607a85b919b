import { z } from "zod";
import { can } from "@/lib/access/roles";
import { assemble, type ProjectRows } from "@/lib/backup/assemble";
import { WorkflowGraph } from "@/lib/workflow/schema";
import { type Api, ApiProblem } from "../api/api";
import { historyOf } from "./history/source";
import type { Member } from "./members";
import type { SourceProject, UnreadProject } from "./target";

/** An empty list may arrive as null or as an empty body. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);

const id = z
  .int()
  .nullish()
  .transform((value) => value || null);
const params = z
  .looseObject({ inventory_id: id })
  .nullish()
  .transform((value) => value ?? null);

const Named = z.looseObject({ id: z.int(), name: z.string() });
const Repository = Named.extend({ ssh_key_id: id });
const Inventory = Named.extend({ ssh_key_id: id, become_key_id: id, repository_id: id });
const Secret = z.looseObject({ type: z.string(), name: z.string() });
const Environment = Named.extend({ secrets: listOf(Secret) });
const View = z.looseObject({ id: z.int(), title: z.string() });
const Template = Named.extend({
  inventory_id: id,
  repository_id: id,
  environment_id: id,
  environment_ids: z.array(z.int()).nullish(),
  view_id: id,
  build_template_id: id,
  state_id: id,
  survey_vars: listOf(z.unknown()),
  vaults: listOf(z.looseObject({ vault_key_id: id })),
  graph: WorkflowGraph.nullish(),
});
const Schedule = z.looseObject({
  id: z.int(),
  template_id: z.int(),
  repository_id: id,
  cron_format: z
    .string()
    .nullish()
    .transform((text) => text ?? ""),
  run_at: z.string().nullish(),
  name: z.string().nullish(),
  task_params: params,
});
const Integration = Named.extend({ template_id: id, auth_secret_id: id, task_params: params });
const Alias = z.looseObject({ url: z.string() });
const name = z.string().trim();
const TeamMember = z.looseObject({ id: z.int(), username: name, name, role: z.string().nullish() });
const User = z.looseObject({ id: z.int(), username: name, email: name.nullish() });
const Caller = z.looseObject({ admin: z.boolean() });
const Role = z.looseObject({ permissions: z.int() });

/** Reads every project visible to the token, over the API that this product shares with Semaphore. */
export async function* readServer(api: Api): AsyncGenerator<SourceProject | UnreadProject> {
  const projects = await api.get("projects", listOf(Named));
  const users = await api.get("users", listOf(User));
  for (const project of projects)
    yield await readProject(api, project, users).catch((error: unknown) => unread(api, project, error));
}

function unread(api: Api, { id, name }: z.output<typeof Named>, error: unknown): UnreadProject {
  if (!(error instanceof ApiProblem)) throw error;
  return { name: name.trim(), origin: `${api.url}/project/${id}`, problem: error.message };
}

type Users = z.output<typeof User>[];

async function readProject(api: Api, project: z.output<typeof Named>, users: Users): Promise<SourceProject> {
  const path = `project/${project.id}`;
  const rows = await readRows(api, path, project);
  const planned = rows.schedules.filter(isPlanned);
  const idle = rows.schedules.filter((schedule) => !isPlanned(schedule));
  const origin = `${api.url}/project/${project.id}`;
  return {
    name: project.name.trim(),
    origin,
    source: origin,
    file: assemble({ ...rows, schedules: planned }),
    members: await readMembers(api, project.id, users),
    history: historyOf(api, path, { templates: rows.templates, users }),
    left_out: [
      ...idle.map((schedule) => `Schedule "${schedule.name ?? ""}" has no time to run at`),
      ...(await accessGaps(api, project.id)),
    ],
  };
}

/** What a Signalbox hides from a token whose role can't manage resources. */
async function accessGaps(api: Api, projectId: number): Promise<string[]> {
  const { admin } = await api.get("user", Caller);
  const { permissions } = await api.get(`project/${projectId}/role`, Role);
  const seesAll = can({ admin, permissions }, "manageResources");
  return seesAll ? [] : ["The token's role can't see the contents of variables and inventories"];
}

const isPlanned = ({ cron_format, run_at }: ProjectRows["schedules"][number]): boolean =>
  cron_format !== "" || typeof run_at === "string";

async function readRows(api: Api, path: string, meta: ProjectRows["meta"]): Promise<ProjectRows> {
  const templates = await readEach(api, `${path}/templates`, Template);
  return {
    meta,
    keys: await api.get(`${path}/keys`, listOf(Named)),
    repositories: await api.get(`${path}/repositories`, listOf(Repository)),
    inventories: await api.get(`${path}/inventory`, listOf(Inventory)),
    environments: await readEach(api, `${path}/environment`, Environment),
    views: await api.get(`${path}/views`, listOf(View)),
    templates,
    schedules: await readSchedules(api, path, templates),
    integrations: await readIntegrations(api, path),
    integration_aliases: await readAliases(api, `${path}/integrations/aliases`),
  };
}

/** Lists omit fields such as vaults and secrets, so each entry is fetched individually. */
async function readEach<Schema extends z.ZodType>(api: Api, path: string, schema: Schema) {
  const entries: z.output<Schema>[] = [];
  for (const entry of await api.get(path, listOf(z.looseObject({ id: z.int() })))) {
    entries.push(await api.get(`${path}/${entry.id}`, schema));
  }
  return entries;
}

/** Commit checks are listed with their templates, other schedules with the project. */
async function readSchedules(api: Api, path: string, templates: { id: number }[]) {
  const lists = [`${path}/schedules`, ...templates.map((template) => `${path}/templates/${template.id}/schedules`)];
  const ids = new Set<number>();
  for (const list of lists) for (const schedule of await api.get(list, listOf(Schedule))) ids.add(schedule.id);
  const schedules: z.output<typeof Schedule>[] = [];
  for (const each of [...ids].sort((a, b) => a - b)) {
    schedules.push(await api.get(`${path}/schedules/${each}`, Schedule));
  }
  return schedules;
}

async function readIntegrations(api: Api, path: string) {
  const found = await listIfThere(api, `${path}/integrations`, Integration);
  const integrations: ProjectRows["integrations"] = [];
  for (const integration of found) {
    const own = `${path}/integrations/${integration.id}`;
    integrations.push({
      ...integration,
      matchers: await api.get(`${own}/matchers`, listOf(z.looseObject({}))),
      extract_values: await api.get(`${own}/values`, listOf(z.looseObject({}))),
      aliases: await readAliases(api, `${own}/aliases`),
    });
  }
  return integrations;
}

/** An alias is the last segment of its URL. */
async function readAliases(api: Api, path: string): Promise<string[]> {
  const aliases = await listIfThere(api, path, Alias);
  return aliases.map(({ url }) => url.slice(url.lastIndexOf("/") + 1));
}

/** Older servers have no integrations. */
async function listIfThere<Schema extends z.ZodType>(api: Api, path: string, schema: Schema) {
  try {
    return await api.get(path, listOf(schema));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return [];
    throw error;
  }
}

async function readMembers(api: Api, projectId: number, users: Users): Promise<Member[]> {
  const emails = new Map(users.map((user) => [user.id, user.email ?? null]));
  const team = await api.get(`project/${projectId}/users`, listOf(TeamMember));
  return team.map(({ id: userId, username, name, role }) => ({
    username,
    name,
    email: emails.get(userId) ?? null,
    role: role ?? "",
  }));
}
