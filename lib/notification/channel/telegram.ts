import { escapeHtml } from "@/lib/notification/channel/escape";
import type { Message } from "@/lib/notification/message";
import type { Call } from "@/lib/outbound/post";

type Bot = { token: string; api: string };

/** The Bot API's sendMessage. */
export function telegramCall({ token, api }: Bot, { title, status, facts, link }: Message, chat: string): Call {
  const text = [
    `${status}: <b>${escapeHtml(title)}</b>`,
    ...facts.map(({ label, value }) => `${label}: ${escapeHtml(value)}`),
    ...(link ? [`<a href="${escapeHtml(link)}">Open in Signalbox</a>`] : []),
  ].join("\n");
  const body = { chat_id: chat, text, parse_mode: "HTML", disable_web_page_preview: true };
  return { url: `${api}/bot${token}/sendMessage`, body: JSON.stringify(body) };
}
