import { resolve } from "node:path";
import { type Settings, settingVariables } from "@/lib/settings/settings";
import { fromSources } from "../programs";

/** What every child inherits. Everything else is dropped: a user's shell may hold tokens that no task should see. */
const INHERITED = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "NO_COLOR",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
];

/** Only the supervisor needs these. */
const SUPERVISOR_ONLY = [
  "SIGNALBOX_ADMIN_USERNAME",
  "SIGNALBOX_ADMIN_PASSWORD",
  "SIGNALBOX_ADMIN_EMAIL",
  "SIGNALBOX_RUNNER_TAG",
  "SIGNALBOX_RUNNER_DRAIN_SECONDS",
];

/** They are given as seen from our folder, and children run in the package's. */
const PATHS = [
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SIGNALBOX_LDAP_CA_FILE",
  "SIGNALBOX_LDAP_BIND_PASSWORD_FILE",
  "SIGNALBOX_RUNNER_CA_FILE",
];

/** What the driver takes for the parts that DATABASE_URL leaves out. */
const POSTGRES = [
  "PGHOST",
  "PGPORT",
  "PGUSER",
  "PGUSERNAME",
  "PGPASSWORD",
  "PGDATABASE",
  "PGAPPNAME",
  "PGSSL",
  "PGSSLNEGOTIATION",
  "PGTARGETSESSIONATTRS",
];

function pick(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, PATHS.includes(name) ? resolve(value.trim()) : value]] : [];
    }),
  );
}

const base = (): NodeJS.ProcessEnv => ({
  ...pick(INHERITED),
  NODE_ENV: fromSources ? "development" : "production",
  NEXT_TELEMETRY_DISABLED: "1",
});

/** Environment of the preparation of the database: ours, with the database and the keys in use. */
export const prepareEnvironment = (
  settings: Settings,
  databaseUrl: string,
  encryptionKeys: string,
): NodeJS.ProcessEnv => ({
  ...process.env,
  ...pick(PATHS),
  ...inUse(settings, databaseUrl, encryptionKeys),
});

/** Environment of the web process: every setting, with the database and the keys in use. */
export function webEnvironment(settings: Settings, databaseUrl: string, encryptionKeys: string): NodeJS.ProcessEnv {
  const names = settingVariables.map(({ name }) => name).filter((name) => !SUPERVISOR_ONLY.includes(name));
  return {
    ...base(),
    ...pick(names),
    ...(settings.databaseUrl ? pick(POSTGRES) : {}),
    ...inUse(settings, databaseUrl, encryptionKeys),
  };
}

const inUse = (settings: Settings, databaseUrl: string, encryptionKeys: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  SIGNALBOX_ENCRYPTION_KEYS: encryptionKeys,
  SIGNALBOX_DATA_DIR: settings.dataDir,
});

/** Settings of a runner that `npm start` forwards to its local one. */
const RUNNER_SETTINGS = [
  "SIGNALBOX_RUNNER_MAX_PARALLEL",
  "SIGNALBOX_RUNNER_MAX_LOG_MB",
  "SIGNALBOX_RUNNER_DRAIN_SECONDS",
  "SIGNALBOX_RUNNER_FORWARD_ENV",
  "SIGNALBOX_RUNNER_CA_FILE",
  "SIGNALBOX_RUNNER_LOCAL_FOLDERS",
  "SIGNALBOX_RUNNER_OUTBOUND_ALLOW",
];

/** Environment of the local runner: how to reach the web process, without the database or the keys. */
export function runnerEnvironment(
  settings: Settings,
  url: string,
  folder: string,
  tokenFile: string,
): NodeJS.ProcessEnv {
  const forwarded = (process.env.SIGNALBOX_RUNNER_FORWARD_ENV ?? "").split(/[\s,]+/);
  const ours = new Set(settingVariables.map(({ name }) => name));
  return {
    ...pick(forwarded.filter((name) => !ours.has(name))),
    ...base(),
    ...pick(RUNNER_SETTINGS),
    SIGNALBOX_URL: url,
    SIGNALBOX_RUNNER_DATA_DIR: folder,
    SIGNALBOX_RUNNER_TOKEN_FILE: tokenFile,
    SIGNALBOX_RUNNER_EXIT_WITH_PARENT: "1",
    SIGNALBOX_LOG_LEVEL: settings.logLevel,
  };
}
