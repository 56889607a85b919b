import { escapeHtml } from "@/lib/notification/channel/escape";
import type { Message, Tone } from "@/lib/notification/message";

export type Mail = { subject: string; text: string; html: string };

const COLOURS: Record<Tone, string> = { good: "#2f9e57", bad: "#dd4a41", attention: "#d9902f" };

/** A message as HTML and plain text. */
export function mailOf(message: Message): Mail {
  const { title, status, facts, link } = message;
  const lines = facts.map(({ label, value }) => `${label}: ${value}`);
  return {
    subject: `${status}: ${title}`,
    text: `${[`${status}: ${title}`, "", ...lines, ...(link ? ["", link] : [])].join("\n")}\n`,
    html: htmlOf(message),
  };
}

/** Mail clients support tables and inline styles, but little else. */
function htmlOf({ title, status, tone, facts, link }: Message): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#6b747a;vertical-align:top">${label}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
  );
  const button = link
    ? `<p style="margin:20px 0 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#0f7c7c;color:#ffffff;text-decoration:none">Open in Signalbox</a></p>`
    : "";
  return [
    `<div style="max-width:560px;font:14px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1c2226">`,
    `<p style="margin:0;padding-left:12px;border-left:4px solid ${COLOURS[tone]}"><strong>${status}</strong><br><span style="font-size:18px">${escapeHtml(title)}</span></p>`,
    `<table role="presentation" style="margin-top:16px;border-collapse:collapse;font-size:14px">${rows.join("")}</table>`,
    button,
    "</div>",
  ].join("\n");
}
