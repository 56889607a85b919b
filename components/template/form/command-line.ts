import type { PlainVariable } from "@/components/template/form/form-resources";
import { type TemplateFormValues, vaultName } from "@/components/template/form/template-form-schema";
import { type AppFamily, appFamily, commandOf, LEADING_ARGUMENTS } from "@/lib/protocol/app";
import { DEFAULT_WORKSPACE } from "@/lib/protocol/state";
import { surveyKind } from "@/lib/template/rules";

/** A word of a command; a hole is filled in when the task runs. */
type Word = { text: string; hole?: boolean };
export type CommandLine = { words: Word[]; afterConfirmation?: boolean };

export type Command = {
  values: Pick<TemplateFormValues, "app" | "playbook" | "survey_vars" | "vaults" | "auto_approve" | "task_params"> &
    Record<"arguments" | "init_arguments", string[]>;
  /** How the application is started, where an administrator changed it. */
  app: { path: string; args: string[] | null };
  /** Name of the inventory, or the workspace. */
  inventory: string | null;
  /** Extra variables of the environment. */
  variables: PlainVariable[];
  /** What stands for something that is not chosen yet. */
  missing: { inventory: string; program: string };
};

/** The commands a task of the template runs, in their order, as the runner's adapters put them together. */
export const commandLines = (command: Command): CommandLine[] => BY_FAMILY[appFamily(command.values.app)](command);

const BY_FAMILY: Record<AppFamily, (command: Command) => CommandLine[]> = {
  ansible: (command) => [{ words: ansible(command) }],
  terraform,
  pulumi,
  shell: (command) => [{ words: shell(command) }],
};

const plain = (text: string): Word => ({ text: quoted(text) });
const hole = (text: string): Word => ({ text, hole: true });

function ansible(command: Command): Word[] {
  const { values, inventory, missing } = command;
  return [
    ...program(command),
    plain("-i"),
    inventory ? plain(inventory) : hole(missing.inventory),
    ...values.vaults.map((vault) => plain(`--vault-id=${vaultName(vault) || "default"}@${passwordOf(vault)}`)),
    ...answers(values, () => true).flatMap((name) => [plain("-e"), hole(`${name}=…`)]),
    ...values.arguments.map(plain),
    ...filters(values),
    script(command),
  ];
}

const passwordOf = ({ type, script }: Command["values"]["vaults"][number]): string =>
  (type === "script" && script.trim()) || "…";

const filters = ({ task_params: { limit, tags, skip_tags } }: Command["values"]): Word[] =>
  [
    { option: "--limit", words: limit },
    { option: "--tags", words: tags },
    { option: "--skip-tags", words: skip_tags },
  ].flatMap(({ option, words }) => (words.length > 0 ? [plain(`${option}=${words.join(",")}`)] : []));

function terraform(command: Command): CommandLine[] {
  const { values, inventory } = command;
  const run = (...words: Word[]): CommandLine => ({ words: [...program(command), ...words] });
  const texts = plainVariables(command).filter(({ text }) => text);
  const names = [...texts.map(({ name }) => name), ...secretAnswers(values)];
  const others = plainVariables(command).length - texts.length;
  const file = names.length + others > 0 ? [hole("-var-file=…")] : [];
  const variables = names.map((name) => hole(`TF_VAR_${name}=…`));
  // The backend that keeps the state of the default workspace knows no others.
  const select = ["workspace", "select", "-or-create=true"].map(plain);
  const intoWorkspace = inventory && inventory !== DEFAULT_WORKSPACE ? [run(...select, plain(inventory))] : [];
  const plan = run(plain("plan"), ...file, ...values.arguments.map(plain));
  return [
    ...intoSubdirectory(command),
    run(plain("init"), ...values.init_arguments.map(plain)),
    ...intoWorkspace,
    { words: [...variables, ...plan.words] },
    { ...run(plain("apply")), afterConfirmation: !values.auto_approve },
  ];
}

/** What is previewed is saved, and carried out as it was. */
function pulumi(command: Command): CommandLine[] {
  const { values } = command;
  const run = (verb: string, plan: string): CommandLine => ({
    words: [
      ...secretAnswers(values).map((name) => hole(`${name}=…`)),
      ...program(command),
      plain(verb),
      hole(plan),
      ...plainVariables(command).map(({ name }) => hole(`--config=${name}=…`)),
      ...values.arguments.map(plain),
    ],
  });
  return [
    ...intoSubdirectory(command),
    run("preview", "--save-plan=…"),
    { ...run("up", "--plan=…"), afterConfirmation: !values.auto_approve },
  ];
}

/** Secret answers come as environment variables. */
function shell(command: Command): Word[] {
  const { values } = command;
  return [
    ...secretAnswers(values).map((name) => hole(`${name}=…`)),
    ...program(command),
    script(command),
    ...values.arguments.map(plain),
    ...plainVariables(command).map(({ name }) => hole(`${name}=…`)),
  ];
}

const intoSubdirectory = (command: Command): CommandLine[] =>
  command.values.playbook.trim() === "" ? [] : [{ words: [plain("cd"), script(command)] }];

/** Those of the environment and the answers, which win, by name. */
function plainVariables({ values, variables }: Command): PlainVariable[] {
  const texts = answers(values, (kind) => kind !== "secret" && kind !== "int").map((name) => ({ name, text: true }));
  const numbers = answers(values, (kind) => kind === "int").map((name) => ({ name, text: false }));
  const byName = new Map([...variables, ...texts, ...numbers].map((variable) => [variable.name, variable]));
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const secretAnswers = (values: Command["values"]): string[] => answers(values, (kind) => kind === "secret");

const answers = ({ survey_vars }: Command["values"], wanted: (kind: string) => boolean): string[] =>
  survey_vars.filter(({ type }) => wanted(surveyKind(type))).map(({ name }) => name);

function program({ values, app }: Command): Word[] {
  const command = app.path || commandOf(values.app) || values.app;
  return [plain(command), ...(app.args ?? LEADING_ARGUMENTS.get(values.app) ?? []).map(plain)];
}

const script = ({ values, missing }: Command): Word =>
  values.playbook.trim() ? plain(values.playbook.trim()) : hole(missing.program);

/** As one would type it into a shell. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./…-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
