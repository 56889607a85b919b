import createPurifier, { type Config } from "dompurify";
import { Marked } from "marked";
import { useEffect, useRef } from "react";

/** No relative address either: an image must not ask our own server for anything. */
const SAFE_ADDRESS = /^(?:https?:|mailto:|#)/i;

const RULES: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "option", "dialog", "audio", "video"],
  FORBID_ATTR: ["style", "class", "id", "name", "srcset", "background"],
  ALLOWED_URI_REGEXP: SAFE_ADDRESS,
  RETURN_DOM_FRAGMENT: true,
};

const escaped = (html: string): string => html.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** Markup in the text is shown as it is written. */
const markdown = new Marked({ gfm: true, renderer: { html: ({ text }) => escaped(text) } });

/** Markdown as elements that run nothing, imitate nothing of ours and load nothing from here. */
function safeElements(text: string): DocumentFragment {
  const purifier = createPurifier(window);
  purifier.addHook("afterSanitizeAttributes", (element) => {
    if (!element.hasAttribute("href")) return;
    element.setAttribute("rel", "noopener noreferrer");
    element.setAttribute("target", "_blank");
  });
  return purifier.sanitize(markdown.parse(text, { async: false }), RULES);
}

const LOOK = `wrap-anywhere max-w-4xl space-y-3 text-sm leading-6 [&_a]:text-primary-text [&_a]:underline
  [&_blockquote]:border-border [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-muted-foreground
  [&_code]:font-mono [&_code]:text-xs [&_h1]:font-semibold [&_h1]:text-xl [&_h2]:font-semibold [&_h2]:text-lg
  [&_h3]:font-semibold [&_h3]:text-base [&_hr]:border-border [&_img]:max-w-full [&_li]:ml-5 [&_ol]:list-decimal
  [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-muted [&_pre]:p-3 [&_table]:block [&_table]:overflow-x-auto
  [&_td]:border [&_td]:border-border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-border [&_th]:bg-muted
  [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_ul]:list-disc`;

export function Markdown({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(safeElements(text)), [text]);
  return <div ref={place} className={LOOK} />;
}
