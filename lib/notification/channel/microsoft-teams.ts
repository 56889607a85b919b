import type { Message, Tone } from "@/lib/notification/message";
import type { Call } from "@/lib/outbound/post";

const COLOURS: Record<Tone, string> = { good: "Good", bad: "Attention", attention: "Warning" };

/** An adaptive card for a webhook. Text runs do not support Markdown, so nothing needs escaping. */
export function teamsCall({ url }: { url: string }, message: Message): Call {
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: cardBody(message),
    actions: message.link ? [{ type: "Action.OpenUrl", title: "Open in Signalbox", url: message.link }] : [],
  };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card };
  return { url, body: JSON.stringify({ type: "message", attachments: [attachment] }) };
}

const cardBody = ({ title, status, tone, facts }: Message) => [
  { type: "RichTextBlock", inlines: [run(`${status}: ${title}`, { weight: "Bolder", color: COLOURS[tone] })] },
  ...facts.map(({ label, value }) => ({
    type: "RichTextBlock",
    spacing: "Small",
    inlines: [run(`${label}: `, { isSubtle: true }), run(value)],
  })),
];

const run = (text: string, style: object = {}) => ({ type: "TextRun", text, ...style });
