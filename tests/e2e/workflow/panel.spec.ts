import type { Locator, Page } from "@playwright/test";
import { box, expect, makeScript, type OwnProject, pick, test, visit } from "../own-project";
import { press, saved } from "../template/form";

const SURVEY = [
  {
    name: "region",
    title: "Region",
    type: "enum",
    required: false,
    description: "",
    values: [{ name: "Europe", value: "eu" }],
  },
  { name: "count", title: "Count", type: "int", required: false, description: "" },
  { name: "token", title: "Token", type: "secret", required: false, description: "" },
];

const editor = (page: Page): Locator => page.locator("[data-field=graph]");
const row = (page: Page, key: string): Locator => editor(page).locator(`[data-row="${key}"]`);
const field = (page: Page, name: string): Locator => editor(page).getByRole("textbox", { name, exact: true });
const flip = (page: Page, name: string) => editor(page).getByRole("switch", { name, exact: true }).click();

/** A workflow with a secret survey answer, opened in the outline. */
async function openWorkflow(page: Page, project: OwnProject, nodes: object[], edges: object[] = []): Promise<number> {
  const survey_vars = SURVEY.filter(({ type }) => type === "secret");
  const workflow = { name: "Release", app: "workflow", playbook: "", survey_vars, graph: { nodes, edges } };
  const { id } = await project.make("templates", workflow);
  await visit(page, project.at(`templates/${id}/edit`));
  await editor(page).getByRole("tab", { name: "Outline" }).click();
  return id;
}

async function makeDeploy(project: OwnProject): Promise<number> {
  const plain = await makeScript(project, "Script", "echo\n");
  const { repository_id, environment_id } = await project.read<{ repository_id: number; environment_id: number }>(
    `templates/${plain.id}`,
  );
  const template = { name: "Deploy", app: "bash", playbook: "run.sh", repository_id, environment_id };
  return (await project.make("templates", { ...template, survey_vars: SURVEY })).id;
}

const graphOf = async (project: OwnProject, id: number) =>
  (await project.read<{ graph: { nodes: object[]; edges: object[] } }>(`templates/${id}`)).graph;

test("a template node gets values, a matrix and retries", async ({ page, project }) => {
  const template_id = await makeDeploy(project);
  const id = await openWorkflow(page, project, [{ kind: "template", key: "deploy", template_id }]);
  await row(page, "deploy").click();
  await field(page, "Name").fill("Deploy everywhere");
  await field(page, "Key").fill("roll_out");
  await field(page, "Key").press("Enter");
  await expect(row(page, "roll_out")).toBeVisible();

  const how = (label: string, mode: string) =>
    editor(page)
      .getByRole("combobox", { name: `${label}: source` })
      .selectOption(mode);
  await how("Region", "Expression");
  await field(page, "Region").fill("item");
  await how("Count", "Value");
  await field(page, "Count").fill("3");
  await how("Token", "Secret");
  await editor(page).getByRole("combobox", { name: "Token", exact: true }).fill("inputs.token");
  await pick(editor(page), "Set an option…", "Message");
  await field(page, "Message").fill("by the workflow");

  await flip(page, "Run for each item of a list");
  await field(page, "Items").fill("eu\nus");
  await field(page, "At a time").fill("1");
  await flip(page, "Stop after a failure");
  await flip(page, "Retry after a failure");
  await field(page, "Retries").fill("4");
  await field(page, "Pause").fill("1m 30s");
  await pick(editor(page), "Only after", "The program exited with an error.");
  await flip(page, "Continue on failure");
  await expect(editor(page).getByText("No problems")).toBeVisible();
  await saved(page);
  expect(await graphOf(project, id)).toMatchObject({
    nodes: [
      {
        key: "roll_out",
        name: "Deploy everywhere",
        template_id,
        continue_on_failure: true,
        final: false,
        answers: { region: { expression: "item" }, count: { value: 3 }, token: { secret: "inputs.token" } },
        options: { message: { value: "by the workflow" } },
        matrix: { items: { value: ["eu", "us"] }, parallel: 1, fail_fast: true },
        retry: { count: 4, pause_seconds: 90, growth: 1, reasons: ["exit_code"] },
      },
    ],
  });
});

test("an approval says who decides, until when, and what happens then", async ({ page, project }) => {
  const id = await openWorkflow(page, project, [{ kind: "approval", key: "ask", text: "Go?" }]);
  await row(page, "ask").click();
  await field(page, "Question").fill(`Release \${{ run.id }}?`);
  await pick(editor(page), "Who decides", "Manager");
  await flip(page, "Not the person who started it");
  await field(page, "Deadline").pressSequentially("2 weeks");
  await expect(field(page, "Deadline")).toHaveAccessibleDescription(/Must be a duration such as 1h 30m/);
  await press(page, "Save");
  await expect(editor(page).getByRole("alert")).toHaveText("Must be a duration such as 1h 30m");
  expect((await graphOf(project, id)).nodes).toMatchObject([{ deadline_seconds: 0 }]);
  await field(page, "Deadline").fill("2h");
  await pick(editor(page), "Then", "Approve");
  await saved(page);
  expect((await graphOf(project, id)).nodes).toMatchObject([
    {
      text: `Release \${{ run.id }}?`,
      roles: ["manager"],
      not_starter: true,
      deadline_seconds: 7200,
      on_deadline: "approve",
    },
  ]);
});

test("a wait lasts a while, or until a time of day", async ({ page, project }) => {
  const id = await openWorkflow(page, project, [{ kind: "wait", key: "pause", seconds: 60 }]);
  await row(page, "pause").click();
  await expect(field(page, "Wait for")).toHaveValue("1m");
  await flip(page, "Until a time of day");
  await editor(page).getByLabel("Time", { exact: true }).fill("22:15");
  await pick(editor(page), "Time zone", "UTC");
  await saved(page);
  expect((await graphOf(project, id)).nodes).toMatchObject([{ until: { time: "22:15", zone: "UTC" } }]);
});

test("an edge has an end and a condition; a mistake is shown with its place", async ({ page, project }) => {
  const nodes = ["one", "two"].map((key) => ({ kind: "wait", key, seconds: 1 }));
  const id = await openWorkflow(page, project, nodes, [{ from: "one", to: "two" }]);
  await row(page, "one").click();
  const edge = editor(page).getByRole("group", { name: "one → two" });
  await pick(edge, "When", "Always");
  await box(edge, "Condition").fill("run.id >");
  await expect(edge.getByText(/^Character \d+:/)).toBeVisible();
  await expect(editor(page).getByRole("heading", { name: "1 problem" })).toBeVisible();
  await box(edge, "Condition").fill("run.id > 3");
  await expect(editor(page).getByText("No problems")).toBeVisible();
  await saved(page);
  expect((await graphOf(project, id)).edges).toEqual([
    { from: "one", to: "two", on: "always", condition: "run.id > 3" },
  ]);
});

test("clean-up loses its edges", async ({ page, project }) => {
  const template_id = await makeDeploy(project);
  const nodes = [
    { kind: "wait", key: "one", seconds: 1 },
    { kind: "template", key: "tidy", template_id },
  ];
  const id = await openWorkflow(page, project, nodes, [{ from: "one", to: "tidy" }]);
  await row(page, "tidy").click();
  await flip(page, "Run at the end");
  await saved(page);
  expect(await graphOf(project, id)).toMatchObject({ nodes: [{}, { final: true }], edges: [] });
});
