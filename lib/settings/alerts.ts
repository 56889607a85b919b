import { z } from "zod";
import { about, longSecret, textWhere, webAddress, wholeNumber } from "./values";

const SECURITY = ["starttls", "tls", "none"] as const;

const secretUrl = (example: string) => webAddress.optional().register(about, { example, secret: true });
const secretText = (example: string) => z.string().optional().register(about, { example, secret: true });

/** Alert channels; one is in use if its first setting is set. */
export const alertVariables = {
  SIGNALBOX_EMAIL_HOST: textWhere((value) => /^[^\s/:]+$|^[\da-f:]+$/i.test(value), "must be a host name")
    .optional()
    .register(about, { example: "smtp.example.com" }),
  SIGNALBOX_EMAIL_PORT: wholeNumber(1, 65_535).prefault("587").register(about, { example: "587" }),
  SIGNALBOX_EMAIL_SECURITY: z
    .enum(SECURITY, `must be one of ${SECURITY.join(", ")}`)
    .prefault("starttls")
    .register(about, { example: "tls" }),
  SIGNALBOX_EMAIL_SENDER: textWhere(isSender, "must be an e-mail address, optionally with a name")
    .optional()
    .register(about, { example: "Signalbox <signalbox@example.com>" }),
  SIGNALBOX_EMAIL_USERNAME: z.string().optional().register(about, { example: "signalbox" }),
  SIGNALBOX_EMAIL_PASSWORD: secretText("a-long-passphrase"),
  SIGNALBOX_TELEGRAM_TOKEN: textWhere((value) => /^[\w:-]+$/.test(value), "must be a bot's token")
    .optional()
    .register(about, { example: "123456:ABC-DEF", secret: true }),
  SIGNALBOX_TELEGRAM_CHAT: z.string().optional().register(about, { example: "-1001234567890" }),
  SIGNALBOX_TELEGRAM_API: webAddress
    .prefault("https://api.telegram.org")
    .register(about, { example: "https://telegram.example.com" }),
  SIGNALBOX_SLACK_URL: secretUrl("https://hooks.slack.com/services/T0/B0/XXXX"),
  SIGNALBOX_ROCKETCHAT_URL: secretUrl("https://chat.example.com/hooks/XXXX/YYYY"),
  SIGNALBOX_MICROSOFT_TEAMS_URL: secretUrl("https://example.webhook.office.com/webhookb2/XXXX"),
  SIGNALBOX_DINGTALK_URL: secretUrl("https://oapi.dingtalk.com/robot/send?access_token=XXXX"),
  SIGNALBOX_GOTIFY_URL: secretUrl("https://gotify.example.com"),
  SIGNALBOX_GOTIFY_TOKEN: secretText("AXXXXXXXXXXXXXX"),
  SIGNALBOX_ALERT_WEBHOOK_URL: secretUrl("https://example.com/signalbox"),
  SIGNALBOX_ALERT_WEBHOOK_SECRET: longSecret
    .optional()
    .register(about, { example: "$(openssl rand -hex 24)", secret: true }),
};

type Name = keyof typeof alertVariables;

/** If the first is set, the second is required. */
export const alertNeeds: [Name, Name][] = [
  ["SIGNALBOX_EMAIL_HOST", "SIGNALBOX_EMAIL_SENDER"],
  ["SIGNALBOX_EMAIL_USERNAME", "SIGNALBOX_EMAIL_PASSWORD"],
  ["SIGNALBOX_GOTIFY_URL", "SIGNALBOX_GOTIFY_TOKEN"],
  ["SIGNALBOX_ALERT_WEBHOOK_URL", "SIGNALBOX_ALERT_WEBHOOK_SECRET"],
];

const shape = z.object(alertVariables);

export type AlertSettings = ReturnType<typeof toAlertSettings>;

/** Null for a channel that is not in use. Assumes that alertNeeds was checked. */
export function toAlertSettings(read: z.output<typeof shape>) {
  const { SIGNALBOX_EMAIL_HOST: host, SIGNALBOX_EMAIL_SENDER: sender = "" } = read;
  const { SIGNALBOX_TELEGRAM_TOKEN: botToken, SIGNALBOX_GOTIFY_TOKEN: gotifyToken = "" } = read;
  const { SIGNALBOX_ALERT_WEBHOOK_SECRET: secret = "" } = read;
  return {
    email: host
      ? {
          host,
          port: read.SIGNALBOX_EMAIL_PORT,
          security: read.SIGNALBOX_EMAIL_SECURITY,
          sender,
          username: read.SIGNALBOX_EMAIL_USERNAME,
          password: read.SIGNALBOX_EMAIL_PASSWORD,
        }
      : null,
    telegram: botToken
      ? { token: botToken, chat: read.SIGNALBOX_TELEGRAM_CHAT ?? null, api: withoutSlash(read.SIGNALBOX_TELEGRAM_API) }
      : null,
    slack: withUrl(read.SIGNALBOX_SLACK_URL),
    rocketchat: withUrl(read.SIGNALBOX_ROCKETCHAT_URL),
    microsoft_teams: withUrl(read.SIGNALBOX_MICROSOFT_TEAMS_URL),
    dingtalk: withUrl(read.SIGNALBOX_DINGTALK_URL),
    gotify: read.SIGNALBOX_GOTIFY_URL ? { url: withoutSlash(read.SIGNALBOX_GOTIFY_URL), token: gotifyToken } : null,
    webhook: read.SIGNALBOX_ALERT_WEBHOOK_URL ? { url: read.SIGNALBOX_ALERT_WEBHOOK_URL, secret } : null,
  };
}

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

const withUrl = (url: string | undefined) => (url ? { url } : null);

function isSender(value: string): boolean {
  const [, inBrackets] = /^[^<>]*<([^<>]+)>$/.exec(value) ?? [];
  return z.email().safeParse(inBrackets ?? value).success;
}
