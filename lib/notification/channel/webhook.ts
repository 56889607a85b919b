import { createHmac } from "node:crypto";
import type { Call } from "@/lib/outbound/post";
import type { Alert } from "@/lib/protocol/alert";

type Hook = { url: string; secret: string };
type Sent = { id: string; alert: Alert | null; link: string | null; at: Date };

/** The task, schedule or autorun as JSON. The signature covers the time, so that a receiver can refuse a replayed message. */
export function webhookCall({ url, secret }: Hook, { id, alert, link, at }: Sent): Call {
  const body = JSON.stringify({ id, event: eventOf(alert), ...alert, link });
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return {
    url,
    headers: { "x-signalbox-timestamp": timestamp, "x-signalbox-signature": `sha256=${signature}` },
    body,
  };
}

function eventOf(alert: Alert | null): "test" | "task" | "schedule" | "autorun" {
  if (alert === null) return "test";
  if (alert.task) return "task";
  return "schedule" in alert ? "schedule" : "autorun";
}
