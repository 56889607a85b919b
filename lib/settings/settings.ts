import { resolve } from "node:path";
import { z } from "zod";
import { RunnerTagList } from "@/lib/protocol/runner-tags";
import { parseKeyRing } from "@/lib/secret/key-ring";
import { alertNeeds, alertVariables, toAlertSettings } from "./alerts";
import { ldapNeeds, ldapVariables, toLdapSettings } from "./ldap";
import { oidcProviders } from "./oidc";
import { readPostgresUrl } from "./postgres-url";
import {
  about,
  appOptions,
  duration,
  longSecret,
  networks,
  networksOrHosts,
  onOff,
  textWhere,
  webOrigin,
  wholeNumber,
} from "./values";

const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const encryptionKeys = z.string().superRefine((value, context) => {
  try {
    parseKeyRing(value);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "cannot be read" });
  }
});

const postgresUrl = textWhere(
  (value) => readPostgresUrl(value) !== null,
  "must be a postgres:// address with the special characters of user name and password percent-encoded (@ as %40)",
);

const variables = z.object({
  PORT: wholeNumber(1, 65_535).prefault("3000").register(about, { example: "3000" }),
  HOST: z.string().optional().register(about, { example: "127.0.0.1" }),
  SIGNALBOX_WEB_PROCESSES: wholeNumber(1, 32).prefault("1").register(about, { example: "2" }),
  SIGNALBOX_MAX_SOCKETS_PER_USER: wholeNumber(1, 100_000).prefault("100").register(about, { example: "500" }),
  DATABASE_URL: postgresUrl
    .optional()
    .register(about, { example: "postgres://signalbox:password@localhost:5432/signalbox", secret: true }),
  SIGNALBOX_DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .register(about, { example: "postgres://signalbox:password@db.internal:5432/signalbox", secret: true }),
  SIGNALBOX_PREPARED_STATEMENTS: onOff.prefault("on").register(about, { example: "off" }),
  SIGNALBOX_DATA_DIR: z.string().prefault("./data").register(about, { example: "/srv/signalbox" }),
  SIGNALBOX_PUBLIC_URL: webOrigin.optional().register(about, { example: "https://signalbox.example.com" }),
  SIGNALBOX_ADMIN_USERNAME: textWhere((value) => /^\S+$/.test(value), "must not contain spaces")
    .prefault("admin")
    .register(about, { example: "admin" }),
  SIGNALBOX_ADMIN_PASSWORD: z.string().optional().register(about, { example: "a-long-passphrase", secret: true }),
  SIGNALBOX_ADMIN_EMAIL: z
    .email("must be an e-mail address")
    .prefault("admin@signalbox.local")
    .register(about, { example: "admin@example.com" }),
  SIGNALBOX_ENCRYPTION_KEYS: encryptionKeys
    .optional()
    .register(about, { example: "k1:$(openssl rand -base64 32)", secret: true }),
  SIGNALBOX_LOCAL_RUNNER: onOff.prefault("on").register(about, { example: "off" }),
  SIGNALBOX_RUNNER_TAG: RunnerTagList.optional().register(about, { example: "gpu,dmz" }),
  SIGNALBOX_RUNNER_DRAIN_SECONDS: wholeNumber(0, 999_999).prefault("0").register(about, { example: "60" }),
  SIGNALBOX_RUNNER_REGISTRATION_TOKEN: longSecret
    .optional()
    .register(about, { example: "$(openssl rand -hex 24)", secret: true }),
  SIGNALBOX_LEGACY_RUNNERS: onOff.prefault("off").register(about, { example: "on" }),
  // Runners renew their leases every five seconds, and end their tasks after half of this time at the earliest.
  SIGNALBOX_RUNNER_LOST_AFTER: duration
    .refine((ms) => ms >= 20_000, "must be 20s or more")
    .prefault("30m")
    .register(about, { example: "30m" }),
  SIGNALBOX_CONFIRMATION_EXPIRES: duration.prefault("24h").register(about, { example: "24h" }),
  SIGNALBOX_MAX_TASKS_PER_TEMPLATE: wholeNumber(0, 1_000_000).prefault("0").register(about, { example: "500" }),
  SIGNALBOX_MAX_TASKS_PER_PROJECT: wholeNumber(0, 1_000_000).prefault("0").register(about, { example: "20000" }),
  SIGNALBOX_TASK_RETENTION: duration.optional().register(about, { example: "90d" }),
  SIGNALBOX_EVENT_RETENTION: duration.optional().register(about, { example: "365d" }),
  SIGNALBOX_MAX_STATE_VERSIONS: wholeNumber(0, 1_000_000).prefault("0").register(about, { example: "100" }),
  SIGNALBOX_STATE_RETENTION: duration.optional().register(about, { example: "365d" }),
  SIGNALBOX_ARTIFACT_FILE_MB: wholeNumber(0, 2_000).prefault("50").register(about, { example: "200" }),
  SIGNALBOX_ARTIFACT_TASK_MB: wholeNumber(0, 1_000_000).prefault("200").register(about, { example: "1000" }),
  SIGNALBOX_ARTIFACT_PROJECT_MB: wholeNumber(0, 10_000_000).prefault("5000").register(about, { example: "20000" }),
  SIGNALBOX_NON_ADMIN_CAN_CREATE_PROJECT: onOff.prefault("off").register(about, { example: "on" }),
  SIGNALBOX_PASSWORD_LOGIN_DISABLED: onOff.prefault("off").register(about, { example: "on" }),
  SIGNALBOX_OIDC_PROVIDERS: oidcProviders
    .optional()
    .register(about, { example: "/etc/signalbox/oidc.json", secret: true }),
  SIGNALBOX_TRUSTED_PROXIES: networks.prefault("").register(about, { example: "10.0.0.0/8,::1" }),
  SIGNALBOX_LOG_LEVEL: z
    .enum(LEVELS, `must be one of ${LEVELS.join(", ")}`)
    .prefault("info")
    .register(about, { example: "info" }),
  SIGNALBOX_GLOBAL_INTEGRATION_ALIAS: textWhere(
    (value) => /^[\w-]{16,200}$/.test(value),
    "must have 16 letters, digits, - or _ or more",
  )
    .optional()
    .register(about, { example: "$(openssl rand -hex 16)", secret: true }),
  SIGNALBOX_METRICS_TOKEN: longSecret.optional().register(about, { example: "$(openssl rand -hex 24)", secret: true }),
  SIGNALBOX_METRICS_PORT: wholeNumber(1, 65_535).optional().register(about, { example: "9464" }),
  SIGNALBOX_OUTBOUND_ALLOW: networksOrHosts.prefault("").register(about, { example: "10.1.2.0/24,mail.internal" }),
  SIGNALBOX_TASK_ARGUMENTS: appOptions.prefault("").register(about, { example: "ansible:--become,tofu:-target=" }),
  ...alertVariables,
  ...ldapVariables,
});

const MEGABYTE = 1024 * 1024;

type Name = keyof typeof variables.shape;

/** Where the first is set, one of the others must be as well. */
const NEEDS: [Name, Name, ...Name[]][] = [
  ["DATABASE_URL", "SIGNALBOX_ENCRYPTION_KEYS"],
  ["SIGNALBOX_DATABASE_DIRECT_URL", "DATABASE_URL"],
  ["SIGNALBOX_OIDC_PROVIDERS", "SIGNALBOX_PUBLIC_URL"],
  ...alertNeeds,
  ...ldapNeeds,
];

type Environment = Readonly<Record<string, string | undefined>>;

export type Settings = ReturnType<typeof toSettings>;

/** Bad settings. The message holds one line per problem and is meant to be printed as it is, without a stack. */
export class SettingsProblem extends Error {
  override name = "SettingsProblem";
}

/** Name, default (as one would write it) and example of every variable, in the order of the documentation. */
export const settingVariables = Object.entries(variables.shape).map(([name, schema]) => ({
  name,
  fallback: "defaultValue" in schema.def ? String(schema.def.defaultValue) : "",
  example: about.get(schema)?.example ?? "",
}));

/** Reads an environment. An empty variable counts as not set. Throws SettingsProblem. */
export function readSettings(environment: Environment): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const read = variables.safeParse(given);
  if (!read.success) throw new SettingsProblem(read.error.issues.map((issue) => problemLine(issue, given)).join("\n"));
  const missing = NEEDS.filter(([set, ...needed]) => read.data[set] && !needed.some((name) => read.data[name]));
  if (missing.length > 0) {
    throw new SettingsProblem(
      missing.map(([set, needed]) => line(needed, `must be set when ${set} is set`)).join("\n"),
    );
  }
  if (read.data.SIGNALBOX_METRICS_PORT === read.data.PORT)
    throw new SettingsProblem(line("SIGNALBOX_METRICS_PORT", "must be another port than PORT"));
  return toSettings(read.data);
}

declare global {
  var signalboxSettings: Settings | undefined;
}

/** The settings of this process, read once. Throws SettingsProblem. */
export function settings(): Settings {
  globalThis.signalboxSettings ??= readSettings(process.env);
  return globalThis.signalboxSettings;
}

function toSettings(read: z.output<typeof variables>) {
  return {
    port: read.PORT,
    /** Undefined: every interface. */
    host: read.HOST,
    webProcesses: read.SIGNALBOX_WEB_PROCESSES,
    /** Limit in each web process. */
    socketsPerUser: read.SIGNALBOX_MAX_SOCKETS_PER_USER,
    /** Undefined: the bundled Postgres. */
    databaseUrl: read.DATABASE_URL,
    /** Address of the same database without a pooler, for what needs a session; undefined: `databaseUrl` is direct. */
    databaseDirectUrl: read.SIGNALBOX_DATABASE_DIRECT_URL,
    preparedStatements: read.SIGNALBOX_PREPARED_STATEMENTS,
    dataDir: resolve(read.SIGNALBOX_DATA_DIR),
    publicUrl: read.SIGNALBOX_PUBLIC_URL,
    adminUsername: read.SIGNALBOX_ADMIN_USERNAME,
    adminPassword: read.SIGNALBOX_ADMIN_PASSWORD,
    adminEmail: read.SIGNALBOX_ADMIN_EMAIL,
    encryptionKeys: read.SIGNALBOX_ENCRYPTION_KEYS,
    localRunner: read.SIGNALBOX_LOCAL_RUNNER,
    /** Tags of the local runner; undefined: as set on the Runners page. */
    runnerTags: read.SIGNALBOX_RUNNER_TAG,
    runnerDrainMs: read.SIGNALBOX_RUNNER_DRAIN_SECONDS * 1_000,
    runnerRegistrationToken: read.SIGNALBOX_RUNNER_REGISTRATION_TOKEN,
    /** Whether runners of Semaphore are accepted. */
    legacyRunners: read.SIGNALBOX_LEGACY_RUNNERS,
    runnerLostAfterMs: read.SIGNALBOX_RUNNER_LOST_AFTER,
    confirmationExpiresMs: read.SIGNALBOX_CONFIRMATION_EXPIRES,
    /** How many tasks are kept, and how long; 0 keeps all. */
    retention: {
      perTemplate: read.SIGNALBOX_MAX_TASKS_PER_TEMPLATE,
      perProject: read.SIGNALBOX_MAX_TASKS_PER_PROJECT,
      ms: read.SIGNALBOX_TASK_RETENTION ?? 0,
    },
    eventRetentionMs: read.SIGNALBOX_EVENT_RETENTION ?? 0,
    /** The newest version of a state is always kept. */
    stateRetention: { versions: read.SIGNALBOX_MAX_STATE_VERSIONS, ms: read.SIGNALBOX_STATE_RETENTION ?? 0 },
    /** What is kept of files that tasks leave, in bytes. */
    artifactBytes: {
      file: read.SIGNALBOX_ARTIFACT_FILE_MB * MEGABYTE,
      task: read.SIGNALBOX_ARTIFACT_TASK_MB * MEGABYTE,
      project: read.SIGNALBOX_ARTIFACT_PROJECT_MB * MEGABYTE,
    },
    nonAdminCanCreateProject: read.SIGNALBOX_NON_ADMIN_CAN_CREATE_PROJECT,
    passwordLoginDisabled: read.SIGNALBOX_PASSWORD_LOGIN_DISABLED,
    oidcProviders: read.SIGNALBOX_OIDC_PROVIDERS ?? [],
    trustedProxies: read.SIGNALBOX_TRUSTED_PROXIES,
    logLevel: read.SIGNALBOX_LOG_LEVEL,
    /** Undefined: only the option of that name, if there is one. */
    globalIntegrationAlias: read.SIGNALBOX_GLOBAL_INTEGRATION_ALIAS,
    /** Undefined: GET /metrics answers on a port of its own, or not at all. */
    metricsToken: read.SIGNALBOX_METRICS_TOKEN,
    /** Undefined: metrics have no port of their own. */
    metricsPort: read.SIGNALBOX_METRICS_PORT,
    /** Networks and host names that requests of the server itself may reach although they are not public. */
    outboundAllow: read.SIGNALBOX_OUTBOUND_ALLOW,
    /** The options of an application that tasks may bring beside those that every task may. */
    taskArguments: read.SIGNALBOX_TASK_ARGUMENTS,
    alerts: toAlertSettings(read),
    /** Null: no directory. */
    ldap: toLdapSettings(read),
  };
}

function problemLine(issue: z.core.$ZodIssue, given: Environment): string {
  const name = variables.keyof().parse(issue.path[0]);
  const secret = about.get(variables.shape[name])?.secret;
  return line(name, secret ? issue.message : `${issue.message}, not ${JSON.stringify(given[name])}`);
}

function line(name: Name, problem: string): string {
  return `${name} ${problem}. Example: ${name}=${about.get(variables.shape[name])?.example}`;
}

/** Where this machine reaches the web process, without a slash at the end. */
export function localUrl({ host, port }: Pick<Settings, "host" | "port">): string {
  const everywhere = host === undefined || host === "0.0.0.0" || host === "::";
  const reached = everywhere ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
