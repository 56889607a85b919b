import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { environments } from "@/db/schema/environments";
import { MAX_INT } from "@/lib/operation/id";
import {
  environmentOf,
  idOf,
  keyOf,
  look,
  newTask,
  newTemplate,
  repositoryOf,
  templateOf,
  viewOf,
} from "./cases/fixtures";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
beforeAll(async () => {
  place = await site.newPlace("unstorable");
});

const NUL = "a\0";
const HALF = "a\ud800";
const HUGE = 3_000_000_000;
const UNSUPPORTED = "Contains an unsupported character";
const NO_ID = "Not a valid ID";
const NO_NUL = "Must not contain a NUL character";

type Case = [path: string, body: () => object | Promise<object>, error: string];

const template = async (changes: object) => ({
  project_id: place.projectId,
  name: "t",
  app: "bash",
  playbook: "run.sh",
  repository_id: await repositoryOf(place),
  ...changes,
});
const environment = (changes: object) => ({ project_id: place.projectId, name: "e", json: "{}", ...changes });
const integration = async (task_params: object) => ({
  project_id: place.projectId,
  name: "i",
  template_id: await templateOf(place),
  task_params,
});
const workflow = async (changes: object) =>
  template({
    app: "workflow",
    playbook: "",
    repository_id: null,
    graph: { nodes: [{ key: "a", kind: "template", template_id: await templateOf(place), ...changes }], edges: [] },
  });
const approval = (changes: object) => workflow({ kind: "approval", template_id: undefined, ...changes });

const BAD_ARGUMENTS = "template arguments must be valid JSON";
const NOT_A_LIST = "Must be a JSON array of strings";

const CASES: Case[] = [
  ["templates", () => template({ arguments: String.raw`["\ud800"]` }), BAD_ARGUMENTS],
  ["templates", () => template({ arguments: String.raw`["\u0000"]` }), BAD_ARGUMENTS],
  ["templates", () => template({ app: "terraform", init_arguments: String.raw`["\udfff"]` }), BAD_ARGUMENTS],
  [
    "tasks",
    async () => ({ template_id: await templateOf(place), arguments: String.raw`["\ud800"]` }),
    `arguments: ${NOT_A_LIST}`,
  ],
  ["environment", () => environment({ json: String.raw`{"a":"\ud800"}` }), `json: ${UNSUPPORTED}`],
  ["environment", () => environment({ json: String.raw`{"\udc00":1}` }), `json: ${UNSUPPORTED}`],
  ["environment", () => environment({ json: String.raw`{"a":["\\\u0000"]}` }), `json: ${UNSUPPORTED}`],
  ["environment", () => environment({ env: String.raw`{"A":"\uDBFF"}` }), `env: ${UNSUPPORTED}`],
  ["environment", () => environment({ env: String.raw`{"\ud800":"a"}` }), `env: ${UNSUPPORTED}`],
  ...["message", "limit", "git_branch", "tags", "skip_tags"].flatMap((field): Case[] => [
    ["integrations", () => integration({ [field]: NUL }), `task_params.${field}: ${NO_NUL}`],
    ["integrations", () => integration({ [field]: HALF }), `task_params.${field}: ${UNSUPPORTED}`],
  ]),
  ...["inventory_id", "environment_id"].flatMap((field): Case[] =>
    [HUGE, -HUGE].map((id) => ["integrations", () => integration({ [field]: id }), `task_params.${field}: ${NO_ID}`]),
  ),
  ["workflow", () => workflow({ template_id: HUGE }), `graph.nodes[0].template_id: ${NO_ID}`],
  ["workflow", () => approval({ user_ids: [HUGE] }), `graph.nodes[0].user_ids[0]: ${NO_ID}`],
  ...[NUL, HALF].flatMap((text): Case[] => [
    ["workflow", () => workflow({ options: { message: { value: text } } }), "graph.nodes[0].options.message"],
    ["workflow", () => workflow({ answers: { a: { value: { [text]: 1 } } } }), "graph.nodes[0].answers.a"],
    ["workflow", () => workflow({ matrix: { items: { value: ["b", text] } } }), "graph.nodes[0].matrix.items"],
  ]),
];

describe("what the database cannot store is refused by the name of its field", () => {
  it.each(CASES.map(([path, body, error], at) => ({ at, path, body, error })))(
    "in $path, $at: $error",
    async ({ path, body, error }) => {
      const to = place.path(path === "workflow" ? "templates" : path);
      const reply = await site.call("owner", "POST", to, { body: await body() });
      expect(reply).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } });
    },
  );

  it("in the projects of a runner", async () => {
    for (const id of [HUGE, -HUGE]) {
      const body = { name: "r", project_ids: [id] };
      const reply = await site.call("admin", "POST", "/runners", { body });
      expect(reply).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(`project_ids[0]: ${NO_ID}`) },
      });
    }
  });
});

describe("what looks like it is accepted", () => {
  it("in variables with backslashes", async () => {
    const json = JSON.stringify({ path: String.raw`C:\ude\u0000`, face: "\u{1f600}" });
    const id = await place.make("environment", environment({ name: "paths", json }));
    expect(await look(place, place.path(`environment/${id}`))).toMatchObject({ json });
  });

  it("in the ids of an integration, where 0 is none", async () => {
    const body = await integration({ inventory_id: 0, environment_id: 0, message: "why" });
    const made = await site.call("owner", "POST", place.path("integrations"), { body });
    expect(made).toMatchObject({ status: 201, body: { task_params: { message: "why" } } });
    expect(await look(place, place.path(`integrations/${idOf(made)}`))).toMatchObject({
      task_params: { message: "why" },
    });
    const kept = await integration({ environment_id: await environmentOf(place) });
    expect(await site.call("owner", "POST", place.path("integrations"), { body: kept })).toMatchObject({
      body: { task_params: { environment_id: await environmentOf(place) } },
    });
  });
});

describe("variables that were stored before", () => {
  it("can be replaced", async () => {
    const id = await place.make("environment", environment({ name: "old" }));
    const json = String.raw`{"a":"\ud800","\u0000":"b","c":["\\\ud800"]}`;
    await site.w.db.update(environments).set({ json }).where(eq(environments.id, id));
    const path = place.path(`environment/${id}`);
    const reply = await site.call("owner", "PUT", path, { body: environment({ id, name: "old", json: "{}" }) });
    expect(reply.status).toBe(204);
    expect(await look(place, path)).toMatchObject({ json: "{}" });
    const [event] = await look<{ changes: object }[]>(place, place.path("events/last"));
    expect(event?.changes).toEqual({
      "json.a": { from: "\ufffd", to: null },
      "json.\ufffd": { from: "b", to: null },
      "json.c": { from: ["\\\ufffd"], to: null },
    });
  });
});

describe("positions of views", () => {
  it("of what is no id are ignored", async () => {
    const id = await viewOf(place);
    const body = { "\0": 1, "\ud800": 1, x: 1, "01": 1, [HUGE]: 1, [id]: 7 };
    expect((await site.call("owner", "POST", place.path("views/positions"), { body })).status).toBe(204);
    expect(await look(place, place.path(`views/${id}`))).toMatchObject({ position: 7 });
  });
});

describe("lines of a log", () => {
  it.each(["sections?", "host_lines?host=web1&"])("beyond the last possible one, from %s", async (query) => {
    const task = await newTask(place, { template_id: await newTemplate(place) });
    const reply = await site.call("owner", "GET", place.path(`tasks/${task}/${query}from=${MAX_INT}`));
    expect(reply).toMatchObject({ status: 200, body: { until: MAX_INT } });
  });
});

describe("a file", () => {
  const FACES = "x".concat("\u{1f600}".repeat(300));
  const file = async () => {
    await keyOf(place);
    return {
      meta: { name: FACES },
      keys: [{ name: FACES, type: "none" }],
      repositories: [{ name: FACES, git_url: "/srv/code", ssh_key: FACES }],
      environments: [
        { name: FACES, json: String.raw`{"a\ud800":"b\u0000c"}`, env: String.raw`{"\ud800":1,"A":"b\ud800"}` },
      ],
      templates: [
        {
          name: FACES,
          app: "bash",
          playbook: "run.sh",
          repository: FACES,
          environment: FACES,
          survey_vars: [{ name: `${"\u{1d49c}".repeat(120)} x`, title: FACES, type: "" }],
        },
      ],
    };
  };

  it("is restored, checked and imported with halves of characters left out", async () => {
    const body = { ...(await file()), source: "https://old.example/project/7" };
    const { meta, ...lists } = body;
    const requests: [string, string, object][] = [
      ["POST", "/projects/restore/check", { meta, ...lists }],
      ["POST", "/projects/restore", { meta, ...lists }],
      ["POST", place.path("import/check"), body],
      ["PUT", place.path("import"), body],
    ];
    for (const [method, path, sent] of requests) {
      const { status, text } = await site.call("admin", method, path, { body: sent });
      expect([path, status, text]).toEqual([
        path,
        expect.toBeOneOf([200, 201]),
        expect.not.stringMatching(/\\ud[89a-f]/i),
      ]);
    }
    const imported = await look<{ name: string; json: string; env: string }[]>(place, place.path("environment"));
    expect(imported.find(({ name }) => name.startsWith("x"))).toMatchObject({ json: '{"a":"bc"}', env: '{"A":"b"}' });
  });
});
