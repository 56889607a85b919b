const LISTS = [
  "history",
  "activity",
  "statistics",
  "templates",
  "schedule",
  "keys",
  "repositories",
  "inventory",
  "environment",
  "integrations",
  "team",
];
const GLOBAL = ["users", "runners", "apps", "tasks", "notifications", "events", "system"];
const APPS = ["ansible", "terraform", "tofu", "bash", "python", "powershell", "pulumi"];

/** Every screen with a URL. */
export function screens({ empty, typical, overfull }) {
  const at = (path, project = typical.project) => `/project/${project}${path}`;
  const template = (app) => typical.templates.find((one) => one.app === app && one.type === "");
  return [
    { name: "login", path: "/auth/login", as: null },
    ...LISTS.map((screen) => ({ name: screen, path: at(`/${screen}`) })),
    ...LISTS.map((screen) => ({ name: `${screen}-empty`, path: at(`/${screen}`, empty) })),
    ...LISTS.map((screen) => ({ name: `${screen}-overfull`, path: at(`/${screen}`, overfull.project) })),
    ...GLOBAL.map((screen) => ({ name: `all-${screen}`, path: `/${screen}` })),
    { name: "settings", path: at("/settings") },
    { name: "new-project", path: "/project/new" },
    { name: "restore-project", path: "/project/restore" },
    { name: "api-reference", path: "/api/docs" },
    { name: "integration", path: at(`/integration/${typical.integration}`) },
    ...APPS.map((app) => ({ name: `template-${app}`, path: at(`/templates/${template(app).id}`) })),
    ...APPS.map((app) => ({ name: `template-form-${app}`, path: at(`/templates/${template(app).id}/edit`) })),
    { name: "template-form-new", path: at("/templates/new/edit?app=ansible") },
    { name: "template-form-first", path: at("/templates/new/edit?app=ansible", empty) },
    { name: "template-overfull", path: at(`/templates/${overfull.template}`, overfull.project) },
    { name: "template-form-overfull", path: at(`/templates/${overfull.template}/edit`, overfull.project) },
    { name: "not-found", path: at("/no-such-screen") },
    { name: "not-found-project", path: at("/history", 4_711) },
    { name: "failed-screen", path: at("/keys"), broken: "access_keys" },
    { name: "failed-start", path: at("/keys"), broken: "apps" },
  ];
}
