import { dingtalkCall, dingtalkError } from "@/lib/notification/channel/dingtalk";
import { mailOf } from "@/lib/notification/channel/email";
import { gotifyCall } from "@/lib/notification/channel/gotify";
import { teamsCall } from "@/lib/notification/channel/microsoft-teams";
import { rocketchatCall } from "@/lib/notification/channel/rocketchat";
import { slackCall } from "@/lib/notification/channel/slack";
import { telegramCall } from "@/lib/notification/channel/telegram";
import { webhookCall } from "@/lib/notification/channel/webhook";
import { messageOf } from "@/lib/notification/message";
import type { Claimed, Failure } from "@/lib/notification/outbox";
import { sendMail } from "@/lib/notification/send-mail";
import { AddressRefused } from "@/lib/outbound/address";
import { type Answer, type Call, post } from "@/lib/outbound/post";
import { errorCode } from "@/lib/process/error-code";
import { settings } from "@/lib/settings/settings";

const TIMEOUT_MS = 10_000;
const MAX_WAIT_SECONDS = 3600;
/** Status codes that make a retry pointless. */
const REJECTIONS = [400, 410, 413, 422];

/** Sends one message; null on success. Never throws, and its result holds no secrets. */
export async function deliver(claimed: Claimed): Promise<Failure | null> {
  try {
    if (claimed.channel === "email") return await deliverMail(claimed);
    const call = callOf(claimed, new Date());
    if (!call) return { reason: "not_configured" };
    const headers = { "idempotency-key": claimed.key, ...call.headers };
    const limits = { allow: settings().outboundAllow, timeoutMs: TIMEOUT_MS };
    return failureIn(claimed, await post({ ...call, headers }, limits));
  } catch (error) {
    return failureOf(error);
  }
}

async function deliverMail({ key, recipient, payload, created }: Claimed): Promise<Failure | null> {
  const { alerts, publicUrl, outboundAllow } = settings();
  if (!alerts.email) return { reason: "not_configured" };
  return sendMail(
    alerts.email,
    { id: key, to: recipient, ...mailOf(messageOf(payload, publicUrl, created)) },
    outboundAllow,
  );
}

/** Null if the channel is no longer set up. */
function callOf({ channel, key, recipient, payload, created }: Claimed, at: Date): Call | null {
  const { alerts, publicUrl } = settings();
  const message = messageOf(payload, publicUrl, created);
  switch (channel) {
    case "telegram":
      return alerts.telegram && telegramCall(alerts.telegram, message, recipient);
    case "slack":
      return alerts.slack && slackCall(alerts.slack, message);
    case "rocketchat":
      return alerts.rocketchat && rocketchatCall(alerts.rocketchat, message);
    case "microsoft_teams":
      return alerts.microsoft_teams && teamsCall(alerts.microsoft_teams, message);
    case "dingtalk":
      return alerts.dingtalk && dingtalkCall(alerts.dingtalk, message);
    case "gotify":
      return alerts.gotify && gotifyCall(alerts.gotify, message);
    case "webhook":
      return alerts.webhook && webhookCall(alerts.webhook, { id: key, alert: payload, link: message.link, at });
    default:
      return null;
  }
}

function failureIn({ channel }: Claimed, answer: Answer): Failure | null {
  const { status } = answer;
  if (status < 200 || status > 299) {
    return {
      reason: REJECTIONS.includes(status) ? "rejected" : "bad_answer",
      detail: `HTTP ${status}`,
      final: REJECTIONS.includes(status),
      waitSeconds: retryAfter(answer),
    };
  }
  const error = channel === "dingtalk" ? dingtalkError(answer) : null;
  return error === null ? null : { reason: "bad_answer", detail: error };
}

function retryAfter({ headers }: Answer): number | undefined {
  const seconds = Number(headers["retry-after"]);
  return Number.isFinite(seconds) ? Math.min(seconds, MAX_WAIT_SECONDS) : undefined;
}

/** Why there was no reply. Unknown errors are reduced to their code: their text may quote a URL. */
function failureOf(error: unknown): Failure {
  if (error instanceof AddressRefused) return { reason: "address_refused", detail: error.host };
  if (!(error instanceof Error)) return { reason: "internal", detail: typeof error };
  if (error.name === "TimeoutError") return { reason: "timed_out" };
  const code = errorCode(error);
  return code ? { reason: "unreachable", detail: code } : { reason: "internal", detail: error.name };
}
