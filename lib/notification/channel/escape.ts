const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** For HTML text and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** For Slack's markup, where mentions and links are in angle brackets. */
export const escapeSlack = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

const ZERO_WIDTH_SPACE = "\u200b";

/** For Markdown: no HTML, formatting, links or mentions. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()#+!|~<>-]/g, "\\$&")
    .replace(/@/g, `@${ZERO_WIDTH_SPACE}`)
    .replace(/:\/\//g, `:${ZERO_WIDTH_SPACE}//`);
