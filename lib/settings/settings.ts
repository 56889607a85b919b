import { resolve } from "node:path";
import { z } from "zod";
import { parseKeyRing } from "@/lib/secret/key-ring";
import { duration, networks, onOff, textWhere, webOrigin, wholeNumber } from "./values";

/** `example` stands in error lines and in docs/configuration.md; the value of a `secret` is never printed. */
const about = z.registry<{ example: string; secret?: true }>();

const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const encryptionKeys = z.string().superRefine((value, context) => {
  try {
    parseKeyRing(value);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "cannot be read" });
  }
});

const variables = z.object({
  PORT: wholeNumber(1, 65_535).prefault("3000").register(about, { example: "3000" }),
  HOST: z.string().optional().register(about, { example: "127.0.0.1" }),
  DATABASE_URL: textWhere((value) => /^postgres(ql)?:\/\//.test(value), "must begin with postgres://")
    .optional()
    .register(about, { example: "postgres://signalbox:password@localhost:5432/signalbox", secret: true }),
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
  SIGNALBOX_RUNNER_REGISTRATION_TOKEN: textWhere((value) => value.length >= 16, "must have 16 characters or more")
    .optional()
    .register(about, { example: "$(openssl rand -hex 24)", secret: true }),
  SIGNALBOX_RUNNER_LOST_AFTER: duration.prefault("30m").register(about, { example: "30m" }),
  SIGNALBOX_CONFIRMATION_EXPIRES: duration.prefault("24h").register(about, { example: "24h" }),
  SIGNALBOX_MAX_TASKS_PER_TEMPLATE: wholeNumber(0, 1_000_000).prefault("0").register(about, { example: "500" }),
  SIGNALBOX_NON_ADMIN_CAN_CREATE_PROJECT: onOff.prefault("off").register(about, { example: "on" }),
  SIGNALBOX_PASSWORD_LOGIN_DISABLED: onOff.prefault("off").register(about, { example: "on" }),
  SIGNALBOX_TRUSTED_PROXIES: networks.prefault("").register(about, { example: "10.0.0.0/8,::1" }),
  SIGNALBOX_LOG_LEVEL: z
    .enum(LEVELS, `must be one of ${LEVELS.join(", ")}`)
    .prefault("info")
    .register(about, { example: "info" }),
});

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
  if (read.data.DATABASE_URL && !read.data.SIGNALBOX_ENCRYPTION_KEYS) {
    throw new SettingsProblem(line("SIGNALBOX_ENCRYPTION_KEYS", "must be set when DATABASE_URL is set"));
  }
  return toSettings(read.data);
}

const shared = globalThis as typeof globalThis & { signalboxSettings?: Settings };

/** The settings of this process, read once. Throws SettingsProblem. */
export function settings(): Settings {
  shared.signalboxSettings ??= readSettings(process.env);
  return shared.signalboxSettings;
}

function toSettings(read: z.output<typeof variables>) {
  return {
    port: read.PORT,
    /** Undefined: every interface. */
    host: read.HOST,
    /** Undefined: the bundled Postgres. */
    databaseUrl: read.DATABASE_URL,
    dataDir: resolve(read.SIGNALBOX_DATA_DIR),
    publicUrl: read.SIGNALBOX_PUBLIC_URL,
    adminUsername: read.SIGNALBOX_ADMIN_USERNAME,
    adminPassword: read.SIGNALBOX_ADMIN_PASSWORD,
    adminEmail: read.SIGNALBOX_ADMIN_EMAIL,
    encryptionKeys: read.SIGNALBOX_ENCRYPTION_KEYS,
    localRunner: read.SIGNALBOX_LOCAL_RUNNER,
    runnerRegistrationToken: read.SIGNALBOX_RUNNER_REGISTRATION_TOKEN,
    runnerLostAfterMs: read.SIGNALBOX_RUNNER_LOST_AFTER,
    confirmationExpiresMs: read.SIGNALBOX_CONFIRMATION_EXPIRES,
    /** 0: all are kept. */
    maxTasksPerTemplate: read.SIGNALBOX_MAX_TASKS_PER_TEMPLATE,
    nonAdminCanCreateProject: read.SIGNALBOX_NON_ADMIN_CAN_CREATE_PROJECT,
    passwordLoginDisabled: read.SIGNALBOX_PASSWORD_LOGIN_DISABLED,
    trustedProxies: read.SIGNALBOX_TRUSTED_PROXIES,
    logLevel: read.SIGNALBOX_LOG_LEVEL,
  };
}

function problemLine(issue: z.core.$ZodIssue, given: Environment): string {
  const name = String(issue.path[0]) as keyof typeof variables.shape;
  const secret = about.get(variables.shape[name])?.secret;
  return line(name, secret ? issue.message : `${issue.message}, not ${JSON.stringify(given[name])}`);
}

function line(name: keyof typeof variables.shape, problem: string): string {
  return `${name} ${problem}. Example: ${name}=${about.get(variables.shape[name])?.example}`;
}
