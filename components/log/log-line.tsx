"use client";

import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCopy } from "@/components/dialog/use-copy";
import { lineHash } from "@/components/log/line-hash";
import { cn } from "@/components/ui/cn";

export type LineMark = "error" | "match" | "current";

const MARKS: Record<LineMark, string> = {
  error: "bg-error-soft hover:bg-error-soft [&>a]:shadow-[inset_3px_0_0_var(--error)]",
  match: "bg-log-match hover:bg-log-match",
  current: "bg-log-target hover:bg-log-target [&>a]:shadow-[inset_3px_0_0_var(--amber)]",
};

type LogLineRowProps = {
  line: number;
  /** Of the longest line number. */
  digits: number;
  /** Escaped; null while the line is being fetched. */
  html: string | null;
  /** Already formatted; null without the column. */
  time: string | null;
  mark: LineMark | undefined;
  target: boolean;
  onPoint: (line: number) => void;
};

export function LogLineRow({ line, digits, html, time, mark, target, onPoint }: LogLineRowProps) {
  return (
    <div
      data-line={line + 1}
      className={cn(
        "relative flex h-5 bg-log hover:bg-log-hover",
        mark && MARKS[mark],
        target && "bg-log-target hover:bg-log-target [&>a]:shadow-[inset_3px_0_0_var(--amber)]",
      )}
    >
      <a
        href={lineHash(line)}
        style={{ width: `calc(${digits}ch + 2.375rem)` }}
        onClick={(event) => {
          event.preventDefault();
          onPoint(line);
        }}
        className="sticky left-0 shrink-0 select-none bg-inherit pr-3 text-right text-log-number tabular-nums hover:text-foreground hover:underline focus-visible:-outline-offset-2"
      >
        {line + 1}
      </a>
      {target && <CopyLine line={line} />}
      {time !== null && <span className="w-20 shrink-0 select-none text-log-number tabular-nums">{time}</span>}
      {html === null ? (
        <span className="my-1.5 h-2 w-48 animate-pulse rounded-sm bg-accent" />
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: ansi_up escapes the text and adds nothing but spans
        <span className="whitespace-pre pr-4" dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  );
}

function CopyLine({ line }: { line: number }) {
  const t = useTranslations("log");
  const copy = useCopy();
  return (
    <button
      type="button"
      title={t("copyLine", { number: line + 1 })}
      aria-label={t("copyLine", { number: line + 1 })}
      onClick={() => copy(new URL(lineHash(line), window.location.href).href, "link")}
      className="absolute left-1 grid size-5 place-items-center rounded-sm text-muted-foreground hover:text-foreground"
    >
      <Link2 className="size-3.5" />
    </button>
  );
}
