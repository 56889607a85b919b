import { changed, fullFile, oldFile } from "./files";

/** Removes lists that were introduced later. */
const without = (file: object, ...lists: string[]) =>
  lists.reduce((rest, list) => changed(rest, list, undefined), file as Record<string, unknown>);

const bare = (name: string) => ({ meta: { name } });
const key = { name: "k", type: "none" };
const repository = { name: "r", git_url: "https://example.com/r.git", git_branch: "main", ssh_key: "k" };
const script = { name: "t", app: "bash", playbook: "run.sh", repository: "r" };
const small = { ...bare("Small"), keys: [key], repositories: [repository], templates: [script] };

/** Backups of earlier versions and of other products. */
export const AGES: [what: string, file: object][] = [
  ["nothing but a name", bare("Bare")],
  ["lists that are null", { ...bare("Nulls"), keys: null, templates: null, integrations: null, schedules: null }],
  ["every list empty", { ...bare("Empty"), keys: [], repositories: [], inventories: [], environments: [], views: [] }],
  ["one vault by name, no application, no branch", oldFile()],
  ["vault_key beside an empty list of vaults", changed(oldFile(), "templates.0.vaults", [])],
  ["a vault_key that is blank", changed(oldFile(), "templates.0.vault_key", "")],
  ["before there were views", without(changed(fullFile(), "templates.1.view", undefined), "views")],
  ["before there were integrations", without(fullFile(), "integrations", "integration_aliases")],
  ["before there was an application", changed(fullFile(), "templates.1.app", undefined)],
  ["a blank application", changed(fullFile(), "templates.1.app", "")],
  [
    "before surveys and vaults",
    changed(changed(fullFile(), "templates.1.survey_vars", null), "templates.1.vaults", null),
  ],
  ["survey variables without values", changed(fullFile(), "templates.1.survey_vars.1.values", null)],
  ["one of everything", fullFile()],
  ["deploys before their builds", changed(fullFile(), "templates", [...fullFile().templates].reverse())],
  ["a local repository", { ...small, repositories: [{ ...repository, git_url: "/srv/r", git_branch: "" }] }],
  ["a repository without a branch", { ...small, repositories: [{ ...repository, git_branch: undefined }] }],
  ["a schedule that is a word", { ...small, templates: [{ ...script, cron: "@daily" }] }],
  [
    "a list of schedules, which wins over cron",
    {
      ...small,
      templates: [{ ...script, cron: "@daily" }],
      schedules: [
        { name: "a", cron_format: "@hourly", template: "t", active: true },
        {
          name: "b",
          cron_format: "0 4 * * *",
          template: "t",
          repository: "r",
          active: false,
          type: "",
          task_params: null,
        },
      ],
    },
  ],
  [
    "fields of versions to come",
    {
      ...small,
      roles: [{ slug: "x" }],
      secret_storages: [],
      templates: [{ ...script, prompt_branch: true, task_params: {} }],
    },
  ],
  [
    "environments that say little",
    { ...bare("Envs"), environments: [{ name: "a" }, { name: "b", json: "" }, { name: "c", env: "", password: null }] },
  ],
];

type Broken = [what: string, file: object, place: string];

const placeOf = (path: string) => `${path.replace(/\.(\d+)/g, "[$1]")}: `;
const gone = (file: object, path: string): Broken => [
  `${path} names nothing`,
  changed(file, path, "Gone"),
  `${placeOf(path)}The file has no entry named `,
];
const refused = (what: string, path: string, value: unknown, file: object = fullFile(), place = path): Broken => [
  what,
  changed(file, path, value),
  placeOf(place),
];

const planned = () => ({
  ...fullFile(),
  schedules: [{ name: "s", cron_format: "@daily", template: "Build", repository: "Code", inventory: "Hosts" }],
});

/** Invalid files, and the path that the error must name. */
export const BROKEN: Broken[] = [
  gone(fullFile(), "repositories.0.ssh_key"),
  gone(fullFile(), "inventories.0.ssh_key"),
  gone(fullFile(), "inventories.0.become_key"),
  gone(fullFile(), "inventories.1.repository"),
  gone(fullFile(), "templates.1.inventory"),
  gone(fullFile(), "templates.2.repository"),
  gone(fullFile(), "templates.1.environment"),
  gone(fullFile(), "templates.1.view"),
  gone(fullFile(), "templates.1.build_template"),
  gone(fullFile(), "templates.1.vaults.1.vault_key"),
  gone(oldFile(), "templates.0.vault_key"),
  gone(fullFile(), "integrations.0.template"),
  gone(fullFile(), "integrations.0.auth_secret"),
  gone(fullFile(), "integrations.0.inventory"),
  gone(planned(), "schedules.0.template"),
  gone(planned(), "schedules.0.repository"),
  gone(planned(), "schedules.0.inventory"),
  ["no name", {}, "meta: "],
  refused("a blank name", "meta.name", " "),
  refused("a cap below zero", "meta.max_parallel_tasks", -1),
  refused("a list that is an object", "keys", {}),
  refused("an entry that is a text", "keys.1", "Deploy"),
  refused("two keys of one name", "keys.2.name", "Deploy"),
  refused(
    "two repositories of one name",
    "repositories.1",
    fullFile().repositories[0],
    fullFile(),
    "repositories.1.name",
  ),
  refused("two inventories of one name", "inventories.1.name", "Hosts"),
  refused(
    "two environments of one name",
    "environments.1",
    fullFile().environments[0],
    fullFile(),
    "environments.1.name",
  ),
  refused("two views of one title", "views.1", { title: "Web" }, fullFile(), "views.1.title"),
  refused("two templates of one name", "templates.3.name", "Build"),
  refused("an unknown type of key", "keys.1.type", "magic"),
  refused("an unknown type of inventory", "inventories.0.type", "cloud"),
  refused("a URL that runs a command", "repositories.0.git_url", "ext::sh -c x"),
  refused("variables that are no JSON", "environments.0.json", "{"),
  refused(
    "a secret with a name that is taken",
    "environments.0.secrets",
    [
      { type: "env", name: "A" },
      { type: "env", name: "A" },
    ],
    fullFile(),
    "environments.0.secrets.1.name",
  ),
  refused("a path out of the repository", "templates.2.playbook", "../x"),
  refused("an unknown application", "templates.2.app", "cobol"),
  refused("arguments that are no list", "templates.1.arguments", "-v"),
  refused("a cron that is none", "templates.1.cron", "often"),
  refused("a schedule that is none", "schedules.0.cron_format", "often", planned()),
  refused("a schedule without a template", "schedules.0.template", "", planned()),
  refused("a schedule in no time zone", "schedules.0.timezone", "Mars/Olympus", planned()),
  refused(
    "a schedule with answers that are no JSON",
    "schedules.0.task_params",
    { environment: "[" },
    planned(),
    "schedules.0.task_params.environment",
  ),
  refused("a matcher of the body that says not of what", "integrations.0.matchers.0.body_data_type", ""),
  refused("a matcher without a value", "integrations.0.matchers.0.value", ""),
  refused("an extracted value for no variable", "integrations.0.extract_values.0.variable", ""),
  refused("an alias that is a path", "integration_aliases.0", "../bad"),
  refused("a deploy of what builds nothing", "templates.1.build_template", "Infra"),
];
