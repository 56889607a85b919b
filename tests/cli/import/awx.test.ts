import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { freshDatabase } from "../../support/database";
import { rowCounts } from "../../support/tables";
import { requireTool } from "../../support/tools";
import { awxExport, HIDDEN } from "./awx-export";
import { byName, type Imported, importSite, type Named } from "./import-site";

// Every step is a process of its own, which a busy machine takes long to start.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const site = importSite(db);

/** As awx prints it. */
const exported = (changes: object = {}) => JSON.stringify({ ...awxExport(), ...changes }, null, 5);

let platform: Imported;
let web: Imported;
let report: Awaited<ReturnType<typeof site.run>>["report"];
const list = (kind: string, { id }: Imported = platform) => site.get<Named[]>(`project/${id}/${kind}`);

test("a dry run reports both organizations and changes nothing", async () => {
  const before = await rowCounts(db);
  const { code, report: dry } = await site.run(["awx", "-", "--dry-run", "--json"], exported());
  expect([code, dry.dry_run, dry.projects.map(({ name, outcome }) => [name, outcome])]).toEqual([
    0,
    true,
    [
      ["Platform", "checked"],
      ["Web", "checked"],
    ],
  ]);
  expect(await rowCounts(db)).toEqual(before);
});

describe("an export of two organizations", () => {
  beforeAll(async () => {
    const file = site.write("awx.json", exported());
    const saved = join(site.folder, "report.json");
    const run = await site.run(["awx", file, "--json", "--report", saved]);
    expect([run.code, run.stderr]).toEqual([0, `The report is in ${saved}\n`]);
    report = run.report;
    expect(JSON.parse(readFileSync(saved, "utf8"))).toEqual(report);
    [platform, web] = report.projects as [Imported, Imported];
  });

  test("becomes a project for each, with what it uses of the other", () => {
    expect(platform).toMatchObject({
      name: "Platform",
      outcome: "made",
      counts: { keys: 5, repositories: 1, inventories: 5, environments: 3, templates: 3, schedules: 4 },
    });
    expect(web).toMatchObject({
      name: "Web",
      outcome: "made",
      counts: { repositories: 1, inventories: 2, templates: 1 },
    });
  });

  test("has empty keys for machines, repositories and vaults, and says which to fill in", async () => {
    const keys = (await list("keys")).map(({ name, type }) => `${name}: ${type}`);
    expect(keys.sort()).toEqual([
      "Deployer (become): login_password",
      "Deployer: login_password",
      "Forge: ssh",
      "Root Key: ssh",
      "Secrets: login_password",
    ]);
    expect(platform.fill_in).toEqual(
      expect.arrayContaining([
        'Key "Deployer" (login_password, login deploy)',
        'Key "Deployer (become)" (login_password, login app)',
        'Key "Root Key" (ssh, login root)',
      ]),
    );
  });

  test("has git repositories with their branch and key; others are left out", async () => {
    const [repository, ...others] = await list("repositories");
    const forge = byName(await list("keys")).get("Forge");
    expect(repository).toMatchObject({
      name: "Playbooks",
      git_url: "git@git.example.com:ops/playbooks.git",
      git_branch: "stable",
      ssh_key_id: forge?.id,
    });
    expect(others).toEqual([]);
    expect(platform.left_out).toEqual(
      expect.arrayContaining([
        'Project "Archive" (svn): only git repositories by http, https, ssh or git can be imported',
        'Job template "From Subversion": it has no project that can be imported',
      ]),
    );
  });

  test("credentials in a URL are removed, and a default branch is assumed", async () => {
    const [repository] = await list("repositories", web);
    expect(repository).toMatchObject({ git_url: "https://git.example.com/web/site.git", git_branch: "main" });
    expect(web.changed).toEqual(
      expect.arrayContaining([
        'Project "Site": the credentials in its URL are removed',
        'Project "Site" uses the default branch of its repository: main is assumed',
      ]),
    );
  });

  test("an inventory comes once for each machine credential it is used with", async () => {
    const [keys, inventories] = [byName(await list("keys")), byName(await list("inventory"))];
    expect([...inventories.keys()].sort()).toEqual([
      "Found",
      "From Git",
      "From Git (without a key)",
      "Servers",
      "Servers (Root Key)",
    ]);
    expect(inventories.get("Servers")).toMatchObject({
      ssh_key_id: keys.get("Deployer")?.id,
      become_key_id: keys.get("Deployer (become)")?.id,
    });
    expect(inventories.get("Servers (Root Key)")).toMatchObject({
      ssh_key_id: keys.get("Root Key")?.id,
      become_key_id: null,
    });
  });

  test("an inventory that a project's file makes stays that file", async () => {
    const repository = (await list("repositories"))[0];
    expect(byName(await list("inventory")).get("From Git")).toMatchObject({
      type: "file",
      inventory: "inventories/hosts.yml",
      repository_id: repository?.id,
    });
  });

  test("hosts, groups and variables become YAML; disabled hosts and other sources are reported", async () => {
    const inventory = byName(await list("inventory")).get("Servers")?.inventory;
    expect(parse(String(inventory), { version: "1.1" })).toMatchObject({
      all: {
        vars: { answer: "yes", enabled: true, mode: 0o644, greeting: "{{ who }} says hello" },
        hosts: { "web1.example.com": { http_port: 8080 }, "web2.example.com": null },
        children: {
          web: { vars: { tier: "front" }, hosts: { "web1.example.com": null, "web2.example.com": null } },
          shop: { children: { web: null, db: null } },
        },
      },
    });
    expect(platform.changed).toEqual(
      expect.arrayContaining([
        'Inventory "Servers": without the disabled host old.example.com',
        'Inventory "Found": without the smart inventory finds its hosts itself (name__icontains=web)',
      ]),
    );
    expect(web.changed).toContain(
      'Inventory "Servers" has its hosts as of the export: its source "ec2" (ec2) is not imported',
    );
  });

  requireTool("ansible-inventory")("Ansible reads the inventory as AWX meant it", async () => {
    const inventory = byName(await list("inventory")).get("Servers")?.inventory;
    const file = site.write("servers.yml", String(inventory));
    const read = JSON.parse(execFileSync("ansible-inventory", ["-i", file, "--list"], { encoding: "utf8" }));
    expect(read.web.hosts).toEqual(["web1.example.com", "web2.example.com"]);
    expect(read.shop.children.sort()).toEqual(["db", "web"]);
    expect(read._meta.hostvars["web1.example.com"]).toMatchObject({
      http_port: 8080,
      answer: "yes",
      enabled: true,
      mode: 0o644,
      tier: "front",
      released: "2024-01-15",
    });
    expect(read._meta.hostvars).not.toHaveProperty(["old.example.com"]);
  });

  test("a job template keeps what ansible-playbook is told", async () => {
    const [templates, inventories] = [byName(await list("templates")), byName(await list("inventory"))];
    const deploy = await site.get<Named>(`project/${platform.id}/templates/${templates.get("Deploy")?.id}`);
    expect(deploy).toMatchObject({
      description: "Rolls out a version",
      app: "ansible",
      playbook: "deploy.yml",
      inventory_id: inventories.get("Servers")?.id,
      timeout_seconds: 600,
      allow_parallel_tasks: true,
      launch: { limit: "ask", inventory_id: "ask", tags: "fixed", dry_run: "fixed", debug: "fixed", diff: "fixed" },
    });
    expect(JSON.parse(String(deploy.arguments))).toEqual([
      "--become",
      "--become-method=su",
      "--diff",
      "--limit=shop",
      "--tags=deploy",
      "--skip-tags=slow",
      "--forks=10",
      "-vv",
    ]);
    expect(deploy.vaults).toMatchObject([
      { name: "prod", vault_key_id: byName(await list("keys")).get("Secrets")?.id },
    ]);
    const ping = templates.get("Ping");
    expect(JSON.parse(String(ping?.arguments))).toEqual(["--check"]);
    expect(ping?.launch).toMatchObject({ dry_run: "ask", debug: "ask" });
  });

  test("a survey keeps types, choices and which answers are required; defaults stand in the environment, before extra variables", async () => {
    const { id = 0 } = byName(await list("templates")).get("Deploy") ?? {};
    const { survey_vars, environment_id } = await site.get<Named & { survey_vars: Named[] }>(
      `project/${platform.id}/templates/${id}`,
    );
    expect(survey_vars.map(({ name, type, required }) => [name, type, required])).toEqual([
      ["version", "", false],
      ["notes", "", false],
      ["api_token", "secret", true],
      ["vault_pin", "secret", false],
      ["replicas", "int", false],
      ["ratio", "", false],
      ["stage", "enum", true],
      ["regions", "", false],
    ]);
    expect(survey_vars[0]).toMatchObject({ title: "The version", description: "What to deploy\nDefault: 1.1" });
    expect(survey_vars[6]?.values).toEqual(["dev", "prod"].map((value) => ({ name: value, value })));
    const environment = await site.get<Named>(`project/${platform.id}/environment/${environment_id}`);
    expect(JSON.parse(String(environment.json))).toEqual({
      version: "1.1",
      ports: [80, 443],
      replicas: 3,
      ratio: "0.5",
      regions: "eu,us",
    });
    expect(platform.left_out).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/"Deploy": the question "The not valid!"/),
        expect.stringMatching(/regions is now a text with commas/),
        expect.stringMatching(/the limits of replicas \(1 to 9\)/),
        expect.stringMatching(/"Report": its survey is turned off/),
      ]),
    );
  });

  test("credentials for the cloud become variables, shared by templates that have the same", async () => {
    const environments = byName(await list("environment"));
    expect([...environments.keys()].sort()).toEqual(["Cloud", "Deploy", "Report"]);
    const read = (name: string) =>
      site.get<Named & { secrets: Named[] }>(`project/${platform.id}/environment/${environments.get(name)?.id}`);
    const cloud = await read("Cloud");
    expect(JSON.parse(String(cloud.env))).toEqual({ AWS_ACCESS_KEY_ID: "AKIAEXAMPLE" });
    expect(cloud.secrets.map(({ name, type }) => [type, name])).toEqual([["env", "AWS_SECRET_ACCESS_KEY"]]);
    const chat = await read("Report");
    expect(JSON.parse(String(chat.env))).toMatchObject({ CHAT_URL: "https://chat.example.com/api" });
    expect(JSON.parse(String(chat.json))).toEqual({ chat_room: "ops" });
    expect(chat.secrets.map(({ name }) => name)).toEqual(["AWS_SECRET_ACCESS_KEY", "CHAT_TOKEN", "chat_password"]);
    expect(platform.empty_secrets).toContain("Deploy: vault_pin");
    expect(platform.left_out).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/"Chat", the file "template"/),
        expect.stringMatching(/the variable CHAT_FILE, made by "\{\{ tower.filename \}\}"/),
      ]),
    );
  });

  test("equal schedules keep their time and input; others are near it and inactive", async () => {
    const schedules = byName(await list("schedules"));
    expect([...schedules.keys()].sort()).toEqual(["Elsewhere", "Fortnightly", "Nightly", "Paused"]);
    expect(schedules.get("Nightly")).toMatchObject({
      cron_format: "30 2 * * *",
      timezone: "Europe/Berlin",
      active: true,
      task_params: { limit: "web", environment: '{"version":"2.0"}', params: { tags: "deploy" } },
    });
    expect(schedules.get("Fortnightly")).toMatchObject({ cron_format: "0 8 * * 1", active: false });
    const inventories = byName(await list("inventory"));
    expect(schedules.get("Elsewhere")).toMatchObject({
      active: false,
      task_params: { inventory_id: inventories.get("From Git")?.id, environment: "" },
    });
    expect(schedules.get("Paused")).toMatchObject({ cron_format: "0 * * * *", active: false });
    expect(platform.changed).toContainEqual(
      expect.stringMatching(/^Schedule "Fortnightly" of "Deploy" is inactive: FREQ=WEEKLY;INTERVAL=2/),
    );
  });

  test("a template without an inventory gets an empty one, to choose another at the start", async () => {
    const [template] = await list("templates", web);
    const empty = byName(await list("inventory", web)).get("Empty");
    expect(template).toMatchObject({ inventory_id: empty?.id, launch: { inventory_id: "ask" } });
    expect(web.changed).toContain('Template "Ping" has no inventory: it starts with an empty one');
    expect(await list("schedules", web)).toMatchObject([{ name: "Hourly", active: false }]);
    expect(web.changed).toContainEqual(
      expect.stringMatching(/^Schedule "Hourly" of "Ping" is inactive: its inventory/),
    );
  });

  test("workflows are listed with their nodes, and everything else is named", () => {
    expect(report.workflows).toEqual([
      {
        name: "Release",
        nodes: [
          { name: "build", runs: 'runs job template "Report"', next: ["on success: ask", "on failure: tell"] },
          { name: "ask", runs: 'waits for the approval "Go ahead?"', next: ["on success: ship"] },
          { name: "ship", runs: 'runs job template "Deploy"', next: ["always: tell"] },
          { name: "tell", runs: 'runs job template "Ping"', next: [] },
        ],
      },
    ]);
    expect(report.left_out).toEqual(
      expect.arrayContaining([
        'Schedule "Cleanup Job Schedule" of the system job template "Cleanup Job Details"',
        "1 users and 1 teams: add them as members of the projects",
        'Notification template "Ops mail" (email)',
        'Execution environment "AWX EE"',
      ]),
    );
    expect(platform.left_out).toEqual(
      expect.arrayContaining([
        'Of template "Deploy": the prompts for credential',
        'Of template "Deploy": the github webhook: add an integration',
        'Of template "Deploy": the labels production',
        'Of template "Deploy": the notifications on error: Ops mail',
      ]),
    );
  });

  test("nothing stands for a secret", async () => {
    const backups = await Promise.all([platform, web].map(({ id }) => site.get(`project/${id}/backup`)));
    expect(JSON.stringify([backups, report])).not.toMatch(/hunter2|\$encrypted\$/);
    expect(HIDDEN).toBe("$encrypted$");
  });
});

test("--project puts everything into one project, with a view for each organization", async () => {
  const { report: one } = await site.run(["awx", "-", "--project", "All of AWX", "--inactive", "--json"], exported());
  const [all] = one.projects as [Imported];
  expect([one.projects.length, all.name, all.outcome]).toEqual([1, "All of AWX", "made"]);
  const templates = await list("templates", all);
  expect(templates.map(({ name }) => name).sort()).toEqual(["Deploy", "Ping", "Ping (Web)", "Report"]);
  const views = await site.get<{ id: number; title: string }[]>(`project/${all.id}/views`);
  const titleOf = new Map(views.map(({ id, title }) => [id, title]));
  expect(titleOf.get(Number(byName(templates).get("Ping (Web)")?.view_id))).toBe("Web");
  const schedules = await list("schedules", all);
  expect(schedules.map(({ active }) => active)).toEqual(Array(5).fill(false));
});

test("--organization chooses; a project of an earlier import is updated; the text names what to do", async () => {
  const words = ["awx", "-", "--organization", "Web"];
  const { code, stdout } = await site.run(words, exported());
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Web: updated as project \d+ \(from stdin\)\n {2}Unchanged: 6 objects\n {2}Changed: /),
  ]);
  const again = await site.run([...words, "--again"], exported());
  expect(again.stdout).toMatch(/^Web: created as project \d+ \(from stdin\)\n {2}Has: /);
  expect(again.stdout).toContain('  Changed: Template "Ping" has no inventory');
  expect(again.stdout).toContain("Workflow Release: not imported. Its nodes:\n");
});

test("YAML output of awx is read too", async () => {
  const yaml =
    "projects:\n- name: Small\n  scm_type: git\n  scm_url: https://git.example.com/a.git\n  scm_branch: main\n  natural_key: {type: project, name: Small, organization: {name: Tiny, type: organization}}\n";
  const { report: small } = await site.run(["awx", "-", "--dry-run", "--json"], yaml);
  expect(small.projects).toMatchObject([{ name: "Tiny", outcome: "checked", counts: { repositories: 1 } }]);
});

describe("input that can't be imported is refused with its place", () => {
  test.each([
    ["broken JSON", '{\n  "projects": [\n    {"name": "x",,}\n  ]\n}', /^stdin, line 3: /],
    [
      "a field of the wrong type",
      exported({ job_templates: [{ name: 7 }] }),
      /^stdin, line \d+: job_templates\.0\.name: /,
    ],
    ["another document", '{"hello": "world"}', /^stdin: expected the JSON of awx export$/m],
    ["a list", "[]", /^stdin: expected the JSON of awx export$/m],
    ["nothing", "", /^stdin is empty$/m],
    ["an export of nothing", '{"organizations": [], "users": [{}]}', /^There is nothing to import\. 1 users/],
  ])("%s", async (_what, input, message) => {
    const { code, stderr } = await site.run(["awx", "-"], input);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a file that is not there", async () => {
    expect(await site.run(["awx", "/nowhere.json"])).toMatchObject({
      code: 2,
      stderr: "There is no file or folder /nowhere.json\n",
    });
  });
});
