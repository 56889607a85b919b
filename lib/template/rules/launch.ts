import { appFamily, plansFirst } from "@/lib/protocol/app";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";

/** Shown in the start dialog; accepted and shown under Advanced; or fixed by the template. */
export const LAUNCH_MODES = ["ask", "allowed", "fixed"] as const;
export type LaunchMode = (typeof LAUNCH_MODES)[number];

type Application = { app: string; type: string };

type Rule = {
  /** The default. `managers`: allowed for those who manage resources, fixed for the others. */
  standard: "ask" | "managers" | "fixed";
  /** Templates to which the field does not apply never ask for it, and refuse it. */
  appliesTo: (template: Application) => boolean;
  /** Accepted and ignored where it does not apply, since other clients send it with every task. */
  harmless?: true;
};

const everything = () => true;
const program = ({ app }: Application) => app !== WORKFLOW_APP;
const ansible = ({ app }: Application) => appFamily(app) === "ansible";
const planning = ({ app }: Application) => plansFirst(app);

/** Task fields that the template controls, in the order of the screens. */
export const LAUNCH_FIELDS = [
  "message",
  "build_task_id",
  "git_branch",
  "inventory_id",
  "environment_id",
  "limit",
  "tags",
  "skip_tags",
  "arguments",
  "debug",
  "dry_run",
  "diff",
  "plan",
  "destroy",
] as const;
export type LaunchField = (typeof LAUNCH_FIELDS)[number];

const RULES: Record<LaunchField, Rule> = {
  message: { standard: "ask", appliesTo: everything },
  build_task_id: { standard: "ask", appliesTo: ({ type }) => type === "deploy", harmless: true },
  git_branch: { standard: "managers", appliesTo: program },
  inventory_id: { standard: "managers", appliesTo: ({ app }) => hasInventory(app), harmless: true },
  environment_id: { standard: "managers", appliesTo: program },
  limit: { standard: "managers", appliesTo: ansible },
  tags: { standard: "managers", appliesTo: ansible },
  skip_tags: { standard: "managers", appliesTo: ansible },
  arguments: { standard: "fixed", appliesTo: program },
  debug: { standard: "ask", appliesTo: ansible, harmless: true },
  dry_run: { standard: "ask", appliesTo: ansible },
  diff: { standard: "ask", appliesTo: ansible, harmless: true },
  plan: { standard: "ask", appliesTo: planning },
  destroy: { standard: "managers", appliesTo: planning },
};

/** A template's choices; a missing field uses the default. */
export type Launch = Partial<Record<LaunchField, LaunchMode>>;

export type LaunchTemplate = Application & { launch: Launch };

/** Ansible needs an inventory and Terraform's family a workspace; other applications have neither. */
export const hasInventory = (app: string): boolean => appFamily(app) === "ansible" || appFamily(app) === "terraform";

export const standardOf = (field: LaunchField): Rule["standard"] => RULES[field].standard;

export const launchFieldsOf = (template: Application): LaunchField[] =>
  LAUNCH_FIELDS.filter((field) => RULES[field].appliesTo(template));

export const appliesTo = (field: LaunchField, template: Application): boolean => RULES[field].appliesTo(template);

/** Ignoring it would make the task do something other than requested. */
export const cannotHonour = (field: LaunchField, template: Application): boolean =>
  !appliesTo(field, template) && !RULES[field].harmless;

/** Members with manageResources, and the product itself, may set fields that the template leaves to managers. */
export type StartRights = { mayManage: boolean };

/** The template's mode for the field when someone with these rights starts a task. */
export function launchMode({ launch }: { launch: Launch }, field: LaunchField, { mayManage }: StartRights): LaunchMode {
  const mode = launch[field] ?? standardOf(field);
  if (mode !== "managers") return mode;
  return mayManage ? "allowed" : "fixed";
}

/** Otherwise a deploy without a build uses the newest one. */
export const asksForBuild = (template: LaunchTemplate, rights: StartRights): boolean =>
  template.type === "deploy" && launchMode(template, "build_task_id", rights) === "ask";

export type AskingTemplate = LaunchTemplate & { always_ask: boolean; survey_vars: { required: boolean }[] | null };

/** Whether Run asks for options first: one needs a value, or the template wants them to be asked for. */
export function asksFirst(template: AskingTemplate, rights: StartRights): boolean {
  const { always_ask, survey_vars, launch } = template;
  if (always_ask || asksForBuild(template, rights) || survey_vars?.some(({ required }) => required)) return true;
  return launchFieldsOf(template).some((field) => launch[field] === "ask" && standardOf(field) !== "ask");
}

/** Whether everyone who may run tasks can set the field. */
export const isOpen = ({ launch }: { launch: Launch }, field: LaunchField): boolean =>
  launchMode({ launch }, field, { mayManage: false }) !== "fixed";
