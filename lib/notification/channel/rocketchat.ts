import { escapeMarkdown } from "@/lib/notification/channel/escape";
import type { Message, Tone } from "@/lib/notification/message";
import type { Call } from "@/lib/outbound/post";

const COLOURS: Record<Tone, string> = { good: "#2f9e57", bad: "#dd4a41", attention: "#d9902f" };

/** An attachment for an incoming webhook. */
export function rocketchatCall({ url }: { url: string }, { title, status, tone, facts, link }: Message): Call {
  const attachment = {
    title: escapeMarkdown(`${status}: ${title}`),
    title_link: link ?? undefined,
    color: COLOURS[tone],
    fields: facts.map(({ label, value }) => ({
      title: label,
      value: escapeMarkdown(value),
      short: value.length < 40,
    })),
  };
  return { url, body: JSON.stringify({ parseUrls: false, attachments: [attachment] }) };
}
