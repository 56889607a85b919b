import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDifference } from "@/components/state/version/use-difference";
import { Alert } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import type { Difference, Version } from "@/lib/state/schema";

const BEFORE = "before";

type VersionDifferenceProps = {
  projectId: number;
  stateId: number;
  version: Version;
  /** The versions to compare with. */
  versions: Version[];
};

/** The changes of a version, compared with the previous or any other one; names only. */
export function VersionDifference({ version, versions, ...place }: VersionDifferenceProps) {
  const t = useTranslations("state.version");
  const [from, setFrom] = useState(BEFORE);
  const others = versions.filter(({ id, resources }) => id !== version.id && resources !== null);
  const before = versions.find(({ number, offered }) => number < version.number && !offered);
  if (version.resources === null) return <Encrypted className="px-4 py-3" />;
  return (
    <div className="flex flex-col gap-3 px-4 py-3 text-sm">
      <Select value={from} onValueChange={setFrom}>
        <SelectTrigger aria-label={t("compare")} className="w-64 max-w-full">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={BEFORE}>{t("compareBefore")}</SelectItem>
          {others.map(({ id, number }) => (
            <SelectItem key={id} value={String(id)}>
              {t("compareWith", { number })}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      {from === BEFORE && before?.resources === null ? (
        <Encrypted />
      ) : (
        <Compared {...place} versionId={version.id} from={from === BEFORE ? undefined : Number(from)} />
      )}
    </div>
  );
}

function Encrypted({ className }: { className?: string }) {
  const t = useTranslations("errors");
  return <p className={cn("text-muted-foreground text-sm", className)}>{t("stateEncrypted")}</p>;
}

function Compared(props: Parameters<typeof useDifference>[0]) {
  const { difference, failure } = useDifference(props);
  if (failure?.isEncrypted) return <Encrypted />;
  if (failure !== null) return <Alert variant="error">{failure.text}</Alert>;
  return difference ? <Changes difference={difference} /> : <Skeleton className="h-12" />;
}

function Changes({ difference: { added, removed, changed, outputs } }: { difference: Difference }) {
  const t = useTranslations("state.version");
  if ([added, removed, changed, outputs].every((list) => list.length === 0))
    return <p className="text-muted-foreground">{t("same")}</p>;
  const lines = changed.map(({ address, attributes }) => `${address}: ${attributes.join(", ")}`);
  return (
    <div className="flex flex-col gap-3">
      <Lines title={t("added", { count: added.length })} lines={added} sign="+" className="text-success-text" />
      <Lines title={t("removed", { count: removed.length })} lines={removed} sign="−" className="text-error-text" />
      <Lines title={t("changed", { count: changed.length })} lines={lines} sign="~" className="text-amber-text" />
      <Lines
        title={t("outputsChanged", { count: outputs.length })}
        lines={outputs}
        sign="~"
        className="text-amber-text"
      />
    </div>
  );
}

type LinesProps = { title: string; lines: string[]; sign: string; className: string };

function Lines({ title, lines, sign, className }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className={cn("font-medium text-xs", className)}>{title}</h3>
      <ul className="max-h-64 overflow-y-auto">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere whitespace-normal font-mono text-xs leading-5">
            <span aria-hidden="true" className={className}>
              {sign}
            </span>{" "}
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
