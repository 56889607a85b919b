import { describe, expect, it } from "vitest";
import type { ProjectNames } from "@/lib/backup/template/names";
import { readTemplate } from "@/lib/backup/template/read";
import { AppError } from "@/lib/operation/errors";

const NAMES: ProjectNames = {
  keys: [
    { id: 11, name: "Password" },
    { id: 12, name: "Deploy" },
  ],
  repositories: [{ id: 21, name: "Code" }],
  inventories: [{ id: 31, name: "Hosts" }],
  environments: [
    { id: 41, name: "Base" },
    { id: 42, name: "Live" },
  ],
  views: [{ id: 51, name: "Web" }],
  templates: [{ id: 61, name: "Build" }],
};

const BARE = "name: Bare\napp: bash\nplaybook: run.sh\nrepository: Code\n";

function pathsIn(yaml: string): string[] {
  try {
    readTemplate(yaml, NAMES);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.details.issues ?? []).map(({ path, key }) => `${path} ${key}`);
  }
}

describe("a template read from YAML", () => {
  it("has the ids of the project's own resources", () => {
    const yaml = `${BARE.replace("bash", "ansible")}inventory: Hosts
environments: [Live, Base]
view: Web
type: deploy
build_template: Build
vaults:
  - {type: password, vault_key: Password}
  - {name: dev, type: script, script: vault/ask.sh}
`;
    expect(readTemplate(yaml, NAMES)).toMatchObject({
      repository_id: 21,
      inventory_id: 31,
      environment_ids: [42, 41],
      view_id: 51,
      build_template_id: 61,
      vaults: [
        { name: null, type: "password", vault_key_id: 11, script: null },
        { name: "dev", type: "script", vault_key_id: null, script: "vault/ask.sh" },
      ],
    });
  });

  it("is blank where the text says nothing, not as it was", () => {
    expect(readTemplate(BARE, NAMES)).toMatchObject({
      inventory_id: null,
      view_id: null,
      launch: {},
      labels: [],
      arguments: null,
      init_arguments: null,
      stack: "",
      always_ask: false,
      auto_approve: false,
      allow_parallel_tasks: false,
      timeout_seconds: 0,
      runner_tag: "",
      survey_vars: [],
      vaults: [],
      task_params: { limit: [], tags: [], skip_tags: [], skip_galaxy_install: false, backend_filename: "" },
    });
  });

  it("replaces words, switches and start options only where they are written", () => {
    const more = "task_params: {tags: [web, db]}\nlaunch: {limit: fixed, message: ask}\nalways_ask: true\n";
    const read = readTemplate(BARE + more, NAMES);
    expect(read).toMatchObject({ launch: { limit: "fixed", message: "ask" }, always_ask: true });
    expect(read.task_params).toMatchObject({ limit: [], tags: ["web", "db"], override_backend: false });
  });

  it("does not touch the state", () => {
    expect(readTemplate(BARE, NAMES).state_id).toBeUndefined();
  });

  it("writes its arguments as a list", () => {
    const read = readTemplate(`${BARE}arguments: ["-v", two words]\n`, NAMES);
    expect(read.arguments).toBe('["-v","two words"]');
    expect(readTemplate(`${BARE}arguments: []\n`, NAMES).arguments).toBeNull();
  });

  it.each([
    ["environments: [Live, Gone, Lost]\n", ["environments.1", "environments.2"]],
    ["inventory: Gone\nview: Gone\n", ["inventory", "view"]],
    ["vaults:\n  - vault_key: Gone\n", ["vaults.0.vault_key"]],
    ["type: deploy\nbuild_template: Gone\n", ["build_template"]],
  ])("names every place at once: %j", (more, places) => {
    expect(pathsIn(BARE + more)).toEqual(places.map((path) => `${path} projectReferenceMissing`));
  });

  it("a build template counts for deploys only", () => {
    expect(pathsIn(`${BARE}build_template: Gone\n`)).toEqual([]);
  });

  it("fields of ids, of other files and of nobody are refused", () => {
    const more = "repository_id: 21\nenvironment: Live\ncron: '@daily'\nid: 7\n";
    const unknown = ["repository_id", "environment", "cron", "id"].map((path) => `${path} fieldUnknown`);
    expect(pathsIn(BARE + more)).toEqual(unknown);
  });

  it("a text that cannot be stored is refused at its place", () => {
    expect(pathsIn(`${BARE}description: "a\\0b"\n`)).toEqual(["description characterInvalid"]);
  });

  it("nesting without end is refused", () => {
    const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
    expect(pathsIn(`${BARE}labels: ${deep}\n`)).toEqual([" backupTooDeep"]);
  });

  it("the rules of the form hold", () => {
    expect(pathsIn(`${BARE}type: build\n`)).toEqual(["start_version startVersionRequired"]);
    expect(pathsIn("name: x\napp: ansible\nplaybook: site.yml\nrepository: Code\n")).toEqual([
      "inventory_id templateInventoryRequired",
    ]);
    expect(pathsIn(`${BARE}playbook: ../run.sh\n`.replace("playbook: run.sh\n", ""))).toEqual([
      "playbook playbookInvalid",
    ]);
  });
});
