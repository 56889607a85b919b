const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text inside HTML, in an attribute too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Text inside Slack's own markup, where mentions and links stand in angle brackets. */
export const escapeSlack = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

const ZERO_WIDTH_SPACE = "\u200b";

/** Text inside Markdown, without HTML, formats, links or mentions. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()#+!|~<>-]/g, "\\$&")
    .replace(/@/g, `@${ZERO_WIDTH_SPACE}`)
    .replace(/:\/\//g, `:${ZERO_WIDTH_SPACE}//`);
