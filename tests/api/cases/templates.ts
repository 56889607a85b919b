import { expect } from "vitest";
import type { Bad, Ids, RouteCase } from "../support/conform";
import { listOf } from "../support/shape";
import type { Place } from "../support/site";
import {
  environmentOf,
  idOf,
  inventoryOf,
  keyOf,
  look,
  newTask,
  newTemplate,
  passwordOf,
  repositoryOf,
  taskIn,
  templateOf,
  viewOf,
} from "./fixtures";
import {
  CommitCheck,
  NewTemplate,
  PeerTemplate,
  PeerTemplateOfList,
  Refs,
  TaskWithTpl,
  Template,
  TemplateVariable,
} from "./shapes";

const TEMPLATES = "/project/{projectId}/templates";
const TEMPLATE = `${TEMPLATES}/{templateId}`;
const fresh = async (place: Place) => ({ templateId: await newTemplate(place) });
const known = async (place: Place) => ({ templateId: await templateOf(place) });
const enumOf = (...values: string[]) => ({
  name: "color",
  title: "Color",
  type: "enum",
  values: values.map((name) => ({ name, value: name })),
});

const secondEnvironmentOf = (place: Place) =>
  place.once("second environment", () => place.make("environment", { name: "second", json: '{"color":"red"}' }));

/** Every field of a template. */
export const wholeTemplate = async (place: Place, { templateId }: Ids = {}) => ({
  ...(templateId && { id: templateId }),
  project_id: place.projectId,
  inventory_id: await inventoryOf(place),
  repository_id: await repositoryOf(place),
  environment_id: await environmentOf(place),
  environment_ids: [await environmentOf(place), await secondEnvironmentOf(place)],
  view_id: await viewOf(place),
  name: "whole",
  description: "what it does",
  app: "ansible",
  playbook: "site.yml",
  arguments: '["-v"]',
  launch: { arguments: "ask", limit: "allowed", destroy: "fixed" },
  allow_override_args_in_task: true,
  type: "build",
  start_version: "1.0.0",
  build_template_id: null,
  autorun: true,
  git_branch: "main",
  survey_vars: [{ name: "size", title: "Size", required: true, type: "int", description: "how much", values: null }],
  vaults: [
    { vault_key_id: await passwordOf(place), name: "prod", type: "password", script: null },
    { vault_key_id: null, name: "dev", type: "script", script: "vault/ask-client.sh" },
  ],
  task_params: {
    allow_override_limit: true,
    allow_destroy: false,
    limit: ["web", "db"],
    tags: ["a", "b"],
    skip_tags: ["slow"],
    skip_galaxy_install: true,
    allow_override_skip_galaxy_install: true,
  },
  suppress_success_alerts: true,
  allow_parallel_tasks: true,
  runner_tag: "gpu",
  timeout_seconds: 60,
  auto_approve: false,
});

/** The fields that the server adds to a vault. */
const stored = (templateId: number, projectId: number) => (vault: object) => ({
  ...vault,
  id: expect.any(Number),
  project_id: projectId,
  template_id: templateId,
});

const bad = async (place: Place): Promise<Bad[]> => {
  const { elsewhere } = place;
  const foreign = elsewhere && {
    inventory_id: await inventoryOf(elsewhere),
    repository_id: await repositoryOf(elsewhere),
    view_id: await viewOf(elsewhere),
  };
  const survey = (...survey_vars: object[]) => ({ survey_vars });
  return [
    [{ name: "" }, "template name can not be empty"],
    [{ inventory_id: null }, "template inventory can not be empty"],
    [{ playbook: "" }, "template playbook can not be empty"],
    [{ arguments: "-v" }, "template arguments must be valid JSON"],
    [{ arguments: "[1]" }, "template arguments must be valid JSON"],
    [{ app: "cobol" }, "Invalid app id: cobol"],
    [{ repository_id: null }, "repository_id: Repository is required"],
    [{ playbook: "../x.yml" }, "playbook: Must be a path inside the repository"],
    [{ git_branch: "-x" }, "git_branch: Not a valid branch name"],
    [{ launch: { limit: "sometimes" } }, "launch.limit: Must be ask, allowed or fixed"],
    [{ task_params: { limit: ["@../x"] } }, "task_params.limit: A file after @ must be a path inside the repository"],
    [{ task_params: { tags: [1] } }, "task_params.tags: Invalid value"],
    [
      { environment_ids: [elsewhere && (await environmentOf(elsewhere))] },
      "environment_ids[0]: Not found in this project",
    ],
    [{ type: "promote" }, "type: Must be empty, build or deploy"],
    [{ type: "deploy" }, "build_template_id: Build template is required"],
    [
      { type: "deploy", build_template_id: await templateOf(place) },
      "build_template_id: Must be a build or deploy template",
    ],
    [survey({ title: "x" }), "survey_vars[0].name: Name is required"],
    [survey({ name: "x" }), "survey_vars[0].title: Title is required"],
    [survey(enumOf()), "survey_vars[0].values: Enumeration must have values."],
    [survey(enumOf("a", "a")), "survey_vars[0].values: Enumeration values must have unique names."],
    [survey(enumOf("a"), enumOf("a")), "survey_vars[1].name: Another variable has this name"],
    [{ vaults: [{ name: "x" }] }, "vaults[0].vault_key_id: Password key is required"],
    [{ vaults: [{ type: "script" }] }, "vaults[0].script: Script is required"],
    [{ vaults: [{ type: "script", script: "/bin/cat" }] }, "vaults[0].script: Must be a path inside the repository"],
    [{ vaults: [{ type: "agent" }] }, "vaults[0].type: Must be password or script"],
    [
      { vaults: [{ vault_key_id: await keyOf(place) }] },
      "vaults[0].vault_key_id: Must be a key with login and password",
    ],
    ...Object.entries(foreign ?? {}).map(
      ([field, id]): Bad => [{ [field]: id }, `${field}: Not found in this project`],
    ),
    [
      { vaults: [{ vault_key_id: elsewhere && (await passwordOf(elsewhere)) }] },
      "vaults[0].vault_key_id: Not found in this project",
    ],
  ];
};

const asSent = (place: Place, { id: _id, vaults, ...sent }: Awaited<ReturnType<typeof wholeTemplate>>, id: number) => ({
  ...sent,
  vaults: vaults.map(stored(id, place.projectId)),
});

async function firstVersionIsZero(place: Place, reply: unknown): Promise<void> {
  const template_id = idOf({ body: reply });
  const taskId = await place.make("tasks", { template_id, environment: '{"size":"1"}' });
  expect(await look(place, place.path(`tasks/${taskId}`))).toMatchObject({ version: "0.0.0" });
}

export const templates: RouteCase[] = [
  {
    route: `GET ${TEMPLATES}`,
    access: "member",
    target: async (place) => {
      const templateId = await place.once("whole", async () => place.make("templates", await wholeTemplate(place)));
      await newTask(place);
      return { templateId };
    },
    status: 200,
    reply: listOf(PeerTemplateOfList),
    own: listOf(Template),
    after: async (place, { templateId }, { body }) => {
      const whole = asSent(place, await wholeTemplate(place), Number(templateId));
      expect(body).toEqual(
        expect.arrayContaining([
          expect.objectContaining(whole),
          expect.objectContaining({ last_task: expect.objectContaining({ tpl_alias: "t" }) }),
        ]),
      );
    },
  },
  {
    route: `POST ${TEMPLATES}`,
    access: "manageResources",
    body: wholeTemplate,
    status: 201,
    reply: PeerTemplate,
    own: NewTemplate,
    differs: [
      {
        request: "`type` is `build`, without `start_version`",
        peer: "201; versions begin at 0.0.0",
        ours: "201; the same, warning `start_version_missing`",
        why: "our form asks for it",
        send: () => ({ start_version: undefined }),
        reply: { type: "build", start_version: null, warnings: ["start_version_missing"] },
        after: firstVersionIsZero,
      },
      {
        request: "an unknown `app`, or references to another project",
        peer: "400 after it is stored, or 201",
        ours: "400 and the field",
        why: "such a template could never run, or would use another project's secrets",
        send: () => ({ app: "cobol" }),
        status: 400,
      },
      {
        request:
          "`inventory_id` of hosts for Terraform or OpenTofu, or of a workspace for Ansible; so for `PUT`, tasks and schedules",
        peer: "201; its text names a workspace, or hosts",
        ours: "400 and the field",
        why: "its text would name a second workspace, in which everything is made again",
        send: () => ({ app: "terraform" }),
        status: 400,
      },
    ],
    event: (_, reply) => ["template", idOf(reply), `Template ID ${idOf(reply)} created`],
    after: async (place, _, reply) =>
      expect(reply.body).toMatchObject(asSent(place, await wholeTemplate(place), idOf(reply))),
    bad,
  },
  {
    route: `GET ${TEMPLATE}`,
    access: "member",
    target: fresh,
    status: 200,
    reply: PeerTemplate,
    own: Template,
    differs: [
      {
        request: "any",
        peer: "its fields",
        ours: "the same and more; `state_id` in our own form",
        why: "its screens copy a template by posting what they got, and the copy must not share the state",
      },
    ],
  },
  {
    route: `PUT ${TEMPLATE}`,
    access: "manageResources",
    target: fresh,
    body: wholeTemplate,
    status: 204,
    differs: [
      {
        request: "`type` is `build`, without `start_version`",
        peer: "204; versions begin at 0.0.0",
        ours: "204; the same, warning `start_version_missing` in the header `X-Signalbox-Warnings`",
        why: "as for a new template",
        send: () => ({ start_version: undefined }),
        warns: "start_version_missing",
      },
    ],
    event: ({ templateId }) => ["template", Number(templateId), `Template ID ${templateId} updated`],
    after: async (place, ids) => {
      const whole = asSent(place, await wholeTemplate(place, ids), Number(ids.templateId));
      expect(await look(place, place.path(`templates/${ids.templateId}`))).toMatchObject(whole);
    },
    bad: async (place) => [
      ...(await bad(place)),
      [{ id: 1 }, "template id in URL and in body must be the same"],
      [{ project_id: place.elsewhere?.projectId }, "You can not move template to other project"],
    ],
  },
  {
    route: `DELETE ${TEMPLATE}`,
    access: "manageResources",
    target: async (place) => {
      const { templateId } = await fresh(place);
      return { templateId, taskId: await taskIn(place, "success", { template_id: templateId }) };
    },
    status: 204,
    event: ({ templateId }) => ["template", Number(templateId), `Template ID ${templateId} deleted`],
    after: async ({ site, path }, { taskId }) =>
      expect((await site.call("owner", "GET", path(`tasks/${taskId}`))).status).toBe(404),
  },
  {
    route: `GET ${TEMPLATE}/variables`,
    access: "manageResources",
    target: async (place) => {
      const environment_ids = [await environmentOf(place), await secondEnvironmentOf(place)];
      return { templateId: await newTemplate(place, { environment_ids }), second: environment_ids[1] ?? 0 };
    },
    status: 200,
    reply: listOf(TemplateVariable),
    after: (_, { second }, { body }) =>
      expect(body).toContainEqual({
        kind: "var",
        name: "color",
        secret: false,
        environment_id: second,
        environment: "second",
        overrides: [],
      }),
  },
  {
    route: `PUT ${TEMPLATE}/favorite`,
    access: "member",
    target: fresh,
    body: () => ({ favorite: true }),
    status: 204,
    bad: () => [[{ favorite: "x" }, "favorite: Expected boolean"]],
  },
  { route: `GET ${TEMPLATE}/refs`, access: "member", target: fresh, status: 200, reply: Refs },
  {
    route: `GET ${TEMPLATE}/tasks`,
    access: "member",
    target: async (place) => {
      const { templateId } = await fresh(place);
      const [first, second] = [
        await newTask(place, { template_id: templateId }),
        await newTask(place, { template_id: templateId }),
      ];
      return { templateId, first, second };
    },
    status: 200,
    reply: listOf(TaskWithTpl),
    own: listOf(TaskWithTpl),
    after: (_, { first, second }, { body }) => expect(body).toMatchObject([{ id: second }, { id: first }]),
  },
  {
    route: `GET ${TEMPLATE}/tasks/last`,
    access: "member",
    target: known,
    status: 200,
    reply: listOf(TaskWithTpl),
    own: listOf(TaskWithTpl),
  },
  {
    route: `GET ${TEMPLATE}/schedules`,
    access: "member",
    target: async (place) => {
      const { templateId } = await fresh(place);
      const schedule = { template_id: templateId, cron_format: "@daily", name: "s", active: true };
      await place.make("schedules", schedule);
      const checkId = await place.make("schedules", { ...schedule, repository_id: await repositoryOf(place) });
      return { templateId, checkId };
    },
    status: 200,
    reply: listOf(CommitCheck),
    after: (_, { checkId }, { body }) => expect(body).toMatchObject([{ id: checkId }]),
  },
  {
    route: `POST ${TEMPLATE}/stop_all_tasks`,
    access: "runTasks",
    target: fresh,
    body: () => ({ force: false }),
    status: 204,
    bad: () => [[{ force: "x" }, "force: Expected boolean"]],
  },
];
