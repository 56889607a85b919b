import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "../../support/database";
import { requireTool } from "../../support/tools";
import { byName, type Imported, importSite, type Named } from "./import-site";
import { rundeckJobs } from "./rundeck-jobs";
import { taskRunner } from "./task-runner";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const site = importSite(db);
const runner = taskRunner(site, db);
afterAll(() => runner.stop());

let project: Imported;
let scripts: string;
const list = (kind: string, { id }: Imported = project) => site.get<Named[]>(`project/${id}/${kind}`);
const templateOf = async (name: string) => {
  const { id = 0 } = byName(await list("templates")).get(name) ?? {};
  return site.get<Named & { survey_vars: Named[] }>(`project/${project.id}/templates/${id}`);
};

beforeAll(async () => {
  scripts = join(site.folder, "scripts");
  const words = ["rundeck", site.write("jobs.yaml", rundeckJobs), "--scripts", scripts, "--project", "Shop"];
  const dry = await site.run([...words, "--dry-run", "--json"]);
  expect([dry.code, dry.report.projects[0]?.outcome, existsSync(scripts)]).toEqual([0, "checked", false]);
  const { code, report } = await site.run([...words, "--json"]);
  [project] = report.projects as [Imported];
  expect([code, project.outcome, project.problem]).toEqual([0, "made", null]);
});

describe("job definitions of Rundeck", () => {
  test("become bash templates with a script each, in a view for each group", async () => {
    const templates = await list("templates");
    expect(templates.map(({ name, app, playbook }) => `${name}, ${app}: ${playbook}`).sort()).toEqual([
      "Deploy, bash: shop/release/deploy/run.sh",
      "Restart everywhere, bash: restart-everywhere/run.sh",
      "Tell (2), bash: tell/run.sh",
      "Tell, bash: shop/release/tell/run.sh",
    ]);
    const views = await site.get<{ id: number; title: string }[]>(`project/${project.id}/views`);
    expect(views.map(({ title }) => title)).toEqual(["shop/release"]);
    expect(await templateOf("Deploy")).toMatchObject({
      description: "Deploys the shop\n\nAsk **ops** before you run it.",
      view_id: views[0]?.id,
      allow_parallel_tasks: true,
      timeout_seconds: 5400,
    });
  });

  test("the scripts are in the folder that the repository names", async () => {
    expect(await list("repositories")).toMatchObject([{ name: "Scripts", git_url: scripts, git_branch: "" }]);
    expect(project.scripts).toContain("shop/release/deploy/step-2.py");
    for (const path of project.scripts) expect(statSync(join(scripts, path)).mode & 0o111).toBeGreaterThan(0);
  });

  test("options become a survey", async () => {
    const { survey_vars } = await templateOf("Deploy");
    expect(survey_vars).toMatchObject([
      {
        name: "version",
        type: "",
        required: false,
        description: expect.stringMatching(/^Which version\nDefault: 1\.0/),
      },
      { name: "stage", type: "enum", required: true, values: [{ value: "dev" }, { value: "prod" }] },
      { name: "flags", type: "", description: 'Values: fast, safe\nSeveral values are separated by " "' },
      { name: "api_token", title: "api-token", type: "secret", required: true },
    ]);
    expect(project.changed).toEqual(
      expect.arrayContaining([
        'Job "Deploy": option flags is not checked against ^[a-z ]*$',
        'Job "Deploy": option api-token is now called api_token',
        'Job "Deploy": option ssh-password is a password for nodes, not for scripts',
      ]),
    );
  });

  test("schedules are equal, or inactive with the reason", async () => {
    const schedules = byName(await list("schedules"));
    expect(schedules.get("Deploy")).toMatchObject({
      cron_format: "0,30 5 * * 1-5",
      timezone: "Europe/Berlin",
      active: true,
      overlap: "skip",
    });
    expect(schedules.get("Tell (2)")).toMatchObject({ cron_format: "15 3 * * *", active: false });
    expect(schedules.get("Restart everywhere")).toMatchObject({ cron_format: "0 4 * * 0", active: false });
    expect(project.changed).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Schedule of "Tell \(2\)" is inactive: .* the day "L"/),
        'Schedule of "Restart everywhere" is inactive: the job is changed, see above',
      ]),
    );
  });

  test("what does not map is reported", () => {
    expect(project.changed).toEqual(
      expect.arrayContaining([
        'Job "Restart everywhere": its steps ran on the nodes "tags: web" (node-first), and now run on the runner',
        expect.stringMatching(/"Restart everywhere": step-1 uses \$\{node\.name\}, which only Rundeck knows/),
        'Job "Restart everywhere": step-2 runs the plug-in copyfile',
        expect.stringMatching(/step-3 runs the job 0{8}.*not in this export/),
      ]),
    );
    expect(project.left_out).toEqual(
      expect.arrayContaining([
        'Of job "Tell": the retries "3"',
        'Of job "Tell": the log level DEBUG',
        'Of job "Tell": the notification onfailure {"email":{"recipients":"ops@example.com"}}',
      ]),
    );
  });
});

describe("an imported job runs on a real runner", () => {
  requireTool("bash", "python3")("with its options, scripts and referenced jobs", async () => {
    const { id } = await templateOf("Deploy");
    const answers = { stage: "dev two", flags: "fast safe" };
    const refused = runner.run(project.id, id, { environment: answers, secret: { api_token: "s3cret" } });
    await expect(refused).rejects.toThrow(/stage/);
    const task = await runner.run(project.id, id, {
      environment: { ...answers, stage: "prod" },
      secret: { api_token: "s3cret" },
    });
    expect([task.status, task.lines]).toEqual([
      "success",
      expect.arrayContaining([
        'deploy 1.0 "beta" } $HOME to <prod> (fast safe) in Deploy',
        "python ['--stage', 'prod', 'last'] True",
        "token has 6 characters",
        "told prod of none",
      ]),
    ]);
  });

  requireTool("bash")("goes on after failures if the job does, and still fails", async () => {
    const { id } = await templateOf("Tell (2)");
    const task = await runner.run(project.id, id);
    expect([task.status, task.lines]).toEqual(["error", expect.arrayContaining(["first", "handled", "third"])]);
  });

  requireTool("bash")("stops at a step that could not be imported", async () => {
    const { id } = await templateOf("Restart everywhere");
    const task = await runner.run(project.id, id);
    expect(task.status).toBe("error");
    expect(task.lines.join("\n")).toContain("node.name");
    expect(task.lines.join("\n")).not.toContain("step-3");
  });
});

test("a repository's URL makes templates that use it, below its root", async () => {
  const tree = join(site.folder, "tree");
  const folder = join(tree, "jobs");
  const { report } = await site.run(
    ["rundeck", "-", "--scripts", folder, "--repository", "https://git.example.com/ops.git", "--branch", "live"].concat(
      "--project",
      "By URL",
      "--json",
    ),
    rundeckJobs,
  );
  const [made] = report.projects as [Imported];
  expect(await list("repositories", made)).toMatchObject([
    { git_url: "https://git.example.com/ops.git", git_branch: "live" },
  ]);
  expect(byName(await list("templates", made)).get("Deploy")?.playbook).toBe("shop/release/deploy/run.sh");
  expect(made.fill_in).toEqual([
    expect.stringMatching(/^Commit .*jobs and push it to https:\/\/git\.example\.com\/ops\.git/),
  ]);

  writeFileSync(join(tree, ".git"), "gitdir: elsewhere\n");
  const words = ["rundeck", "-", "--scripts", folder, "--repository", "https://git.example.com/ops.git"];
  const below = await site.run([...words, "--project", "Below", "--json"], rundeckJobs);
  const [second] = below.report.projects as [Imported];
  expect(byName(await list("templates", second)).get("Deploy")?.playbook).toBe("jobs/shop/release/deploy/run.sh");
});

test("no file is replaced by another content", async () => {
  const folder = join(site.folder, "edited");
  const words = ["rundeck", "-", "--scripts", folder, "--again", "--project", "Edited"];
  expect((await site.run(words, rundeckJobs)).code).toBe(0);
  expect((await site.run(words, rundeckJobs)).code).toBe(0);
  const edited = join(folder, "tell/run.sh");
  writeFileSync(edited, "echo mine\n");
  const { code, stderr } = await site.run(words, rundeckJobs);
  expect([code, stderr]).toEqual([2, `${edited} exists with other content: move it, or use another folder\n`]);
  expect(readFileSync(edited, "utf8")).toBe("echo mine\n");
});

test.each([
  ["no folder", ["rundeck", "-"], rundeckJobs, /^Name a folder for the scripts with --scripts$/m],
  ["broken YAML", ["rundeck", "-", "--scripts", "x"], "- name: a\n  sequence: {commands: [\n", /^stdin, line \d+: /],
  ["no jobs", ["rundeck", "-", "--scripts", "x"], "name: a\n", /^stdin: expected a list of Rundeck job definitions/],
  [
    "a job without steps",
    ["rundeck", "-", "--scripts", "x"],
    "- name: a\n  sequence:\n    commands: []\n",
    /^stdin, line 3: 0\.sequence\.commands: the sequence has no commands$/m,
  ],
])("%s is refused with its place", async (_what, words, input, message) => {
  const { code, stderr } = await site.run(words, input);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});
