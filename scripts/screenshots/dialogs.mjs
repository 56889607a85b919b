const dialog = (page) => page.getByRole("dialog").last();
const press = (name) => async (page) => page.getByRole("button", { name, exact: true }).first().click();
const inDialog = (name) => async (page) => dialog(page).getByRole("button", { name, exact: true }).first().click();
const pick = (select, option) => async (page) => {
  await dialog(page).getByRole("combobox", { name: select, exact: true }).click();
  await page.getByRole("option", { name: option }).first().click();
};
const choose = (name) => async (page) => dialog(page).getByRole("radio", { name, exact: true }).click();
const type = (label, text) => async (page) => dialog(page).getByLabel(label).first().fill(text);

/** Hovers over the row with the text and clicks one of its buttons. */
const inRow = (text, name) => async (page) => {
  const row = page.getByRole("row").filter({ hasText: text }).first();
  await row.hover();
  await row.getByRole("button", { name }).first().click();
};

const inOrder =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** The drawer is a sheet on a phone. */
const inDrawer = (act) => async (page) => {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
  await act(page);
};

/** The buttons of a template are a menu on a phone. */
export const pressOrChoose = (name) => async (page) => {
  const more = page.getByRole("button", { name: "More", exact: true });
  if (!(await more.isVisible())) return press(name)(page);
  await more.click();
  await page.getByRole("menuitem", { name, exact: true }).click();
};

const APPS = ["ansible", "terraform", "tofu", "bash", "python", "powershell", "pulumi"];

/** Everything that opens over a screen. */
export function dialogs({ typical, empty, overfull }) {
  const at = (path, project = typical.project) => `/project/${project}${path}`;
  const scene = (name, path, ...acts) => ({ name, path, act: inOrder(...acts) });
  return [
    ...shellDialogs(at, scene, empty),
    ...deleteDialogs(at, scene, typical),
    ...resourceForms(at, scene),
    ...templateDialogs(at, scene, typical, overfull),
    ...scheduleDialogs(at, scene),
    ...integrationDialogs(at(`/integration/${typical.integration}`), scene, at),
    ...adminDialogs(scene),
    ...projectDialogs(at, scene, typical),
  ];
}

function shellDialogs(at, scene, empty) {
  // Their accessible names continue with the selected item.
  const menu = (name) => async (page) => page.getByRole("button", { name }).first().click();
  const account = inDrawer(
    inOrder(menu("Account menu"), (page) => page.getByRole("menuitem", { name: "Edit account" }).click()),
  );
  return [
    scene("palette", at("/history"), (page) => page.keyboard.press("Control+k")),
    scene(
      "palette-found",
      at("/history"),
      (page) => page.keyboard.press("Control+k"),
      (page) => page.getByPlaceholder("Go to a screen, project or template").fill("deploy"),
    ),
    scene(
      "palette-nothing",
      at("/history"),
      (page) => page.keyboard.press("Control+k"),
      (page) => page.getByPlaceholder("Go to a screen, project or template").fill("no such thing"),
    ),
    scene("shortcuts", at("/history"), (page) => page.keyboard.press("?")),
    scene(
      "drawer",
      at("/history"),
      inDrawer(async () => {}),
    ),
    scene("user-menu", at("/history"), inDrawer(menu("Account menu"))),
    scene("language-menu", at("/history"), inDrawer(menu("English"))),
    scene("project-selector", at("/history"), inDrawer(menu("Choose a project"))),
    scene("project-selector-empty", at("/history", empty), inDrawer(menu("Choose a project"))),
    scene("account", at("/history"), account),
    scene("password", at("/history"), account, inDialog("Change password")),
    scene(
      "password-tokens",
      at("/history"),
      account,
      inDialog("API tokens"),
      inDialog("New token"),
      (page) => dialog(page).getByRole("code").waitFor(),
      (page) => page.keyboard.press("Escape"),
      inDialog("Change password"),
      (page) => dialog(page).getByRole("checkbox").waitFor(),
    ),
    scene("tokens", at("/history"), account, inDialog("API tokens")),
    scene("tokens-new", at("/history"), account, inDialog("API tokens"), inDialog("New token")),
    { name: "login-help", path: "/auth/login", as: null, act: press("Trouble signing in?") },
    {
      name: "login-failed",
      path: "/auth/login",
      as: null,
      act: inOrder(
        (page) => page.getByLabel("Username or email").fill("somebody"),
        (page) => page.getByLabel("Password", { exact: true }).fill("wrong"),
        press("Sign in"),
        (page) => page.getByRole("alert").first().waitFor(),
      ),
    },
    { name: "login-missing", path: "/auth/login", as: null, act: press("Sign in") },
  ];
}

function deleteDialogs(at, scene, { templates, integration }) {
  const template = (name) => at(`/templates/${templates.find((one) => one.name === name).id}`);
  return [
    scene("delete-key", at("/keys"), inRow("Web servers", "Delete")),
    scene("delete-key-used", at("/keys"), inRow("None", "Delete")),
    scene("delete-repository-used", at("/repositories"), inRow("Demo", "Delete")),
    scene("delete-inventory-used", at("/inventory"), inRow("Localhost", "Delete")),
    scene("delete-environment", at("/environment"), inRow("Production", "Delete")),
    scene("delete-environment-used", at("/environment"), inRow("Demo", "Delete")),
    scene("delete-schedule", at("/schedule"), inRow("Is it up?", "Delete")),
    scene("delete-integration", at("/integrations"), inRow("Pushes to main", "Delete")),
    scene("delete-alias", at("/integrations"), press("Delete alias")),
    scene("delete-matcher", at(`/integration/${integration}`), inRow("refs/heads/main", "Delete")),
    scene("delete-value", at(`/integration/${integration}`), inRow("head_commit.id", "Delete")),
    scene("delete-template", template("Roll out the shop"), pressOrChoose("Delete")),
    scene("delete-template-used", template("Build"), pressOrChoose("Delete")),
    scene("delete-member", at("/team"), inRow("Dana Diaz", "Delete")),
    scene("delete-user", "/users", inRow("Eve Evans", "Delete")),
    scene("delete-runner", "/runners", inRow("eu-west-1", "Delete")),
    scene("delete-app", "/apps", inRow("Ruby Script", "Delete")),
    scene("delete-project", at("/settings"), press("Delete project")),
    scene("forget-host", at("/repositories"), inRow("github.com", /^Remove/)),
    scene("discard", at("/keys"), press("New key"), type(/^Name/, "Half typed"), inDialog("Cancel")),
  ];
}

function resourceForms(at, scene) {
  return [
    scene("key-form", at("/keys"), press("New key")),
    scene("key-form-login", at("/keys"), press("New key"), pickType("Login with password")),
    scene("key-form-none", at("/keys"), press("New key"), pickType("None")),
    scene("key-form-missing", at("/keys"), press("New key"), inDialog("Create")),
    scene("key-form-edit", at("/keys"), inRow("Web servers", "Edit")),
    scene("repository-form", at("/repositories"), press("New repository")),
    scene("repository-form-edit", at("/repositories"), inRow("Demo", "Edit")),
    scene("inventory-menu", at("/inventory"), press("New inventory")),
    ...["Ansible Inventory", "Terraform Workspace"].map((kind) =>
      scene(`inventory-form-${kind.split(" ")[0].toLowerCase()}`, at("/inventory"), press("New inventory"), (page) =>
        page.getByRole("menuitem", { name: kind }).click(),
      ),
    ),
    scene("inventory-form-edit", at("/inventory"), inRow("Localhost", "Edit")),
    scene("environment-form", at("/environment"), press("New environment")),
    scene("environment-form-edit", at("/environment"), inRow("Production", "Edit")),
    scene("environment-form-json", at("/environment"), inRow("Production", "Edit"), choose("JSON")),
    scene("environment-secret-menu", at("/environment"), inRow("Production", "Edit"), inDialog("New secret")),
    scene("environment-form-overfull", at("/environment"), press("New environment"), type(/^Name/, "x".repeat(120))),
    scene("member-form", at("/team"), press("New team member")),
    { ...scene("leave-project", at("/team"), press("Leave project")), as: "bela" },
    { name: "team-guest", path: at("/team"), as: "dana" },
    { name: "templates-guest", path: at("/templates"), as: "dana" },
    { name: "users-refused", path: "/users", as: "dana" },
  ];
}

const pickType = (name) => async (page) => {
  const radio = dialog(page).getByRole("radio", { name, exact: true });
  if ((await radio.count()) > 0) await radio.click();
  else await pick("Type", name)(page);
};

function templateDialogs(at, scene, { templates }, overfull) {
  const of = (app) => templates.find((one) => one.app === app && one.type === "");
  const named = (name) => templates.find((one) => one.name === name);
  const rollOut = named("Roll out the shop").id;
  const form = at(`/templates/${rollOut}/edit`);
  const run = (name, button = "Run") => scene(name, "", press(button));
  return [
    scene("template-menu", at("/templates"), press("New template")),
    scene("template-columns", at("/templates"), press("List options")),
    scene("templates-expanded", at("/templates"), inRow("Build", "Show details")),
    scene("templates-nothing-found", at("/templates?q=no+such+template")),
    scene("views", at("/templates"), press("Edit views")),
    scene("views-new", at("/templates"), press("Edit views"), inDialog("Add view"), inDialog("Save")),
    scene("views-overfull", at("/templates", overfull.project), press("Edit views")),
    scene("survey-variable", form, press("Add variable")),
    scene("survey-variable-enum", form, press("Add variable"), choose("Enum"), inDialog("Add value")),
    scene("survey-variable-edit", form, (page) => page.getByRole("button", { name: "Region region" }).click()),
    scene("vaults", form, press("Add vault"), press("Save")),
    scene("arguments", form, press("Edit --diff")),
    ...APPS.map((app) => ({ ...run(`new-task-${app}`), path: at(`/templates/${of(app).id}`) })),
    { ...run("new-task-build", "Build"), path: at(`/templates/${named("Build").id}`) },
    { ...run("new-task-deploy", "Deploy"), path: at(`/templates/${named("Deploy to Production").id}`) },
    scene("new-task-survey", at(`/templates/${rollOut}`), press("Run"), inDialog("Run")),
    scene("new-task-advanced", at(`/templates/${rollOut}`), press("Run"), (page) =>
      dialog(page).getByText("Advanced", { exact: true }).click(),
    ),
  ];
}

function scheduleDialogs(at, scene) {
  const guided = (timing) => inDialog(timing);
  return [
    scene("schedule-form", at("/schedule"), press("New schedule")),
    scene("schedule-form-yearly", at("/schedule"), press("New schedule"), guided("Yearly")),
    scene("schedule-form-weekly", at("/schedule"), press("New schedule"), guided("Weekly")),
    scene("schedule-form-raw", at("/schedule"), press("New schedule"), choose("Cron expression")),
    scene("schedule-form-once", at("/schedule"), press("New schedule"), choose("Once")),
    scene("schedule-form-task", at("/schedule"), inRow("Monday's report", "Edit")),
    scene("schedule-form-runs", at("/schedule"), inRow("Monday's report", "Edit"), async (page) =>
      dialog(page).getByRole("region", { name: "Next runs" }).scrollIntoViewIfNeeded(),
    ),
    scene("schedule-form-missing", at("/schedule"), press("New schedule"), inDialog("Create")),
    scene("schedule-fires", at("/schedule"), inRow("Once, just now", "Show details")),
  ];
}

function integrationDialogs(integration, scene, at) {
  return [
    scene("integration-form", at("/integrations"), press("New Integration")),
    scene("integration-form-edit", at("/integrations"), inRow("Pushes to main", "Edit")),
    scene("matcher-form", integration, press("New matcher")),
    scene("value-form", integration, press("New extracted value")),
    scene("delivery", integration, inRow("Started", "Show details"), judged, toEnd),
    scene("delivery-unmatched", integration, inRow("No match", "Show details"), judged, toEnd),
    scene("delivery-trial", integration, inRow("No match", "Dry run")),
    scene("delivery-replay", integration, inRow("Started", "Replay")),
  ];
}

const judged = async (page) => page.getByText("accept-encoding").waitFor();
const toEnd = (page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

function adminDialogs(scene) {
  return [
    scene("user-form", "/users", press("New user")),
    scene("user-form-edit", "/users", inRow("Ann Archer", "Edit")),
    scene("user-form-password", "/users", inRow("Ann Archer", "Edit"), type(/^Password/, "a new password")),
    scene("user-tokens", "/users", inRow("Ann Archer", "Edit"), inDialog("API tokens")),
    scene("user-form-missing", "/users", press("New user"), inDialog("Create")),
    scene("runner-form", "/runners", press("New Runner")),
    scene("runner-edit", "/runners", inRow("eu-west-1", "Edit"), (page) =>
      dialog(page).getByRole("checkbox", { name: "All projects" }).click(),
    ),
    scene("runner-details", "/runners", inRow("Online", "Show details")),
    scene("runner-token", "/runners", press("New Runner"), type(/^Name/, "us-east-2"), inDialog("Create"), (page) =>
      page.getByRole("dialog", { name: "New runner token" }).waitFor(),
    ),
    scene("app-form", "/apps", press("New App")),
    scene("app-form-edit", "/apps", inRow("Ruby Script", "Edit")),
    scene("app-form-icons", "/apps", inRow("Ruby Script", "Edit"), async (page) =>
      dialog(page).getByRole("combobox", { name: "Icon" }).click(),
    ),
  ];
}

function projectDialogs(at, scene, { backup }) {
  const file = (name, content) => async (page) => {
    const buffer = Buffer.from(JSON.stringify(content));
    await page.getByLabel(/^Backup file/).setInputFiles({ name, mimeType: "application/json", buffer });
  };
  const restore = press("Restore");
  const name = (text) => (page) => page.getByLabel(/^Project name/).fill(text);
  const odd = { ...backup, keys: [{ name: "Odd", type: "unheard of" }], repositories: [{ name: 3 }] };
  return [
    scene("restore-chosen", "/project/restore", file("backup.json", backup)),
    scene("restore-no-backup", "/project/restore", file("notes.json", "nothing")),
    scene("restore-refused", "/project/restore", file("odd.json", odd), restore),
    scene("restore-missing", "/project/restore", restore),
    scene("restore-done", "/project/restore", file("backup.json", backup), name("Come back"), restore, (page) =>
      page.getByRole("dialog").waitFor(),
    ),
    scene("new-project-missing", "/project/new", press("Create")),
    scene("settings-end", at("/settings"), toEnd),
    scene("history-second-page", at("/history?page=2")),
    scene("activity-details", at("/activity"), (page) =>
      page.getByRole("button", { name: "Show details" }).first().click(),
    ),
  ];
}
