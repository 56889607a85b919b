import type { z } from "zod";
import type { Db } from "@/db/client";
import { allAppSettings } from "@/lib/app/store";
import { nestingIssues } from "@/lib/backup/nesting";
import {
  environmentInput,
  integrationInput,
  inventoryInput,
  namesOf,
  referencesIn,
  repositoryInput,
  scheduleInput,
  templateInput,
  vaultsOf,
} from "@/lib/backup/restore/resolve";
import { inBuildCycles, sourceOf } from "@/lib/backup/rules";
import { type FindId, KINDS, type Kind } from "@/lib/backup/rules/kinds";
import { type BackupFile, type BackupIntegration, MAX_ADJUSTED } from "@/lib/backup/schema";
import { workflowIssues } from "@/lib/backup/workflows";
import { EnvironmentInput } from "@/lib/environment/schema";
import { IntegrationInput, MatcherInput, ValueInput } from "@/lib/integration/schema";
import { fitsApp } from "@/lib/inventory/rules";
import { NewInventoryInput } from "@/lib/inventory/schema";
import { AppError, type ErrorKey, type Issue, type MessageParams } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { MAX_ISSUES } from "@/lib/protocol/entries";
import { RepositoryInput } from "@/lib/repository/schema";
import { checkTiming } from "@/lib/schedule/check-timing";
import { cronProblem } from "@/lib/schedule/rules/cron";
import { ScheduleInput } from "@/lib/schedule/schema";
import { stateKindOf } from "@/lib/state/rules/workspace";
import { repeatedAt } from "@/lib/template/rules";
import { TemplateInput } from "@/lib/template/schema";

/** Fails, listing every place in the file that cannot be restored. Only reads. */
export async function checkBackup(db: Db, file: BackupFile): Promise<void> {
  const issues = await problemsIn(db, file);
  if (issues.length > 0) throw new AppError("invalid", { issues: issues.slice(0, MAX_ISSUES) });
}

/** Every place in the file that cannot be restored as it is. */
export async function problemsIn(db: Db, file: BackupFile): Promise<Issue[]> {
  return [
    ...KINDS.flatMap((kind) => repeatedNames(file, kind)),
    ...danglingReferences(file),
    ...brokenRules(file),
    ...(await brokenTimings(db, file)),
    ...repeatedSecrets(file),
    ...brokenBuilds(file),
    ...(await workflowIssues(file)),
    ...brokenStates(file),
    ...unfitInventories(file),
    ...nestingIssues(file.templates),
    ...vaultsWithoutPassword(file),
    ...brokenCrons(file),
    ...(await unknownApps(db, file)),
  ];
}

function repeatedNames(file: BackupFile, kind: Kind): Issue[] {
  const names = namesOf(file, kind);
  const field = kind === "views" ? "title" : "name";
  return repeatedAt(names).map((at) =>
    issue(`${kind}.${at}.${field}`, "backupNameRepeated", { name: names[at] ?? "" }),
  );
}

function danglingReferences(file: BackupFile): Issue[] {
  const names = new Map(KINDS.map((kind) => [kind, new Set(namesOf(file, kind))]));
  return referencesIn(file).flatMap(({ path, kind, name }) =>
    name === null || names.get(kind)?.has(name) ? [] : [issue(path, "backupReferenceMissing", { name, list: kind })],
  );
}

/** Placeholder for ids that are unknown before anything is stored. */
const anyId: FindId = (_kind, name) => (name === null ? null : 1);

/** Applies each noun's own rules to its entries. */
function brokenRules(file: BackupFile): Issue[] {
  return [
    ...file.environments.flatMap((entry, at) =>
      problems(EnvironmentInput, environmentInput(entry), `environments.${at}`),
    ),
    ...file.repositories.flatMap((entry, at) =>
      problems(RepositoryInput, repositoryInput(entry, anyId), `repositories.${at}`),
    ),
    ...file.inventories.flatMap((entry, at) =>
      problems(NewInventoryInput, inventoryInput(entry, anyId), `inventories.${at}`),
    ),
    ...file.templates.flatMap((entry, at) => problems(TemplateInput, templateInput(entry, anyId), `templates.${at}`)),
    ...(file.schedules ?? []).flatMap((entry, at) =>
      problems(ScheduleInput, scheduleInput(entry, anyId), `schedules.${at}`),
    ),
    ...file.integrations.flatMap((entry, at) => problemsOfIntegration(entry, `integrations.${at}`)),
  ];
}

const problemsOfIntegration = (entry: BackupIntegration, place: string): Issue[] => [
  ...problems(IntegrationInput, integrationInput(entry, anyId), place),
  ...entry.matchers.flatMap((matcher, at) => problems(MatcherInput, matcher, `${place}.matchers.${at}`)),
  ...entry.extract_values.flatMap((value, at) => problems(ValueInput, value, `${place}.extract_values.${at}`)),
];

function problems(schema: z.ZodType, input: unknown, place: string): Issue[] {
  try {
    parse(schema, input, { most: MAX_ADJUSTED + 1 });
    return [];
  } catch (error) {
    return issuesOf(error, place);
  }
}

function issuesOf(error: unknown, place: string): Issue[] {
  if (!(error instanceof AppError)) throw error;
  const { issues = [] } = error.details;
  return issues.map(({ path, ...rest }) => ({ ...rest, path: `${place}.${path.replace(/_id$/, "")}` }));
}

/** A time in the past is no error in a file; its schedule just stays idle. */
async function brokenTimings(db: Db, { schedules }: BackupFile): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const [at, timing] of (schedules ?? []).entries()) {
    await checkTiming(db, { ...timing, active: false }).catch((error) =>
      issues.push(...issuesOf(error, `schedules.${at}`)),
    );
  }
  return issues;
}

/** Files without a list of schedules have commit checks instead. */
const brokenCrons = ({ schedules, templates }: BackupFile): Issue[] =>
  templates.flatMap(({ cron }, at) =>
    schedules === null && cron !== null && cronProblem(cron) ? [issue(`templates.${at}.cron`, "cronInvalid")] : [],
  );

const repeatedSecrets = ({ environments }: BackupFile): Issue[] =>
  environments.flatMap(({ secrets }, at) =>
    repeatedAt(secrets.map(({ type, name }) => `${type}.${name}`)).map((secret) =>
      issue(`environments.${at}.secrets.${secret}.name`, "secretNameTaken"),
    ),
  );

/** A deploy takes a build or the result of another deploy; the chain must end. */
function brokenBuilds({ templates }: BackupFile): Issue[] {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const cycles = inBuildCycles(byName);
  return templates.flatMap((template, at) => {
    const source = byName.get(sourceOf(template) ?? "");
    const path = `templates.${at}.build_template`;
    if (source?.type === "") return [issue(path, "buildTemplateNoBuild")];
    return cycles.has(template.name) ? [issue(path, "buildTemplateCycle")] : [];
  });
}

/** Only templates whose applications keep states of the same kind can share one. */
function brokenStates({ templates }: BackupFile): Issue[] {
  const kinds = new Map(templates.map(({ name, app }) => [name, stateKindOf(app)]));
  return templates.flatMap(({ app, state_of: shared }, at) => {
    if (shared === null || !kinds.has(shared)) return [];
    const kind = stateKindOf(app);
    if (kind && kind === kinds.get(shared)) return [];
    return [issue(`templates.${at}.state_of`, kind ? "stateOtherKind" : "notForThisApp")];
  });
}

function unfitInventories({ templates, inventories }: BackupFile): Issue[] {
  const types = new Map(inventories.map(({ name, type }) => [name, type]));
  return templates.flatMap(({ app, inventory }, at) => {
    const type = types.get(inventory ?? "");
    return type === undefined || fitsApp(type, app) ? [] : [issue(`templates.${at}.inventory`, "inventoryOtherKind")];
  });
}

function vaultsWithoutPassword({ templates, keys }: BackupFile): Issue[] {
  const types = new Map(keys.map(({ name, type }) => [name, type]));
  return templates.flatMap((template, at) =>
    vaultsOf(template).flatMap(({ path, vault_key }) => {
      const type = types.get(vault_key ?? "");
      return type && type !== "login_password" ? [issue(`templates.${at}.${path}`, "vaultKeyNoPassword")] : [];
    }),
  );
}

async function unknownApps(db: Db, { templates }: BackupFile): Promise<Issue[]> {
  const settings = await allAppSettings(db, [...new Set(templates.map(({ app }) => app))]);
  return templates.flatMap(({ app }, at) => {
    const { known, active } = settings.get(app) ?? { known: false, active: false };
    return known && active ? [] : [issue(`templates.${at}.app`, known ? "appInactive" : "appUnknown", { app })];
  });
}

const issue = (path: string, key: ErrorKey, params?: MessageParams): Issue => ({ path, key, params });
