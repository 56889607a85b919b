/** The built-in applications; those that an admin adds run like shell scripts. */
export const BUILTIN_APPS = ["ansible", "terraform", "tofu", "bash", "powershell", "python", "pulumi"] as const;
export type BuiltinApp = (typeof BUILTIN_APPS)[number];

export type AppFamily = "ansible" | "terraform" | "pulumi" | "shell";

/** A Map, because an application may be called `constructor`. */
const FAMILIES = new Map<string, AppFamily>([
  ["ansible", "ansible"],
  ["terraform", "terraform"],
  ["tofu", "terraform"],
  ["pulumi", "pulumi"],
]);

/** Determines which fields, arguments and task parameters apply to an application. */
export const appFamily = (app: string): AppFamily => FAMILIES.get(app) ?? "shell";

/** Applications that make a plan first and apply it once it is confirmed. */
export const plansFirst = (app: string): boolean => ["terraform", "pulumi"].includes(appFamily(app));

/** The program a runner needs to be offered a task of the application. */
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
 * Leading arguments of a program, unless an admin has set others. Without -File, PowerShell evaluates a script's name
 * and arguments as a command.
 */
export const LEADING_ARGUMENTS: ReadonlyMap<string, readonly string[]> = new Map([["powershell", ["-File"]]]);
