import { z } from "zod";
import { isDeeperThan, unstorableAt } from "@/lib/backup/rules";
import { EnvironmentInput } from "@/lib/environment/schema";
import { NewInventoryInput } from "@/lib/inventory/schema";
import { KeyInput } from "@/lib/key/schema";
import { flag, optionalText, requiredText, text, withLimit } from "@/lib/operation/fields";
import { NewProjectInput, Project } from "@/lib/project/schema";
import { RepositoryInput } from "@/lib/repository/schema";
import { cronProblem } from "@/lib/schedule/rules/cron";
import { TemplateInput, VaultInput } from "@/lib/template/schema";
import { ViewInput } from "@/lib/view/schema";

/** The most a restore accepts, in the body of one request. */
export const MAX_BACKUP_BYTES = 5 * 1024 * 1024;
const MAX_ENTRIES = 1000;
const MAX_PARTS = 100;
const MAX_DEPTH = 20;

/** Of templates in files from before there were other applications. */
const FIRST_APP = "ansible";

/** The name of another entry of the file; null names none. */
const reference = () => optionalText(255);

const list = <Entry extends z.ZodType>(entry: Entry, max = MAX_ENTRIES) =>
  z
    .array(entry)
    .max(max, withLimit("tooLarge", max))
    .nullish()
    .transform((entries) => entries ?? []);

/** Blank when it is absent. */
const oneOf = <const Values extends readonly ["", ...string[]]>(values: Values) =>
  z
    .enum(values)
    .nullish()
    .transform((value) => value ?? "");

const BackupKey = z.object(KeyInput.shape).pick({ name: true, type: true });

const BackupRepository = z
  .object(RepositoryInput.shape)
  .pick({ name: true, git_url: true, git_branch: true })
  .extend({ ssh_key: reference() });
export type BackupRepository = z.output<typeof BackupRepository>;

const BackupInventory = z
  .object(NewInventoryInput.shape)
  .pick({ name: true, type: true, inventory: true })
  .extend({ ssh_key: reference(), become_key: reference() });
export type BackupInventory = z.output<typeof BackupInventory>;

const BackupEnvironment = z
  .object(EnvironmentInput.shape)
  .pick({ name: true, env: true, password: true })
  .extend({ json: text(1_000_000).transform((json) => json || "{}") });
export type BackupEnvironment = z.output<typeof BackupEnvironment>;

const BackupView = z.object(ViewInput.shape).pick({ title: true, position: true });

const BackupTemplate = z
  .object(TemplateInput.shape)
  .omit({
    id: true,
    project_id: true,
    inventory_id: true,
    repository_id: true,
    environment_id: true,
    view_id: true,
    build_template_id: true,
  })
  .extend({
    app: TemplateInput.shape.app.transform((app) => app || FIRST_APP),
    inventory: reference(),
    repository: reference(),
    environment: reference(),
    view: reference(),
    build_template: reference(),
    vaults: list(VaultInput.pick({ name: true }).extend({ vault_key: reference() }), MAX_PARTS),
    /** Of old files, which knew one vault for a template. */
    vault_key: reference(),
    cron: optionalText(255).refine((cron) => cron === null || cronProblem(cron) === null, "cronInvalid"),
  });
export type BackupTemplate = z.output<typeof BackupTemplate>;

const SOURCES = ["header", "body"] as const;
const bodyDataType = () => oneOf(["", "json", "string"]);

const BackupMatcher = z.object({
  name: requiredText("nameRequired"),
  match_type: z.enum(SOURCES),
  method: z.enum(["equals", "unequals", "contains"]),
  body_data_type: bodyDataType(),
  key: text(),
  value: text(10_000),
});

const BackupExtractValue = z.object({
  name: requiredText("nameRequired"),
  value_source: z.enum(SOURCES),
  body_data_type: bodyDataType(),
  key: text(),
  variable: text(255),
});

const alias = () => z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

const BackupIntegration = z.object({
  name: requiredText("nameRequired"),
  auth_method: oneOf(["", "github", "token", "hmac"]),
  auth_header: text(255),
  auth_secret: reference(),
  searchable: flag(),
  task_params: z
    .record(z.string(), z.json())
    .nullish()
    .transform((params) => params ?? {}),
  template: reference(),
  aliases: list(alias(), MAX_PARTS),
  matchers: list(BackupMatcher, MAX_PARTS),
  extract_values: list(BackupExtractValue, MAX_PARTS),
});
export type BackupIntegration = z.output<typeof BackupIntegration>;

/** A whole project without its secrets, people and history; names stand where a project has ids. Files of any age fit. */
export const BackupFile = z.preprocess(
  (file, context) => {
    const refuse = (message: string, path: string[] = []) => {
      context.addIssue({ code: "custom", message, path });
      return z.NEVER;
    };
    if (isDeeperThan(file, MAX_DEPTH)) return refuse("backupTooDeep");
    const path = unstorableAt(file);
    return path ? refuse("characterInvalid", path) : file;
  },
  z.object({
    meta: NewProjectInput.omit({ id: true, demo: true }),
    keys: list(BackupKey),
    repositories: list(BackupRepository),
    inventories: list(BackupInventory),
    environments: list(BackupEnvironment),
    views: list(BackupView),
    templates: list(BackupTemplate),
    integrations: list(BackupIntegration),
    /** Of the project itself: they serve all its searchable integrations. */
    integration_aliases: list(alias(), MAX_PARTS),
  }),
);
export type BackupFile = z.output<typeof BackupFile>;

export const RestoredProject = Project.extend({
  /** Keys without a secret, those of type none among them. */
  empty_keys: z.int(),
});
export type RestoredProject = z.infer<typeof RestoredProject>;
