import { z } from "zod";
import { isTooLarge, MAX_VALUES, unstorableAt } from "@/lib/backup/rules";
import { withTrimmedNames } from "@/lib/backup/rules/names";
import { ReportLine } from "@/lib/backup/schema/report";
import { EnvironmentInput } from "@/lib/environment/schema";
import { IntegrationInput, MatcherInput, ValueInput } from "@/lib/integration/schema";
import { NewInventoryInput } from "@/lib/inventory/schema";
import { KeyInput } from "@/lib/key/schema";
import { flag, optionalText, requiredText, text, withLimit } from "@/lib/operation/fields";
import { NewProjectFields, Project } from "@/lib/project/schema";
import { entriesOf } from "@/lib/protocol/entries";
import { isDeeperThan } from "@/lib/protocol/json-object";
import { RepositoryInput } from "@/lib/repository/schema";
import { ScheduleInput } from "@/lib/schedule/schema";
import { TemplateInput } from "@/lib/template/schema";
import { VaultFields } from "@/lib/template/schema/vaults";
import { ViewInput } from "@/lib/view/schema";
import { MAX_LEVELS } from "@/lib/workflow/schema";

/** The most a restore accepts, in the body of one request; a backup of more is not made. */
export const MAX_BACKUP_BYTES = 16 * 1024 * 1024;
/** The most that a form sends; the command line takes larger files. */
export const MAX_FORM_BYTES = 5 * 1024 * 1024;
const MAX_ENTRIES = 10_000;
const MAX_PARTS = 1000;
/** A constant of a workflow lies eight levels below the file. */
export const MAX_DEPTH = 8 + MAX_LEVELS;
/** A file with more issues is refused, before it keeps the server busy for long. */
export const MAX_ADJUSTED = 3_000;

/** Application of templates in files from before there were others. */
const FIRST_APP = "ansible";

/** The name of another entry of the file; null names none. */
const reference = () => optionalText(255);

/** A list of the file itself; its entries have lists too. */
const optionalList = <Entry extends z.ZodType>(entry: Entry) =>
  entriesOf(entry, MAX_ENTRIES, withLimit("tooLarge", MAX_ENTRIES), MAX_ADJUSTED + 1)
    .nullish()
    .transform((entries) => entries ?? null);

const list = <Entry extends z.ZodType>(entry: Entry) => optionalList(entry).transform((entries) => entries ?? []);

const innerList = <Entry extends z.ZodType>(entry: Entry, max = MAX_PARTS) =>
  z
    .array(entry)
    .max(max, withLimit("tooLarge", max))
    .nullish()
    .transform((entries) => entries ?? []);

const BackupKey = z.object(KeyInput.shape).pick({ name: true, type: true });

const BackupRepository = z
  .object(RepositoryInput.shape)
  .pick({ name: true, git_url: true, git_branch: true })
  .extend({ ssh_key: reference() });
export type BackupRepository = z.output<typeof BackupRepository>;

const BackupInventory = z
  .object(NewInventoryInput.shape)
  .pick({ name: true, type: true, inventory: true })
  .extend({ ssh_key: reference(), become_key: reference(), repository: reference() });
export type BackupInventory = z.output<typeof BackupInventory>;

const BackupEnvironment = z
  .object(EnvironmentInput.shape)
  .pick({ name: true, env: true, password: true })
  .extend({
    json: text(1_000_000).transform((json) => json || "{}"),
    /** Without their values. */
    secrets: innerList(z.object({ type: text(50), name: text(200) }), MAX_ENTRIES),
  });
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
    environment_ids: true,
    view_id: true,
    build_template_id: true,
    state_id: true,
  })
  .extend({
    app: TemplateInput.shape.app.transform((app) => app || FIRST_APP),
    inventory: reference(),
    repository: reference(),
    environment: reference(),
    /** Only in newer files, which may have no `environment`. */
    environments: innerList(reference()),
    view: reference(),
    build_template: reference(),
    /** Another template over the same state. */
    state_of: reference(),
    vaults: innerList(VaultFields.pick({ name: true, type: true, script: true }).extend({ vault_key: reference() })),
    /** Only in old files, which knew one vault for a template. */
    vault_key: reference(),
    /** Read when the file has no list of schedules. */
    cron: optionalText(255),
    /** Only workflows have one; graph.ts reads it. */
    graph: z
      .record(z.string(), z.json())
      .nullish()
      .transform((graph) => graph ?? null),
  });
export type BackupTemplate = z.output<typeof BackupTemplate>;

const BackupSchedule = z
  .object(ScheduleInput.shape)
  .omit({ id: true, project_id: true, template_id: true, repository_id: true })
  .extend({
    template: reference(),
    repository: reference(),
    inventory: reference(),
    environment: reference(),
    /** Read once the template and the inventory have their ids. */
    task_params: z
      .record(z.string(), z.json())
      .nullish()
      .transform((params) => params ?? {}),
  });
export type BackupSchedule = z.output<typeof BackupSchedule>;

/** Who knows an alias can start tasks, so it must not be one that can be guessed. */
const MIN_ALIAS = 16;
const alias = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .refine((name) => name.length >= MIN_ALIAS, "aliasShort");

/** What a part of an integration has only in the database. */
export const PART_IDS = { id: true, integration_id: true } as const;

const BackupIntegration = z
  .object(IntegrationInput.shape)
  .omit({ id: true, project_id: true, template_id: true, auth_secret_id: true })
  .extend({
    auth_secret: reference(),
    template: reference(),
    inventory: reference(),
    environment: reference(),
    aliases: innerList(alias()),
    matchers: innerList(z.object(MatcherInput.shape).omit(PART_IDS)),
    extract_values: innerList(z.object(ValueInput.shape).omit(PART_IDS)),
  });
export type BackupIntegration = z.output<typeof BackupIntegration>;

/** An entry of each list. */
export const ENTRIES = {
  keys: BackupKey,
  repositories: BackupRepository,
  inventories: BackupInventory,
  environments: BackupEnvironment,
  views: BackupView,
  templates: BackupTemplate,
  schedules: BackupSchedule,
  integrations: BackupIntegration,
};

const MAX_SCRYPT = { n: 2 ** 17, r: 8, p: 4 };
const sealedPart = (max: number) => z.string("backupStatesDamaged").max(max, "backupStatesDamaged");
const scryptCost = (least: number, most: number) =>
  z.int("backupStatesDamaged").min(least, "backupStatesDamaged").max(most, "backupStatesDamaged");

/** States encrypted by lib/secret/passphrase.ts. The costs are limited: a file must not exhaust the server's memory. */
export const SealedStates = z.object(
  {
    kdf: z.literal("scrypt", "backupStatesDamaged"),
    n: scryptCost(2, MAX_SCRYPT.n).refine((n) => Number.isInteger(Math.log2(n)), "backupStatesDamaged"),
    r: scryptCost(1, MAX_SCRYPT.r),
    p: scryptCost(1, MAX_SCRYPT.p),
    salt: sealedPart(100),
    cipher: z.literal("aes-256-gcm", "backupStatesDamaged"),
    nonce: sealedPart(100),
    content: sealedPart(MAX_BACKUP_BYTES),
    checksum: sealedPart(100),
  },
  "backupStatesDamaged",
);
export type SealedStates = z.output<typeof SealedStates>;

const MIN_PASSPHRASE = 12;

/** Asks for a backup that includes the project's states. */
export const StatesBackupInput = z.object({
  /** The newest version of each workspace, or all versions. */
  states: z
    .enum(["newest", "all"])
    .nullish()
    .transform((which) => which ?? "newest"),
  states_passphrase: text().refine((passphrase) => passphrase.length >= MIN_PASSPHRASE, "statesPassphraseShort"),
});
export type StatesBackupInput = z.output<typeof StatesBackupInput>;

const FileFields = z.object({
  meta: z.object(NewProjectFields.omit({ id: true, demo: true }).shape, "backupMetaMissing"),
  keys: list(BackupKey),
  repositories: list(BackupRepository),
  inventories: list(BackupInventory),
  environments: list(BackupEnvironment),
  views: list(BackupView),
  templates: list(BackupTemplate),
  /** Null in files that know one schedule for a template: its `cron`. */
  schedules: optionalList(BackupSchedule),
  integrations: list(BackupIntegration),
  /** Aliases of the project itself: they serve all its searchable integrations. */
  integration_aliases: innerList(alias()),
  sealed_states: SealedStates.nullish().transform((sealed) => sealed ?? null),
  /** Decrypts the states. Not part of a file: the restore request adds it. */
  states_passphrase: text(),
  /** Restores the project without its states. Not part of a file either. */
  without_states: flag(),
});

/** A whole project without its secrets, people and history; names stand where a project has ids. Files of any age fit. */
export const BackupFile = z.preprocess((file, context) => {
  const refuse = (message: string, path: string[] = []) => {
    context.addIssue({ code: "custom", message, path });
    return z.NEVER;
  };
  if (isDeeperThan(file, MAX_DEPTH)) return refuse("backupTooDeep");
  const path = unstorableAt(file);
  return path ? refuse("characterInvalid", path) : withTrimmedNames(file);
}, FileFields);
export type BackupFile = z.output<typeof BackupFile>;

const LISTS = Object.entries(ENTRIES).map(([name, entry]) => [name, z.array(entry).max(MAX_ENTRIES).nullish()]);
const { $schema: _, ...FILE_AS_JSON } = z.toJSONSchema(FileFields.extend(Object.fromEntries(LISTS)), {
  io: "input",
  unrepresentable: "any",
});

const asRequest = <Fields extends Record<string, object>>(fields: Fields) => ({
  ...FILE_AS_JSON,
  required: [],
  properties: { ...FILE_AS_JSON.properties, ...fields },
});
const FLAG_AS_JSON = { type: ["boolean", "null"] };
const TEXT_AS_JSON = { type: ["string", "null"] };

/** The project at its source, by which another import finds what this one made. */
const source = () => optionalText(1000);

/** Counts before the file is read, which takes several passes. */
const sized = <Request extends z.ZodType>(request: Request) =>
  request.refine((file) => !isTooLarge(file), withLimit("tooLarge", MAX_VALUES));

/** What a restore is asked for: a file, of which nothing is required until it is read, as strictly as the request says. */
export const RestoreRequest = sized(z.looseObject({ strict: flag(), source: source() })).meta(
  asRequest({ strict: FLAG_AS_JSON, source: TEXT_AS_JSON }),
);
export type RestoreRequest = z.output<typeof RestoreRequest>;

/** A file to bring a project up to date with. */
export const ImportRequest = sized(
  z.looseObject({
    strict: flag(),
    source: requiredText("nameRequired", 1000),
    /** Takes fields that changed at the source and here. */
    overwrite: flag(),
  }),
).meta(asRequest({ strict: FLAG_AS_JSON, source: TEXT_AS_JSON, overwrite: FLAG_AS_JSON }));
export type ImportRequest = z.output<typeof ImportRequest>;

/** `?strict=true` refuses a file that can't be taken exactly as it is. */
export const RestoreQuery = z.object({
  strict: z
    .stringbool()
    .optional()
    .describe("Refuse a file that can't be taken as it is, instead of adjusting and reporting it"),
});

/** What restoring a file would report. */
export const BackupCheck = z.object({ report: z.array(ReportLine) });

/** What was reported when the project was restored; null and no lines if nothing was. */
export const RestoreReport = z.object({ created: z.string().nullable(), lines: z.array(ReportLine) });
export type RestoreReport = z.infer<typeof RestoreReport>;

export const RestoredProject = Project.extend({
  /** Keys without a secret, those of type none among them. */
  empty_keys: z.int(),
  /** Secrets of environments and secret answers of schedules, which come without their values. */
  empty_secrets: z.int(),
  /** Left out, because they lead to another place already. */
  dropped_aliases: z.array(z.string()),
  restored_states: z.int(),
  restored_state_versions: z.int(),
  /** What could not be taken as it is. For a strict restore, only the secret answers of schedules. */
  report: z.array(ReportLine),
});
export type RestoredProject = z.infer<typeof RestoredProject>;
