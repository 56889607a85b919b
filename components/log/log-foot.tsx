import { ArrowDownToLine, ArrowUpToLine, Clock, FoldVertical, UnfoldVertical, WrapText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";

type LogFootProps = {
  /** How many there are. */
  lines: ReactNode;
  failing: boolean;
  /** Null when no more lines can arrive. */
  following: boolean | null;
  onFollow: () => void;
  times: boolean;
  onTimes: () => void;
  /** Null when the log is too long to wrap. */
  wraps: boolean | null;
  onWrap: () => void;
  /** Whether any section is folded; null without sections. */
  folded: boolean | null;
  onFold: () => void;
  onTop: () => void;
  onEnd: () => void;
  start?: ReactNode;
  end?: ReactNode;
};

/** The bar under a log. */
export function LogFoot(props: LogFootProps) {
  const { failing, following, times, wraps, folded, start, end } = props;
  const t = useTranslations("log");
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-border border-t bg-card px-2 py-1 text-muted-foreground text-xs print:hidden">
      {start}
      {failing && <span className="text-amber-text">{t("retrying")}</span>}
      <div className="ml-auto flex items-center gap-x-3">
        {props.lines}
        {following !== null && (
          <button
            type="button"
            aria-pressed={following}
            aria-label={`${t("follow")}: ${t(following ? "following" : "paused")}`}
            title={t("follow")}
            onClick={props.onFollow}
            className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm hover:text-foreground"
          >
            <span className={cn("size-2 rounded-full", following ? "bg-running" : "border border-muted-foreground")} />
            {t(following ? "following" : "paused")}
          </button>
        )}
        <span className="flex items-center">
          {folded !== null && (
            <IconButton label={t(folded ? "unfoldAll" : "foldAll")} onClick={props.onFold}>
              {folded ? <UnfoldVertical /> : <FoldVertical />}
            </IconButton>
          )}
          <IconButton
            label={t(wraps === null ? "tooLongToWrap" : wraps ? "unwrap" : "wrap")}
            aria-pressed={wraps ?? false}
            disabled={wraps === null}
            onClick={props.onWrap}
            className={wraps ? "bg-accent" : undefined}
          >
            <WrapText />
          </IconButton>
          <IconButton
            label={t(times ? "hideTimes" : "showTimes")}
            aria-pressed={times}
            onClick={props.onTimes}
            className={times ? "bg-accent" : undefined}
          >
            <Clock />
          </IconButton>
          <IconButton label={t("top")} onClick={props.onTop}>
            <ArrowUpToLine />
          </IconButton>
          <IconButton label={t("end")} onClick={props.onEnd}>
            <ArrowDownToLine />
          </IconButton>
          {end}
        </span>
      </div>
    </div>
  );
}
