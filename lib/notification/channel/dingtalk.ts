import { z } from "zod";
import { escapeMarkdown } from "@/lib/notification/channel/escape";
import type { Message } from "@/lib/notification/message";
import type { Answer, Call } from "@/lib/outbound/post";
import { parseJson } from "@/lib/protocol/json-text";

/** Markdown for a robot's webhook. */
export function dingtalkCall({ url }: { url: string }, { title, status, facts, link }: Message): Call {
  const text = [
    `### ${status}: ${escapeMarkdown(title)}`,
    ...facts.map(({ label, value }) => `${label}: ${escapeMarkdown(value)}`),
    ...(link ? [`[Open in Signalbox](${link})`] : []),
  ].join("\n\n");
  return { url, body: JSON.stringify({ msgtype: "markdown", markdown: { title: `${status}: ${title}`, text } }) };
}

const Refusal = z.object({ errcode: z.int() });

/** DingTalk replies 200 even on failure; null if it accepted the message. */
export function dingtalkError({ body }: Answer): string | null {
  // Anything else is not DingTalk's own reply; the status decides.
  const { data } = Refusal.safeParse(parseJson(body));
  return data && data.errcode !== 0 ? `errcode ${data.errcode}` : null;
}
