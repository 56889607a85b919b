import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { isNetworkOrHost } from "@/lib/outbound/address";
import { MAX_LOG_BYTES } from "@/lib/protocol/log";
import { RunnerTagList } from "@/lib/protocol/runner-tags";

/** How the runner authenticates: with its own token, or with a registration token that obtains one. */
export type Credential = { kind: "token" | "registration"; token: string };

export type Config = {
  url: string;
  /** Null: requires the token stored by an earlier registration. */
  credential: Credential | null;
  name: string;
  tags: string[];
  webhook: string;
  dataDir: string;
  /** Null: the server's setting; 0: no limit. */
  maxParallel: number | null;
  /** Bytes kept from the start of a task's log. */
  maxLogBytes: number;
  forwardEnv: string[];
  /** Certificates to trust in addition to the system's; null: none. */
  caFile: string | null;
  /** Folders of this machine allowed for local repositories; null: all. */
  localFolders: string[] | null;
  /** Networks and host names that the webhook may call although they are not public. */
  outboundAllow: string[];
  /** Takes one task, then exits. */
  oneOff: boolean;
  exitWithParent: boolean;
  /** How long running tasks may continue after the first stop request. */
  drainMs: number;
};

/** An invalid setting; the message names it and fits one line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const SECRET_SETTINGS = ["SIGNALBOX_RUNNER_TOKEN", "SIGNALBOX_RUNNER_REGISTRATION_TOKEN"];
const MEGABYTE = 1024 * 1024;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const splitList = (list: string): string[] =>
  list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

const Flag = z.enum(["0", "1"], "must be 0 or 1").optional();
const Settings = z.object({
  SIGNALBOX_URL: z
    .string("is required: the address of the console, as https://signalbox.example.com")
    .refine((url) => /^https?:\/\/[^\s/]+/.test(url) && URL.canParse(url), "must be an http or https address"),
  SIGNALBOX_RUNNER_TOKEN: z.string().optional(),
  SIGNALBOX_RUNNER_TOKEN_FILE: z.string().optional(),
  SIGNALBOX_RUNNER_REGISTRATION_TOKEN: z.string().max(512, "is too long").optional(),
  SIGNALBOX_RUNNER_NAME: z.string().max(200, "is too long").optional(),
  SIGNALBOX_RUNNER_TAG: RunnerTagList.optional(),
  SIGNALBOX_RUNNER_WEBHOOK: z.string().max(2000, "is too long").optional(),
  SIGNALBOX_RUNNER_DATA_DIR: z.string().optional(),
  SIGNALBOX_RUNNER_MAX_PARALLEL: z
    .string()
    .regex(/^\d{1,4}$/, "must be a whole number from 0 (no limit) to 9999")
    .optional(),
  SIGNALBOX_RUNNER_MAX_LOG_MB: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be a whole number from 1 to 9999")
    .prefault(String(MAX_LOG_BYTES / MEGABYTE)),
  SIGNALBOX_RUNNER_DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,6}$/, "must be a whole number from 0 to 999999")
    .optional(),
  SIGNALBOX_RUNNER_FORWARD_ENV: z.string().optional(),
  SIGNALBOX_RUNNER_CA_FILE: z.string().optional(),
  SIGNALBOX_RUNNER_LOCAL_FOLDERS: z
    .string()
    .refine(
      (list) => list === "none" || splitList(list).every((folder) => folder.startsWith("/") && folder.length <= 1000),
      "must be absolute paths with commas between, or none",
    )
    .optional(),
  SIGNALBOX_RUNNER_OUTBOUND_ALLOW: z
    .string()
    .prefault("")
    .transform(splitList)
    .superRefine((entries, context) => {
      const bad = entries.find((entry) => !isNetworkOrHost(entry));
      if (bad === undefined) return;
      const message = `must be networks such as 10.0.0.0/8 or host names, with commas between, not ${JSON.stringify(bad)}`;
      context.addIssue({ code: "custom", message });
    }),
  SIGNALBOX_RUNNER_ONE_OFF: Flag,
  SIGNALBOX_RUNNER_EXIT_WITH_PARENT: Flag,
});
type Settings = z.infer<typeof Settings>;

/** Reads the settings and removes the secret ones from `env`. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  for (const name of SECRET_SETTINGS) delete env[name];
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join(".")} ${issue?.message}`);
  }
  const settings = parsed.data;
  return {
    url: toBaseUrl(settings.SIGNALBOX_URL),
    credential: readCredential(settings),
    name: settings.SIGNALBOX_RUNNER_NAME ?? hostname(),
    tags: settings.SIGNALBOX_RUNNER_TAG ?? [],
    webhook: settings.SIGNALBOX_RUNNER_WEBHOOK ?? "",
    dataDir: resolve(settings.SIGNALBOX_RUNNER_DATA_DIR ?? "data/runner"),
    maxParallel: settings.SIGNALBOX_RUNNER_MAX_PARALLEL ? Number(settings.SIGNALBOX_RUNNER_MAX_PARALLEL) : null,
    maxLogBytes: Number(settings.SIGNALBOX_RUNNER_MAX_LOG_MB) * MEGABYTE,
    forwardEnv: readNames(settings.SIGNALBOX_RUNNER_FORWARD_ENV ?? ""),
    caFile: settings.SIGNALBOX_RUNNER_CA_FILE ?? null,
    localFolders: readFolders(settings.SIGNALBOX_RUNNER_LOCAL_FOLDERS),
    outboundAllow: settings.SIGNALBOX_RUNNER_OUTBOUND_ALLOW,
    oneOff: settings.SIGNALBOX_RUNNER_ONE_OFF === "1",
    exitWithParent: settings.SIGNALBOX_RUNNER_EXIT_WITH_PARENT === "1",
    drainMs: drainSeconds(settings) * 1_000,
  };
}

const DRAIN_SECONDS = 600;

/** A runner started by another process must exit quickly, because a person waits for it; a remote one may drain. */
const drainSeconds = (settings: Settings): number =>
  Number(
    settings.SIGNALBOX_RUNNER_DRAIN_SECONDS ?? (settings.SIGNALBOX_RUNNER_EXIT_WITH_PARENT === "1" ? 0 : DRAIN_SECONDS),
  );

function readFolders(list: string | undefined): string[] | null {
  if (list === undefined) return null;
  return list === "none" ? [] : splitList(list).map((folder) => resolve(folder));
}

/** The configured URL may include the path that older runners needed. */
const toBaseUrl = (url: string): string =>
  url
    .replace(/\/+$/, "")
    .replace(/\/internal$/, "")
    .replace(/\/+$/, "");

function readCredential(settings: Settings): Credential | null {
  const token = settings.SIGNALBOX_RUNNER_TOKEN?.trim() || readTokenFile(settings.SIGNALBOX_RUNNER_TOKEN_FILE);
  if (token) return { kind: "token", token };
  const registration = settings.SIGNALBOX_RUNNER_REGISTRATION_TOKEN?.trim();
  return registration ? { kind: "registration", token: registration } : null;
}

function readTokenFile(path: string | undefined): string | null {
  if (!path) return null;
  const text = readSettingFile("SIGNALBOX_RUNNER_TOKEN_FILE", path);
  if (text.trim() === "") throw new ConfigError(`SIGNALBOX_RUNNER_TOKEN_FILE is empty: ${path}`);
  return text.trim();
}

/** Reads the file named by a setting. Throws ConfigError. */
export function readSettingFile(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${setting} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function readNames(list: string): string[] {
  const names = list.split(/[\s,]+/).filter((name) => name !== "");
  const bad = names.find((name) => !VARIABLE_NAME.test(name) || name.startsWith("SIGNALBOX_"));
  if (bad) throw new ConfigError(`SIGNALBOX_RUNNER_FORWARD_ENV cannot pass on ${bad}`);
  return names;
}
