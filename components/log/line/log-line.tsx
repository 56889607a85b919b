import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCopy } from "@/components/dialog/use-copy";
import { type LineRange, lineHash, oneLine } from "@/components/log/line/line-hash";
import { cn } from "@/components/ui/cn";

export type LineMark = "error" | "match" | "current";

const MARKS: Record<LineMark, string> = {
  error: "bg-error-soft hover:bg-error-soft [&>a]:shadow-[inset_3px_0_0_var(--error)]",
  match: "bg-log-match hover:bg-log-match [&>a]:shadow-[inset_3px_0_0_var(--amber)]",
  current: "bg-log-target hover:bg-log-target [&>a]:shadow-[inset_3px_0_0_var(--amber)]",
};

type LogLineRowProps = {
  line: number;
  /** Digits of the longest line number. */
  digits: number;
  /** Heading of the section that begins with this line, if one does. */
  heading: ReactNode;
  /** Escaped; null while the line is loading, or if its heading stands for it. */
  html: string | null;
  /** Formatted; null without the time column. */
  time: string | null;
  /** Says nothing to people, like the end of a group. */
  isQuiet: boolean;
  mark: LineMark | undefined;
  wraps: boolean;
  /** The linked lines, if this is one of them. */
  target: LineRange | null;
  onPoint: (line: number, extend: boolean) => void;
};

export function LogLineRow(props: LogLineRowProps) {
  const { line, digits, heading, html, time, isQuiet, mark, wraps, target, onPoint } = props;
  return (
    <div
      data-line={line + 1}
      className={cn(
        "relative flex min-h-5 bg-log hover:bg-log-hover",
        mark && MARKS[mark],
        target && "bg-log-target hover:bg-log-target [&>a]:shadow-[inset_3px_0_0_var(--amber)]",
      )}
    >
      <a
        href={lineHash(oneLine(line))}
        style={{ width: `calc(${digits}ch + 2.375rem)` }}
        onClick={(event) => {
          event.preventDefault();
          onPoint(line, event.shiftKey);
        }}
        className="sticky left-0 shrink-0 select-none bg-inherit pr-3 text-right text-log-number tabular-nums hover:text-foreground hover:underline focus-visible:-outline-offset-2"
      >
        {line + 1}
      </a>
      {target?.first === line && <CopyLines lines={target} />}
      {time !== null && <span className="w-20 shrink-0 select-none text-log-number tabular-nums">{time}</span>}
      {heading}
      {html === null && !heading && <span className="my-1.5 h-2 w-48 animate-pulse rounded-sm bg-accent" />}
      {html !== null && (
        <span
          data-output
          className={cn(
            "pr-4",
            wraps ? "wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap" : "whitespace-pre",
            isQuiet && "text-log-number",
          )}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: ansi_up escapes the text; nothing is added but spans and links to what the text says
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
    </div>
  );
}

function CopyLines({ lines }: { lines: LineRange }) {
  const t = useTranslations("log");
  const copy = useCopy();
  const label = t(lines.first === lines.last ? "copyLine" : "copyLines", {
    number: lines.first + 1,
    last: lines.last + 1,
  });
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={() => copy(new URL(lineHash(lines), window.location.href).href, "link")}
      className="absolute left-1 grid size-5 place-items-center rounded-sm text-muted-foreground hover:text-foreground"
    >
      <Link2 className="size-3.5" />
    </button>
  );
}
