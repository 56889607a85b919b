import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import { z } from "zod";
import type { Mail } from "@/lib/notification/channel/email";
import type { Failure } from "@/lib/notification/outbox";
import { checkedAddresses } from "@/lib/outbound/address";
import type { AlertSettings } from "@/lib/settings/alerts";

type Server = NonNullable<AlertSettings["email"]>;
type Envelope = Mail & { id: string; to: string };

const STEP_MS = 10_000;
/** For the whole SMTP conversation. */
const TIMEOUT_MS = 30_000;

/** Sends one mail over a new connection; null if the server accepted it. Throws if the host cannot be resolved or is not permitted. */
export async function sendMail(
  server: Server,
  mail: Envelope,
  allow: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<Failure | null> {
  const [reached] = await checkedAddresses(server.host, allow);
  const transport = createTransport({
    host: reached?.address,
    servername: isIP(server.host) === 0 ? server.host : undefined,
    port: server.port,
    secure: server.security === "tls",
    requireTLS: server.security === "starttls",
    ignoreTLS: server.security === "none",
    auth: server.username ? { user: server.username, pass: server.password } : undefined,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { id, subject, text, html } = mail;
  // A text would be read as a list of addresses.
  const to = { name: "", address: mail.to };
  const messageId = `<${id}@${domainOf(server.sender)}>`;
  // Keeps auto-responders from replying.
  const headers = { "Auto-Submitted": "auto-generated" };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await transport.sendMail({ from: server.sender, to, subject, text, html, messageId, headers, signal });
    return null;
  } catch (error) {
    return failureOf(error, signal);
  } finally {
    transport.close();
  }
}

const domainOf = (sender: string): string => sender.replace(/>$/, "").split("@").at(-1) ?? "signalbox";

const SmtpError = z.object({ code: z.string().optional(), responseCode: z.number().optional() }).catch({});

/** Omits the server's text, which may repeat anything; its code is enough. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  const { code, responseCode } = SmtpError.parse(error);
  const detail = responseCode ? `SMTP ${responseCode}` : code;
  if (signal.aborted || code === "ETIMEDOUT") return { reason: "timed_out" };
  if (code === "EAUTH") return { reason: "login_refused", detail };
  const refused = code === "EENVELOPE" || code === "EMESSAGE";
  if (refused && (responseCode ?? 0) >= 500) return { reason: "rejected", detail, final: true };
  return { reason: responseCode ? "bad_answer" : "unreachable", detail };
}
