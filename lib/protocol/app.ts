import { WORKFLOW_APP } from "@/lib/protocol/workflow";

const PROGRAMS = ["ansible", "terraform", "tofu", "bash", "powershell", "python", "pulumi"] as const;
/** The built-in applications; those that an admin adds run like shell scripts. */
export const BUILTIN_APPS = [...PROGRAMS, WORKFLOW_APP] as const;
export type BuiltinApp = (typeof BUILTIN_APPS)[number];

export const isBuiltinApp = (id: string): id is BuiltinApp => BUILTIN_APPS.some((app) => app === id);

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

/** Selects what the interface calls the program of an application. */
export function programKind(app: string): "ansible" | "terraform" | "script" {
  if (appFamily(app) === "ansible") return "ansible";
  return plansFirst(app) ? "terraform" : "script";
}

/** The program a runner needs to be offered a task of the application. */
export const APP_COMMANDS: Record<(typeof PROGRAMS)[number], string> = {
  ansible: "ansible-playbook",
  terraform: "terraform",
  tofu: "tofu",
  bash: "bash",
  powershell: "pwsh",
  python: "python3",
  pulumi: "pulumi",
};

/** A Map, because an application may be called `constructor`. */
const PROGRAM_OF: ReadonlyMap<string, string> = new Map(Object.entries(APP_COMMANDS));

/** The program of a built-in application; null for workflows and for applications that an admin added. */
export const commandOf = (app: string): string | null => PROGRAM_OF.get(app) ?? null;

/**
 * Leading arguments of a program, unless an admin has set others. Without -File, PowerShell evaluates a script's name
 * and arguments as a command.
 */
export const LEADING_ARGUMENTS: ReadonlyMap<string, readonly string[]> = new Map([["powershell", ["-File"]]]);

/** By their names: in these stages, a program changes what it works on; in all others it prepares or plans that. */
export const CHANGING_STAGES: ReadonlySet<string> = new Set(["run", "apply", "up", "destroy"]);
