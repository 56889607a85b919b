/** The built-in applications; an admin may add others, which run like shell scripts. */
export const BUILTIN_APPS = ["ansible", "terraform", "tofu", "bash", "powershell", "python", "pulumi"] as const;
export type BuiltinApp = (typeof BUILTIN_APPS)[number];

export type AppFamily = "ansible" | "terraform" | "pulumi" | "shell";

/** A map, because an application may be called `constructor`. */
const FAMILIES = new Map<string, AppFamily>([
  ["ansible", "ansible"],
  ["terraform", "terraform"],
  ["tofu", "terraform"],
  ["pulumi", "pulumi"],
]);

/** Decides which fields, arguments and task parameters apply to an application. */
export const appFamily = (app: string): AppFamily => FAMILIES.get(app) ?? "shell";

/** Applications that plan first and carry out what was confirmed. */
export const plansFirst = (app: string): boolean => ["terraform", "pulumi"].includes(appFamily(app));

/** The program a runner must have to be offered a task of the application. */
export const APP_COMMANDS: Record<BuiltinApp, string> = {
  ansible: "ansible-playbook",
  terraform: "terraform",
  tofu: "tofu",
  bash: "bash",
  powershell: "pwsh",
  python: "python3",
  pulumi: "pulumi",
};

/**
 * What a program is given before anything else, unless an admin has set it. Without -File PowerShell takes a script's name
 * and arguments for a command to evaluate, values and all.
 */
export const LEADING_ARGUMENTS: ReadonlyMap<string, readonly string[]> = new Map([["powershell", ["-File"]]]);
