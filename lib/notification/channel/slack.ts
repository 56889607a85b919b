import { escapeSlack } from "@/lib/notification/channel/escape";
import type { Message, Tone } from "@/lib/notification/message";
import type { Call } from "@/lib/outbound/post";

const COLOURS: Record<Tone, string> = { good: "good", bad: "danger", attention: "warning" };

/** An attachment for an incoming webhook. */
export function slackCall({ url }: { url: string }, { title, status, tone, facts, link }: Message): Call {
  const attachment = {
    fallback: escapeSlack(`${status}: ${title}`),
    title: escapeSlack(`${status}: ${title}`),
    title_link: link ?? undefined,
    color: COLOURS[tone],
    fields: facts.map(({ label, value }) => ({ title: label, value: escapeSlack(value), short: value.length < 40 })),
    mrkdwn_in: [],
  };
  return { url, body: JSON.stringify({ attachments: [attachment] }) };
}
