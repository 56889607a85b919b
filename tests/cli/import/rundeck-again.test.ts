import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { exportProject, restoreProject } from "@/lib/backup/operations";
import { deleteTemplate, listTemplates, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../../support/database";
import { type Imported, importSite } from "./import-site";
import { rundeckJobs } from "./rundeck-jobs";

const site = importSite(await freshDatabase());
afterAll(() => database().close());

type Change = { kind: string; name: string; done: string; fields: string[] };
const changesIn = (project: Imported | undefined) =>
  (project as unknown as { changes: Change[] }).changes.map(({ kind, name, done, fields }) =>
    [done, kind, name, ...fields].join(" "),
  );

let count = 0;
/** Imports into a folder and a project of its own. */
function importer() {
  const name = `Shop ${++count}`;
  const folder = join(site.folder, `jobs-${count}`);
  const words = ["rundeck", "-", "--scripts", folder, "--project", name, "--json"];
  const run = async (jobs: string, ...options: string[]) => {
    const { code, stderr, report } = await site.run([...words, ...options], jobs);
    return { code, stderr, project: report.projects[0] };
  };
  const files = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const backup = async (projectId: number) => site.w.call(exportProject, "admin", { projectId });
  /** The project as an earlier release made it. */
  const earlier = async (templates: { name: string; playbook: string }[]) => {
    const file = {
      meta: { name },
      keys: [{ name: "None", type: "none" }],
      repositories: [{ name: "Scripts", git_url: folder, git_branch: "", ssh_key: "None" }],
      templates: templates.map((template) => ({ ...template, app: "bash", repository: "Scripts" })),
      source: `rundeck: ${name}`,
    };
    return (await site.w.call(restoreProject, "admin", {}, file)).id;
  };
  return { folder, run, files, backup, earlier };
}

const job = (name: string, command: string, more = "") => `- id: ${name.toLowerCase()}
  name: ${name}
  group: shop
  sequence:
    commands:
    - exec: ${command}
${more}`;

const schedule = (hour: string) => `  schedule:
    month: '*'
    time: { hour: '${hour}', minute: '0', seconds: '0' }
    weekday: { day: '*' }
    year: '*'
`;

describe("a Rundeck export imported again", () => {
  test("changes nothing if nothing changed", async () => {
    const { run, files, backup } = importer();
    const first = await run(rundeckJobs);
    expect([first.code, first.project?.outcome]).toEqual([0, "made"]);
    const id = first.project?.id ?? 0;
    const before = [files(), await backup(id)];
    const second = await run(rundeckJobs);
    expect([second.code, second.project?.outcome, second.project?.id]).toEqual([0, "updated", id]);
    expect(changesIn(second.project)).toEqual([]);
    expect([files(), await backup(id)]).toEqual(before);
    expect(second.project?.left_out.filter((what) => what.startsWith("Script"))).toEqual([]);
  });

  test("takes what changed there, keeps what changed here, and names what is gone", async () => {
    const { run, files, folder } = importer();
    const first = await run(job("Deploy", "echo one", schedule("3")) + job("Clean", "rm -f x") + job("Old", "true"));
    const projectId = first.project?.id ?? 0;
    const templates = await site.w.call(listTemplates, "admin", { projectId });
    const clean = templates.find(({ name }) => name === "Clean");
    const params = { projectId, templateId: clean?.id };
    await site.w.call(updateTemplate, "admin", params, { ...clean, description: "Ours", timeout_seconds: 60 });

    const newer =
      job("Deploy", "echo two", `${schedule("4")}  timeout: 5m\n`) +
      job("Clean", "rm -f x", "  description: Theirs\n") +
      job("New", "date");
    const dry = await run(newer, "--dry-run");
    const second = await run(newer);
    const expected = [
      "created template New",
      "gone template Old",
      "kept template Clean description",
      "updated schedule Deploy timing",
      "updated template Deploy timeout_seconds",
    ];
    expect(changesIn(dry.project).sort()).toEqual(expected);
    expect(changesIn(second.project).sort()).toEqual(expected);
    expect(files().some((path) => path.includes("new"))).toBe(true);
    // It was not edited here, but its file cannot say so.
    const [script = ""] = files().filter((path) => path.includes("deploy") && path.endsWith(".sh"));
    expect(second.project?.left_out.join("\n")).toMatch(/Script .*deploy.*: the file has other content and stays/);
    expect(readFileSync(join(folder, script), "utf8")).toContain("echo one");
    await run(newer, "--overwrite");
    expect(readFileSync(join(folder, script), "utf8")).toContain("echo two");
  });

  test("does not bring back what was deleted here", async () => {
    const { run } = importer();
    const jobs = job("Deploy", "echo one") + job("Clean", "rm -f x");
    const { project } = await run(jobs);
    const projectId = project?.id ?? 0;
    const clean = (await site.w.call(listTemplates, "admin", { projectId })).find(({ name }) => name === "Clean");
    await site.w.call(deleteTemplate, "admin", { projectId, templateId: clean?.id });
    expect(changesIn((await run(jobs)).project)).toEqual(["deleted template Clean"]);
    expect(changesIn((await run(jobs, "--overwrite")).project)).toEqual(["created template Clean"]);
  });

  test("a folder of scripts that is gone is written again", async () => {
    const { run, folder, files } = importer();
    const jobs = job("Deploy", "echo one");
    await run(jobs);
    const [script = ""] = files().filter((path) => path.endsWith(".sh"));
    writeFileSync(join(folder, script), "");
    expect((await run(jobs)).project?.left_out.join()).toContain("stays");
    rmSync(folder, { recursive: true });
    expect((await run(jobs)).code).toBe(0);
    expect(existsSync(join(folder, script))).toBe(true);
  });
});

describe("jobs whose names are in another script, or are equal as paths", () => {
  const BACKUP = job("Бэкап", "echo backup", schedule("1"));
  const CLEAN = job("Очистка", "echo clean", schedule("2"));
  const ARCHIVE = job("Архив", "echo archive", schedule("3"));
  const ALL = ["Архив: echo archive", "Бэкап: echo backup", "Очистка: echo clean"];

  async function runsOf(id: number, folder: string) {
    const templates = await site.w.call(listTemplates, "admin", { projectId: id });
    return templates
      .map(({ name, playbook }) => `${name}: ${readFileSync(join(folder, playbook), "utf8").match(/echo \w+/)?.[0]}`)
      .sort();
  }

  test("run their own scripts, whatever comes before them", async () => {
    const { run, folder } = importer();
    const id = (await run(BACKUP + CLEAN)).project?.id ?? 0;
    const { project } = await run(ARCHIVE + BACKUP + CLEAN);
    expect([project?.id, changesIn(project)]).toEqual([id, ["created template Архив", "created schedule Архив"]]);
    expect(project?.left_out).toEqual([]);
    expect(await runsOf(id, folder)).toEqual(ALL);
  });

  test.each([
    ["as it was", ["script", "script-2"]],
    ["after an import that had mixed it up", ["script-2", "script-3"]],
  ])("keep the folders that an earlier release named by their places, %s", async (_how, playbooks) => {
    const { run, folder, earlier } = importer();
    const other = importer();
    await other.run(BACKUP + CLEAN);
    const written = other.files().filter((path) => path.endsWith("run.sh"));
    const texts = written.map((path) => readFileSync(join(other.folder, path), "utf8"));
    const names = ["Бэкап", "Очистка"];
    for (const [at, place] of ["shop/script", "shop/script-2"].entries()) {
      mkdirSync(join(folder, place), { recursive: true });
      const text = texts.find((each) => each.includes(`shop/${names[at]}`)) ?? "";
      writeFileSync(join(folder, place, "run.sh"), text);
    }
    const id = await earlier(names.map((name, at) => ({ name, playbook: `shop/${playbooks[at]}/run.sh` })));
    const { project } = await run(ARCHIVE + CLEAN + BACKUP);
    expect([project?.id, changesIn(project).filter((line) => line.startsWith("created template"))]).toEqual([
      id,
      ["created template Архив"],
    ]);
    const templates = await site.w.call(listTemplates, "admin", { projectId: id });
    for (const [at, place] of ["shop/script", "shop/script-2"].entries())
      expect(templates.find(({ name }) => name === names[at])?.playbook).toBe(`${place}/run.sh`);
    expect(await runsOf(id, folder)).toEqual(ALL);
  });

  test("names that differ only in signs have folders of their own, also when one of them is gone", async () => {
    const { run, folder } = importer();
    const [one, two, three] = ["Clean up", "Clean-up", "clean up"].map((name, at) => job(name, `echo n${at}`));
    const id = (await run(`${one}`)).project?.id ?? 0;
    for (const jobs of [`${two}${one}`, `${three}`, `${two}`, `${one}${three}`]) {
      const { code, project } = await run(jobs);
      expect([code, project?.left_out]).toEqual([0, []]);
    }
    expect(await runsOf(id, folder)).toEqual(["Clean up: echo n0", "Clean-up: echo n1", "clean up: echo n2"].sort());
  });

  test("a dry run says which files are in the way", async () => {
    const { run, folder } = importer();
    mkdirSync(join(folder, "shop", "deploy"), { recursive: true });
    writeFileSync(join(folder, "shop", "deploy", "run.sh"), "mine\n");
    const problem = `${join(folder, "shop", "deploy", "run.sh")} exists with other content: move it, or use another folder`;
    const dry = await run(job("Deploy", "true"), "--dry-run");
    expect([dry.code, dry.project?.outcome, dry.project?.problem]).toEqual([1, "failed", problem]);
    expect((await run(job("Deploy", "true"))).stderr).toBe(`${problem}\n`);
  });
});
