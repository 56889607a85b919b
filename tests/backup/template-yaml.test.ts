import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { GET, PUT } from "@/app/api/project/[projectId]/templates/[templateId]/yaml/route";
import { POST } from "@/app/api/project/[projectId]/templates/yaml/route";
import { database } from "@/db/client";
import { exportProject, restoreProject } from "@/lib/backup/operations";
import { createTemplateFromYaml, exportTemplate, replaceTemplateFromYaml } from "@/lib/backup/template/operations";
import { createInventory } from "@/lib/inventory/operations";
import { ACCEPT, OWN_TYPE } from "@/lib/operation/media-type";
import { getTemplate, listTemplates } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { refusal, type World, world } from "../support/world";
import { CANARY, richProject } from "./rich-project";

const db = await freshDatabase();
let w: World;
/** A rich project, and a second one with everything of the same names. */
let projectId: number;
let otherId: number;
beforeAll(async () => {
  w = await world(db);
  projectId = await richProject(w);
  const backup = JSON.parse(JSON.stringify(await w.call(exportProject, "admin", { projectId })));
  const restored = await w.call(restoreProject, "admin", {}, { ...backup, meta: { name: "Other" } });
  otherId = restored.id;
  return () => database().close();
});

const templatesOf = (id: number) => w.call(listTemplates, "admin", { projectId: id });

async function idOf(name: string, of = projectId): Promise<number> {
  const found = (await templatesOf(of)).find((template) => template.name === name);
  if (!found) throw new Error(`no template ${name}`);
  return found.id;
}

const yamlOf = async (name: string, of = projectId): Promise<string> =>
  w.call(exportTemplate, "admin", { projectId: of, templateId: await idOf(name, of) });

const create = (of: number, yaml: string) => w.call(createTemplateFromYaml, "admin", { projectId: of }, { yaml });

const BARE = "name: Bare\napp: bash\nplaybook: run.sh\nrepository: Code\n";

describe("a template as YAML", () => {
  it("names what it refers to, and leaves out secrets, ids and what is not set", async () => {
    const yaml = await yamlOf("Build");
    expect(parse(yaml)).toMatchObject({
      name: "Build",
      app: "ansible",
      repository: "Code",
      inventory: "Hosts",
      environments: ["Live"],
      view: "Web",
      vaults: [
        { type: "password", vault_key: "Password" },
        { name: "second", type: "password", vault_key: "Password" },
      ],
      launch: { limit: "allowed", message: "fixed", arguments: "ask" },
    });
    expect(yaml).not.toMatch(/_id\b|: null|: false|: ""|\[\]|\{\}/);
    expect(yaml).not.toContain(CANARY);
    expect(parse(await yamlOf("Deploy"))).toMatchObject({ build_template: "Build" });
  });

  it.each(["Build", "Deploy"])("%s is the same again in another project", async (name) => {
    const yaml = (await yamlOf(name)).replace(`name: ${name}\n`, `name: ${name} again\n`);
    const { id } = await create(otherId, yaml);
    expect(await w.call(exportTemplate, "admin", { projectId: otherId, templateId: id })).toBe(yaml);
  });

  it.each(["application/yaml; charset=utf-8", "Application/YAML", "application/x-yaml", "text/yaml", "text/x-yaml"])(
    "is sent back as %s",
    async (type) => {
      const { id: templateId } = await create(projectId, BARE);
      const params = { projectId, templateId };
      const headers = { "content-type": type };
      const { status } = await send(w, PUT, {
        as: "admin",
        method: "PUT",
        params,
        body: `${BARE}labels: [web]\n`,
        headers,
      });
      expect(status).toBe(204);
      expect(await w.call(getTemplate, "admin", params)).toMatchObject({ labels: ["web"] });
    },
  );

  it("replaces a template: what it leaves out becomes blank", async () => {
    const { id: templateId } = await create(
      projectId,
      `${BARE}environments: [Live]\nlabels: [web]\narguments: ["-v"]\nalways_ask: true\nlaunch: {message: fixed}\n`,
    );
    await w.call(replaceTemplateFromYaml, "admin", { projectId, templateId }, { yaml: BARE });
    expect(await w.call(exportTemplate, "admin", { projectId, templateId })).toBe(BARE);
    expect(await w.call(getTemplate, "admin", { projectId, templateId })).toMatchObject({
      environment_ids: [],
      labels: [],
      arguments: null,
      always_ask: false,
      launch: {},
    });
  });
});

describe("what is wrong is named at its place", () => {
  it.each([
    [
      "a name that the project lacks",
      `${BARE}inventory: Nowhere\n`,
      'inventory: This project has no entry named "Nowhere" in inventories',
    ],
    ["an environment in its list", `${BARE}environments: [Live, Gone]\n`, /^environments\[1\]: .*"Gone"/],
    ["the key of a vault", `${BARE}vaults:\n  - vault_key: Gone\n`, /^vaults\[0\]\.vault_key: .*"Gone" in keys$/],
    ["a repository that is missing", "name: X\napp: bash\nplaybook: run.sh\n", /^repository: /],
    ["a field that nothing is called", `${BARE}playbok: run.sh\n`, "playbok: Not supported here"],
    ["arguments that are no list", `${BARE}arguments: -v\n`, /^arguments: /],
    ["YAML that can't be read", "name: X\napp: [bash\n", /^Not valid YAML in line \d$/],
    ["a text", "just words", "Not valid YAML in line 1"],
    ["aliases without end", `a: &a [x,x]\n${bomb()}`, "Not valid YAML in line 1"],
  ])("%s", async (_what, yaml, text) => {
    const { status, error } = await refusal(create(projectId, yaml));
    expect(status).toBe(400);
    if (typeof text === "string") expect(error).toBe(text);
    else expect(error).toMatch(text);
  });

  it("a name that stands for two things", async () => {
    for (const inventory of ["a", "b"])
      await w.call(createInventory, "admin", { projectId }, { name: "Twice", type: "static", inventory });
    const { error } = await refusal(create(projectId, `${BARE}inventory: Twice\n`));
    expect(error).toBe('inventory: This project has several entries named "Twice" in inventories');
  });

  it("and nothing is stored", async () => {
    const before = (await templatesOf(projectId)).length;
    await refusal(create(projectId, `${BARE}view: Gone\n`));
    expect(await templatesOf(projectId)).toHaveLength(before);
  });
});

/** Each anchor stands for two of the one before. */
function bomb(): string {
  const names = "abcdefghijklmnopqrst".split("");
  return names
    .slice(1)
    .map((name, at) => `${name}: &${name} [*${names[at]},*${names[at]}]`)
    .join("\n");
}

describe("over HTTP", () => {
  it("text comes and goes as application/yaml", async () => {
    const templateId = await idOf("Build");
    const params = { projectId, templateId };
    const got = await send(w, GET, { as: "owner", params });
    expect(got.headers.get("content-type")).toBe("application/yaml; charset=utf-8");
    expect(got.text).toBe(await yamlOf("Build"));
    const own = await send(w, GET, { as: "owner", params, headers: { accept: OWN_TYPE } });
    expect([own.headers.get("content-type"), own.text]).toEqual(["application/yaml; charset=utf-8", got.text]);
    const typed = await send(w, GET, { as: "owner", params, headers: { accept: ACCEPT } });
    expect(typed.body).toBe(got.text);
    const headers = { "content-type": "application/yaml" };
    const put = await send(w, PUT, { method: "PUT", as: "owner", params, headers, body: got.text });
    expect(put.status).toBe(204);
    const body = BARE.replace("Bare", "Posted");
    const posted = await send(w, POST, { method: "POST", as: "owner", params: { projectId }, headers, body });
    expect(posted).toMatchObject({ status: 201, body: { name: "Posted", playbook: "run.sh" } });
  });
});
