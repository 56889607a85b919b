import createPurifier, { type Config } from "dompurify";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { renderApart } from "@/components/task/panel/results/render-apart";

/** No relative address either. Which images are left, markdown-html.ts decides. */
const SAFE_ADDRESS = /^(?:https?:|mailto:)/i;

const RULES: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "option", "dialog", "audio", "video"],
  FORBID_ATTR: ["style", "class", "id", "name", "srcset", "background"],
  ALLOWED_URI_REGEXP: SAFE_ADDRESS,
  RETURN_DOM_FRAGMENT: true,
};

/** As elements that run nothing, imitate nothing of ours and load nothing from here. */
function safeElements(html: string): DocumentFragment {
  const purifier = createPurifier(window);
  purifier.addHook("afterSanitizeAttributes", (element) => {
    if (!element.hasAttribute("href")) return;
    element.setAttribute("rel", "noopener noreferrer");
    element.setAttribute("target", "_blank");
  });
  return purifier.sanitize(html, RULES);
}

const LOOK = `wrap-anywhere max-w-4xl space-y-3 text-sm leading-6 [&_a]:text-primary-text [&_a]:underline
  [&_blockquote]:border-border [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-muted-foreground
  [&_code]:font-mono [&_code]:text-xs [&_h1]:font-semibold [&_h1]:text-xl [&_h2]:font-semibold [&_h2]:text-lg
  [&_h3]:font-semibold [&_h3]:text-base [&_hr]:border-border [&_img]:max-w-full [&_li]:ml-5 [&_ol]:list-decimal
  [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-muted [&_pre]:p-3 [&_table]:block [&_table]:overflow-x-auto
  [&_td]:border [&_td]:border-border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-border [&_th]:bg-muted
  [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_ul]:list-disc`;

export function Markdown({ text }: { text: string }) {
  const t = useTranslations();
  const place = useRef<HTMLDivElement>(null);
  const [plain, setPlain] = useState<string | null>(null);
  useEffect(
    () =>
      renderApart(text, (html) => {
        place.current?.replaceChildren(...(html === null ? [] : [safeElements(html)]));
        setPlain(html === null ? text : null);
      }),
    [text],
  );
  return (
    <>
      <div ref={place} className={LOOK} />
      {plain !== null && (
        <div className="space-y-3">
          <p className="text-muted-foreground text-sm">{t("task.plainMarkdown")}</p>
          <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">{plain}</pre>
        </div>
      )}
    </>
  );
}
