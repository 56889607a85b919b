import { escapeMarkdown } from "@/lib/notification/channel/escape";
import type { Message, Tone } from "@/lib/notification/message";
import type { Call } from "@/lib/outbound/post";

const PRIORITIES: Record<Tone, number> = { good: 2, attention: 5, bad: 8 };

export function gotifyCall({ url, token }: { url: string; token: string }, message: Message): Call {
  const { title, status, tone, facts, link } = message;
  const text = [
    ...facts.map(({ label, value }) => `**${label}:** ${escapeMarkdown(value)}`),
    ...(link ? [`[Open in Signalbox](${link})`] : []),
  ].join("\n\n");
  const extras = {
    "client::display": { contentType: "text/markdown" },
    ...(link ? { "client::notification": { click: { url: link } } } : {}),
  };
  const body = { title: `${status}: ${title}`, message: text, priority: PRIORITIES[tone], extras };
  return { url: `${url}/message?token=${encodeURIComponent(token)}`, body: JSON.stringify(body) };
}
