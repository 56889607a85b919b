import { box, dialogOf, expect, makeScript, pick, pressInRow, rowOf, test } from "../own-project";
import { field, makeResources } from "../template/form";
import { changeTemplate } from "./work";

type Form = { app: string; asks: string[]; advanced: string[] };

const SWITCHES = ["Debug", "Dry run", "Diff", "Plan", "Auto approve"];
const ADVANCED = ["Limit", "Tags", "Skip tags", "Destroy"];
const OF_PLANS = { asks: ["Plan", "Auto approve"], advanced: ["Destroy"] };

const FORMS: Form[] = [
  { app: "ansible", asks: ["Debug", "Dry run", "Diff"], advanced: ["Limit", "Tags", "Skip tags"] },
  { app: "terraform", ...OF_PLANS },
  { app: "tofu", ...OF_PLANS },
  { app: "pulumi", ...OF_PLANS },
  { app: "bash", asks: [], advanced: [] },
  { app: "python", asks: [], advanced: [] },
  { app: "powershell", asks: [], advanced: [] },
];

test("the dialog asks what the application understands", async ({ page, project }) => {
  const { repository_id, inventory_id } = await makeResources(project);
  for (const { app } of FORMS) {
    const inventory = app === "ansible" ? { inventory_id } : {};
    await project.make("templates", { name: `With ${app}`, app, playbook: "code", repository_id, ...inventory });
  }
  await page.goto(project.at("templates"));
  for (const { app, asks, advanced } of FORMS) {
    await pressInRow(rowOf(page, `With ${app}`), "Start with options");
    const dialog = dialogOf(page);
    await expect(box(dialog, "Message")).toBeVisible();
    await dialog.getByText("Advanced", { exact: true }).click();
    await expect(box(dialog, "Branch")).toBeVisible();
    for (const name of SWITCHES) await expect(field(dialog, name), name).toHaveCount(asks.includes(name) ? 1 : 0);
    for (const name of ADVANCED) await expect(field(dialog, name), name).toHaveCount(advanced.includes(name) ? 1 : 0);
    await expect(box(dialog, "CLI args")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("survey variables are asked for by their rules, and the answers reach the script", async ({ page, project }) => {
  const { id } = await makeScript(project, "Report", 'printf "[%s]\\n" "$@"\n');
  const variable = { description: "", required: false };
  const values = [
    { name: "The north", value: "north" },
    { name: "The south", value: "south" },
  ];
  const survey_vars = [
    { ...variable, name: "who", title: "For whom", type: "", required: true, description: "A first name" },
    { ...variable, name: "weeks", title: "Weeks", type: "int" },
    { ...variable, name: "region", title: "Region", type: "enum", values },
    { ...variable, name: "token", title: "Token", type: "secret" },
  ];
  await changeTemplate(page.request, project, id, { survey_vars, allow_override_args_in_task: true });
  await page.goto(project.at("templates"));
  await pressInRow(rowOf(page, "Report"), "Run");
  const dialog = dialogOf(page);
  const run = dialog.getByRole("button", { name: "Run", exact: true });
  await expect(dialog.getByText("A first name")).toBeVisible();
  await expect(dialog.getByLabel("Token", { exact: true })).toHaveAttribute("type", "password");
  await box(dialog, "Weeks").fill("2.5");
  await run.click();
  await expect(dialog.getByText("This variable is required")).toBeVisible();
  await expect(dialog.getByText("Digits only")).toBeVisible();
  await box(dialog, "For whom").fill("Anna");
  await box(dialog, "Weeks").fill("12");
  await pick(dialog, "Region", "The south");
  await dialog.getByLabel("Token", { exact: true }).fill("open sesame please");
  await box(dialog, "CLI args").fill("--fast");
  await run.click();
  await page.waitForURL(/[?&]t=\d+/);
  for (const line of ["[--fast]", "[who=Anna]", "[weeks=12]", "[region=south]"]) {
    await expect(page.getByRole("log").getByText(line, { exact: true })).toBeVisible();
  }
  await expect(dialog).not.toContainText("open sesame");
  const options = dialog.getByRole("list", { name: "Options of this task" });
  await expect(options).toContainText("who=Anna");
  await expect(options).toContainText("Arguments: --fast");
});
