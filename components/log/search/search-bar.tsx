import { CaseSensitive, ChevronDown, ChevronUp, CircleAlert, Regex, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode } from "react";
import type { LogSearch } from "@/components/log/search/use-log-search";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { controlClasses } from "@/components/ui/input";

/** Searches text in the log, and steps through errors. */
export function SearchBar({ search }: { search: LogSearch }) {
  const t = useTranslations("log");
  return (
    <search className="flex min-w-0 items-center gap-1" aria-label={t("find")}>
      {search.open ? (
        <OpenSearch search={search} />
      ) : (
        <IconButton label={t("findKey")} onClick={search.show}>
          <Search />
        </IconButton>
      )}
      <ErrorButton search={search} />
    </search>
  );
}

function OpenSearch({ search }: { search: LogSearch }) {
  const t = useTranslations("log");
  const { text, hits } = search;
  const none = hits.found?.hits.count === 0;

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void hits.step(event.shiftKey ? -1 : 1);
  }

  return (
    <>
      <input
        ref={search.input}
        type="search"
        aria-label={t("find")}
        placeholder={t("find")}
        value={text}
        maxLength={500}
        aria-invalid={hits.failure === "invalid"}
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={press}
        className={cn(
          controlClasses,
          "h-7 w-40 px-2 text-xs sm:w-56 [&::-webkit-search-cancel-button]:hidden",
          (none || hits.failure) && "border-error focus-visible:border-error",
        )}
      />
      <Way label={t("matchCase")} isOn={search.isExact} onPress={search.setExact}>
        <CaseSensitive />
      </Way>
      <Way label={t("regex")} isOn={search.isPattern} onPress={search.setPattern}>
        <Regex />
      </Way>
      <SearchCount search={search} />
      <IconButton label={t("findPrevious")} disabled={!hits.found || none} onClick={() => hits.step(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={t("findNext")} disabled={!hits.found || none} onClick={() => hits.step(1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label={t("findClose")} onClick={search.hide}>
        <X />
      </IconButton>
    </>
  );
}

type WayProps = { label: string; isOn: boolean; onPress: (isOn: boolean) => void; children: ReactNode };

/** Switches a way of searching. */
function Way({ label, isOn, onPress, children }: WayProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={isOn}
      onClick={() => onPress(!isOn)}
      className={isOn ? "bg-accent" : undefined}
    >
      {children}
    </IconButton>
  );
}

function SearchCount({ search: { text, hits } }: { search: LogSearch }) {
  const t = useTranslations();
  const { found, failure, busy } = hits;
  const count = found?.hits.count ?? 0;
  const words = () => {
    if (text === "") return null;
    if (failure) return t(FAILURES[failure]);
    if (!found) return busy ? t("log.finding") : null;
    return count === 0 ? t("log.findNone") : t("log.findCount", { at: (found.at ?? 0) + 1, count });
  };
  return (
    <span role="status" className="min-w-16 px-1 text-center tabular-nums">
      {words()}
    </span>
  );
}

const FAILURES = {
  invalid: "errors.patternInvalid",
  slow: "errors.patternSlow",
  failed: "log.findFailed",
} as const;

function ErrorButton({ search: { errors, nextError } }: { search: LogSearch }) {
  const t = useTranslations("log");
  const count = errors.found?.hits.count ?? 0;
  if (count === 0) return null;
  return (
    <button
      type="button"
      title={t("nextError")}
      onClick={nextError}
      className="inline-flex h-7 items-center gap-1.5 whitespace-nowrap rounded-md px-1.5 text-error-text tabular-nums hover:bg-accent"
    >
      <CircleAlert aria-hidden="true" className="size-3.5" />
      {t("errors", { count })}
    </button>
  );
}
